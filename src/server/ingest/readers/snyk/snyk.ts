import { type Reader, type ReaderOptions, yieldToEventLoop } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import type { ScanReport } from '../../report/report.ts'
import { asName, asObject } from '../../values/json-values.ts'
import { PackageRun } from '../cyclonedx/package-run.ts'
import { emptyProject, type SnykProject, vulnerabilityOf } from './vulnerability.ts'

/** The memory of a project and of an issue, in addition to their texts. */
const projectBytes = 300
const issueBytes = 48

/**
 * Reads the JSON of `snyk test` and `snyk container test`: of one project an object, of several a list of them. What a
 * project is called comes after its issues, so the result is assembled at the end. Source: docs/formats.md#snyk.
 */
export function snykReader(options: ReaderOptions): Reader {
  const { count } = options
  const issues = new ByteStore()
  const about: { project: SnykProject; suppressed: boolean }[] = []
  const projects: SnykProject[] = [emptyProject()]
  const last = () => projects.at(-1) ?? emptyProject()
  const issue = (suppressed: boolean): Route => ({
    list: {
      take: (value) => {
        requireIssue(value)
        count.add(value)
        count.keep(issueBytes)
        issues.add(value.bytes, value.place)
        about.push({ project: last(), suppressed })
      },
    },
  })
  const keep = (key: 'displayTargetFile' | 'packageManager' | 'path' | 'error'): [string, Route] => [
    key,
    {
      take: (value) => {
        last()[key] = asName(value.parse(), 4_096)
        count.keep(last()[key]?.length ?? 0)
      },
    },
  ]
  const setContainer = () => {
    last().isContainer = true
    return undefined
  }
  const routes = new Map<string, Route>([
    ['vulnerabilities', issue(false)],
    ['filtered', { object: new Map([['ignore', issue(true)]]) }],
    ['docker', { object: new Map(), begin: setContainer }],
    keep('displayTargetFile'),
    keep('packageManager'),
    keep('path'),
    keep('error'),
  ])
  const begin = () => {
    count.keep(projectBytes)
    projects.push(emptyProject())
    return undefined
  }
  return {
    routes,
    elements: { object: routes, begin },
    finish: () => reportOf({ issues, about, projects }, options),
  }
}

/** The issues, what each is about, and all projects of the file. */
type SnykContent = {
  issues: ByteStore
  about: readonly { project: SnykProject; suppressed: boolean }[]
  projects: readonly SnykProject[]
}

async function reportOf(
  { issues, about, projects }: SnykContent,
  options: ReaderOptions,
): Promise<ScanReport> {
  const isContainer = projects.some((project) => project.isContainer)
  const run = new PackageRun(isContainer ? 'Snyk Container' : 'Snyk Open Source', null, options)
  for (const { bytes, index } of issues.drain()) {
    options.count.checkTime()
    if (index % 250 === 249) await yieldToEventLoop()
    const [value, of] = [asObject(parseBytes(bytes)), about[index]]
    if (value && of) run.add(vulnerabilityOf(value, of.project, of.suppressed))
  }
  for (const { error, path } of projects) {
    if (error === null) continue
    run.builder.addError({ level: 'error', message: error, path, line: null, rule: null })
    // Its manifest is not named, so that nothing tells its findings from those that are fixed.
    run.builder.fail(`A project could not be tested: ${error.slice(0, 1_000)}`)
  }
  return run.finish('snyk')
}

/** An issue names its package, so that vulnerabilities of other tools are refused at once. */
function requireIssue(value: TakenValue): void {
  const issue = asObject(value.parse())
  if (asName(issue?.['id']) === null) throw value.fault('an issue of Snyk must have an `id`', '/id')
  if (asName(issue?.['packageName'] ?? issue?.['name']) === null)
    throw value.fault('this is not an issue of Snyk: its `packageName` is missing', '/packageName')
}
