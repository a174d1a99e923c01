import { type FilePosition, ReadFault, startOfFile } from '../../input/fault.ts'
import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { maxErrors } from '../../report/report.ts'
import { asName, asObject, asText, asTime, getIn } from '../../values/json-values.ts'
import { PackageRun } from '../cyclonedx/package-run.ts'
import { placedPackage } from './dependency.ts'
import { type DescribedVulnerability, describedVulnerability, vulnerabilityIn } from './vulnerability.ts'

/** The identifiers of a dependency that are read: the first is the best. */
const maxIdentifiers = 20

/**
 * Reads the report of Dependency-Check in JSON, and in XML that was converted to it. A dependency is read part by part,
 * since it may have thousands of vulnerabilities, and becomes findings when it ends. Source:
 * docs/formats.md#dependency-check.
 */
export function dependencyCheckReader(options: ReaderOptions): Reader {
  const run = new PackageRun('dependency-check', null, options)
  const scan = new Scan()
  return {
    routes: new Map<string, Route>([
      ['scanInfo', scan.infoRoute],
      ['projectInfo', { object: new Map([['reportDate', scan.dateRoute]]) }],
      ['dependencies', { list: dependencyRoute(run, options) }],
    ]),
    finish: async () => {
      scan.describe(run)
      return run.finish('dependency-check')
    },
  }
}

/** What the report says of the scan itself. */
class Scan {
  #version: unknown = null
  #date: unknown = null
  readonly #errors: string[] = []

  readonly dateRoute: Route = {
    take: (value) => {
      this.#date = value.parse()
    },
  }
  readonly infoRoute: Route = {
    object: new Map<string, Route>([
      [
        'engineVersion',
        {
          take: (value) => {
            this.#version = value.parse()
          },
        },
      ],
      ['analysisExceptions', { list: { take: (value) => this.#addError(value) } }],
    ]),
  }

  #addError(value: TakenValue): void {
    const message = asText(getIn(value.parse(), 'exception', 'message'), 2_000) ?? 'no message'
    if (this.#errors.length < maxErrors) this.#errors.push(message)
  }

  describe({ builder }: PackageRun): void {
    builder.run.tool.version = asName(this.#version, 100)
    builder.run.completedAt = asTime(this.#date)
    for (const message of this.#errors)
      builder.addError({ level: 'error', message, path: null, line: null, rule: null })
    // Which dependencies the analyzer would have reported on is not said, so that none can be fixed.
    const [first] = this.#errors
    if (first !== undefined) builder.fail('An analysis failed', { message: first, rule: null })
  }
}

/** A dependency while it is read. */
class OpenDependency {
  fileName: unknown = null
  filePath: unknown = null
  readonly packages: string[] = []
  readonly names: string[] = []
  readonly vulnerabilities: { described: DescribedVulnerability; suppressed: boolean }[] = []

  addIdentifier(list: string[], value: TakenValue): void {
    const id = asName(getIn(value.parse(), 'id'), 2_048)
    if (id !== null && list.length < maxIdentifiers) list.push(id)
  }

  addVulnerability(value: TakenValue, suppressed: boolean): void {
    const vulnerability = asObject(value.parse())
    if (asName(vulnerability?.['name']) === null || vulnerability === null)
      throw value.fault('a vulnerability of Dependency-Check must have a `name`', '/name')
    this.vulnerabilities.push({ described: describedVulnerability(vulnerability), suppressed })
  }

  /** Adds the findings. Returns a sentence if there is no file. */
  finish(run: PackageRun): string | undefined {
    const dependency = placedPackage(this)
    if (dependency === null)
      return 'this is not a dependency of Dependency-Check: it has no `fileName` and no `filePath`'
    for (const { described, suppressed } of this.vulnerabilities)
      run.add(vulnerabilityIn(dependency, described, suppressed))
    return undefined
  }
}

function dependencyRoute(run: PackageRun, { count }: ReaderOptions): Route {
  let current = new OpenDependency()
  let place: FilePosition = startOfFile
  let index = -1
  const keep = (key: 'fileName' | 'filePath'): [string, Route] => [
    key,
    {
      take: (value) => {
        current[key] = value.parse()
      },
    },
  ]
  const identifiers = (list: () => string[]): Route => ({
    list: { take: (value) => current.addIdentifier(list(), value) },
  })
  const vulnerabilities = (suppressed: boolean): Route => ({
    list: {
      take: (value) => {
        count.add(value)
        current.addVulnerability(value, suppressed)
      },
    },
  })
  return {
    object: new Map<string, Route>([
      keep('fileName'),
      keep('filePath'),
      ['packages', identifiers(() => current.packages)],
      ['vulnerabilityIds', identifiers(() => current.names)],
      ['vulnerabilities', vulnerabilities(false)],
      ['suppressedVulnerabilities', vulnerabilities(true)],
    ]),
    begin: (position) => {
      current = new OpenDependency()
      place = position
      index += 1
      return undefined
    },
    end: () => {
      const problem = current.finish(run)
      if (problem !== undefined) throw new ReadFault(problem, place, `/dependencies/${index}`)
    },
  }
}
