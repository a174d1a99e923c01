import { ecosystemOfName } from '#contract/ecosystems.ts'
import { type ResultCount, yieldToEventLoop } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { Route } from '../../json/json-route.ts'
import { LockfileCollector } from '../../report/lockfile-collector.ts'
import type { ReportedDependency, ReportedLockfile } from '../../report/report.ts'
import { ecosystemOfFile } from '../../values/ecosystems.ts'
import { asList, asName, asObject, getIn, type JsonObject } from '../../values/json-values.ts'
import { isLockfile } from '../../values/lockfile-names.ts'
import { filePath } from '../../values/paths.ts'

/** The memory of a file and of a dependency, in addition to their texts. */
const fileBytes = 200
const dependencyBytes = 48

type DependencyFile = { path: string | null; manager: string | null }

/** The lists of `dependency_files`, stored as bytes until the path of their file was read, which may come later. */
export class GitLabDependencies {
  readonly route: Route
  isListed = false
  readonly #count: ResultCount
  readonly #files: DependencyFile[] = []
  readonly #stored = new ByteStore()
  /** The position of the file of each stored dependency. */
  readonly #of: number[] = []
  #ecosystems: Map<string, string> | null = null

  constructor(count: ResultCount) {
    this.#count = count
    this.route = {
      list: {
        object: new Map<string, Route>([
          ['path', this.#nameRoute((file, text) => (file.path = filePath(text)))],
          ['package_manager', this.#nameRoute((file, text) => (file.manager = text))],
          ['dependencies', this.#dependenciesRoute()],
        ]),
        begin: () => {
          count.keep(fileBytes)
          this.#files.push({ path: null, manager: null })
          return undefined
        },
      },
      begin: () => {
        this.isListed = true
        return undefined
      },
    }
  }

  /** The ecosystem of the package manager that is named for a file. */
  ecosystemOf(path: string): string | null {
    this.#ecosystems ??= new Map(
      this.#files.flatMap((file) => (file.path === null ? [] : [[file.path, ecosystemIn(file)]])),
    )
    return this.#ecosystems.get(path) ?? null
  }

  /**
   * The dependencies of each file, to be called once.
   * @param refuse the error of a file with too many of them
   */
  async lockfiles(refuse: (problem: string) => Error): Promise<ReportedLockfile[]> {
    const collector = new LockfileCollector()
    const orRefuse = (problem: string | number | undefined) => {
      if (typeof problem === 'string') throw refuse(problem)
    }
    for (const { path } of this.#files) if (path !== null) orRefuse(collector.open(path, isLockfile(path)))
    for (const { bytes, index } of this.#stored.drain()) {
      this.#count.checkTime()
      if (index % 250 === 249) await yieldToEventLoop()
      const file = this.#files[this.#of[index] ?? -1]
      const dependency = file && dependencyOf(asObject(parseBytes(bytes)), file)
      if (dependency && file.path !== null) orRefuse(collector.add(file.path, dependency))
    }
    return collector.lockfiles
  }

  #nameRoute(set: (file: DependencyFile, text: string | null) => void): Route {
    return {
      take: (value) => {
        const [file, text] = [this.#files.at(-1), asName(value.parse(), 4_096)]
        this.#count.keep(text?.length ?? 0)
        if (file) set(file, text)
      },
    }
  }

  #dependenciesRoute(): Route {
    return {
      list: {
        take: (value) => {
          if (asObject(value.parse()) === null)
            throw value.fault('an element of `dependencies` must be an object')
          this.#count.keep(dependencyBytes)
          this.#stored.add(value.bytes, value.place)
          this.#of.push(this.#files.length - 1)
        },
      },
    }
  }
}

const ecosystemIn = ({ path, manager }: DependencyFile): string =>
  ecosystemOfName(manager) ??
  ecosystemOfFile(path ?? '') ??
  (manager === null ? 'generic' : manager.toLowerCase().slice(0, 100))

function dependencyOf(value: JsonObject | null, file: DependencyFile): ReportedDependency | null {
  const name = asName(getIn(value, 'package', 'name'))
  if (value === null || name === null) return null
  return {
    ecosystem: ecosystemIn(file),
    name,
    version: asName(value['version'], 200) ?? '',
    transitivity: transitivityOf(value),
    licenses: [],
    hashes: [],
    purl: null,
    line: null,
    requires: null,
  }
}

/** `dependency_path` names the packages that bring a dependency, the direct one first. */
export function transitivityOf(dependency: JsonObject): 'direct' | 'transitive' | 'unknown' {
  if (dependency['direct'] === true) return 'direct'
  return asList(dependency['dependency_path']).length > 0 ? 'transitive' : 'unknown'
}
