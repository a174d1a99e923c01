import { isSnykCodeManager, snykCodeIssues } from '../../formats/format-markers.ts'
import { ReadFault, startOfFile } from '../../input/fault.ts'
import { type Reader, type ReaderOptions, yieldToEventLoop } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import { type Route, skipped, type TakenValue } from '../../json/json-route.ts'
import type { ScanReport } from '../../report/report.ts'
import { asName, asObject } from '../../values/json-values.ts'
import { PackageRun } from '../cyclonedx/package-run.ts'
import { emptyProject, type SnykProject, vulnerabilityOf } from './vulnerability.ts'

/** The memory of a project and of an issue, in addition to their texts. */
const projectBytes = 300
const issueBytes = 48

/**
 * Reads the JSON of `snyk test` and `snyk container test`: of one project an object, of several a list of them; an image
 * contains those of its applications. What a project is called comes after its issues, so the result is assembled at the
 * end. Source: docs/formats.md#snyk.
 */
export function snykReader(options: ReaderOptions): Reader {
  const content: SnykContent = { issues: new ByteStore(), about: [], projects: [] }
  const first = emptyProject()
  content.projects.push(first)
  const open = [first]
  const current = () => open.at(-1) ?? first
  const routes = projectRoutes(current, content, options)
  const project: Route = {
    object: routes,
    begin: () => {
      options.count.keep(projectBytes)
      const begun = emptyProject()
      content.projects.push(begun)
      open.push(begun)
      return undefined
    },
    end: () => void open.pop(),
  }
  routes.set('applications', { list: project })
  return {
    routes,
    elements: project,
    repeats: ['remediation.unresolved'],
    finish: () => reportOf(content, options),
  }
}

/** The issues, what each is about, and all projects of the file. */
type SnykContent = {
  readonly issues: ByteStore
  readonly about: { project: SnykProject; suppressed: boolean }[]
  readonly projects: SnykProject[]
}

function projectRoutes(
  current: () => SnykProject,
  { issues, about }: SnykContent,
  { count }: ReaderOptions,
): Map<string, Route> {
  const issue = (suppressed: boolean): Route => ({
    list: {
      take: (value) => {
        requireIssue(value)
        count.add(value)
        count.keep(issueBytes)
        issues.add(value.bytes, value.place)
        current().hasIssues = true
        about.push({ project: current(), suppressed })
      },
    },
  })
  const keep = (key: 'displayTargetFile' | 'packageManager' | 'path' | 'error'): [string, Route] => [
    key,
    {
      take: (value) => {
        const text = asName(value.parse(), 4_096)
        if (key === 'packageManager' && isSnykCodeManager(text)) throw value.fault(ofInfrastructure)
        current()[key] = text
        count.keep(text?.length ?? 0)
      },
    },
  ]
  const setContainer = () => {
    current().isContainer = true
    return undefined
  }
  return new Map<string, Route>([
    ['vulnerabilities', issue(false)],
    ['filtered', { object: new Map([['ignore', issue(true)]]) }],
    ['docker', { object: new Map(), begin: setContainer }],
    [snykCodeIssues, { list: skipped, begin: () => ofInfrastructure }],
    keep('displayTargetFile'),
    keep('packageManager'),
    keep('path'),
    keep('error'),
  ])
}

const ofInfrastructure =
  'this is a report of `snyk iac test`, which is read as SARIF: use `snyk iac test --sarif`'

async function reportOf(
  { issues, about, projects }: SnykContent,
  options: ReaderOptions,
): Promise<ScanReport> {
  for (const { error, hasIssues, packageManager } of projects.slice(1))
    if (error === null && !hasIssues && packageManager === null)
      throw new ReadFault(`a project of Snyk without issues names no \`packageManager\``, startOfFile, '')
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
    run.builder.fail('A project could not be tested', { message: error, rule: null })
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
