import { type FilePosition, pointerSegment, ReadFault, startOfFile } from '../../input/fault.ts'
import type { Reader, ReaderOptions, ResultCount } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { asName, getIn } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { filesPart, imagePart, PackageRun } from '../cyclonedx/package-run.ts'
import { vulnerablePackages } from './package.ts'

const maxSources = 1_000_000

/** The packages of a file, kept as bytes, since their lockfile may come after them. */
class FoundPackages {
  readonly stored = new ByteStore()
  /** The lockfile of each package, by its number. */
  readonly #owners: number[] = []
  readonly #paths: (string | null)[] = []
  readonly #count: ResultCount
  #isResult = false
  #place: FilePosition = startOfFile

  constructor(count: ResultCount) {
    this.#count = count
  }

  /** The route of a result: a lockfile with its packages. */
  readonly route: Route = {
    begin: (position) => this.#begin(position),
    object: new Map<string, Route>([
      ['source', { take: (value) => this.#setSource(value) }],
      ['packages', { list: { take: (value) => this.#add(value) } }],
    ]),
    end: () => this.#end(),
  }

  /** The lockfile of a package. */
  pathOf(index: number): string {
    return this.#paths[this.#owners[index] ?? 0] ?? 'packages'
  }

  #begin(position: FilePosition): string | undefined {
    if (this.#paths.length >= maxSources) return `the file contains more than ${maxSources} sources`
    this.#isResult = false
    this.#place = position
    this.#paths.push(null)
    return undefined
  }

  #setSource(value: TakenValue): void {
    const path = filePath(getIn(value.parse(), 'path'))
    this.#paths[this.#paths.length - 1] = path
    this.#isResult ||= path !== null
  }

  #add(value: TakenValue): void {
    const about = getIn(value.parse(), 'package')
    if (asName(getIn(about, 'name')) === null && asName(getIn(about, 'commit')) === null)
      throw value.fault('this is not a package of OSV-Scanner: its `package` has no name', '/package')
    this.#count.add(value)
    this.#isResult = true
    this.#owners.push(this.#paths.length - 1)
    this.stored.add(value.bytes, value.place)
  }

  #end(): void {
    if (this.#isResult) return
    const path = `/results${pointerSegment(String(this.#paths.length - 1))}`
    const message = 'this is not a result of OSV-Scanner: it has no `source` and no `packages`'
    throw new ReadFault(message, this.#place, path)
  }
}

/**
 * Reads the JSON of OSV-Scanner: lockfiles with their vulnerable packages. Each group of advisories that are the same
 * becomes a supply-chain finding with the id that the tool displays. Source: docs/formats.md#osv-scanner.
 */
export function osvScannerReader(options: ReaderOptions): Reader {
  const packages = new FoundPackages(options.count)
  let part = filesPart
  const setImage = () => {
    part = imagePart
    return undefined
  }
  return {
    routes: new Map<string, Route>([
      ['results', { list: packages.route }],
      ['image_metadata', { object: new Map(), begin: setImage }],
    ]),
    finish: async () => {
      const run = new PackageRun('osv-scanner', null, options)
      run.setPart(part)
      for (const { bytes, place, index } of packages.stored.drain()) {
        options.count.checkTime()
        const [first, ...others] = vulnerablePackages(parseBytes(bytes), packages.pathOf(index), run.leftOut)
        if (first) run.add(first)
        for (const each of others) {
          const problem = options.count.countAnother()
          if (problem !== undefined) throw new ReadFault(problem, place, '/results')
          run.add(each)
        }
      }
      return run.finish('osv-scanner')
    },
  }
}
