import { ReadFault, startOfFile } from '../../input/fault.ts'
import { type Reader, type ReaderOptions, yieldToEventLoop } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import type { ScanReport } from '../../report/report.ts'
import { asName, asObject, asObjects } from '../../values/json-values.ts'
import { PackageRun } from '../cyclonedx/package-run.ts'
import { DescribedResults } from '../sarif/described-results.ts'
import { GitLabDependencies } from './dependencies.ts'
import { vulnerabilityOf } from './package.ts'
import { resultOf } from './result.ts'
import { GitLabScan } from './scan.ts'

/**
 * The names under which results are read as SARIF: the type of the report says what they are, whatever the scanner is
 * called.
 */
const sarifTools: Readonly<Record<string, string>> = {
  sast: 'GitLab SAST',
  secret_detection: 'GitLab Secret Detection',
}
const packageTypes = new Set(['dependency_scanning', 'container_scanning', 'cluster_image_scanning'])

/** The parts of a report that are read once its type is known. */
type Content = { scan: GitLabScan; vulnerabilities: ByteStore; dependencies: GitLabDependencies }

/**
 * Reads GitLab's security reports of schema 14 and 15: code findings of SAST, secrets, vulnerable packages and the
 * dependencies of lockfiles. Their type comes after the vulnerabilities, so the result is assembled at the end. Source:
 * docs/formats.md#gitlab.
 */
export function gitLabReader(options: ReaderOptions): Reader {
  const { count } = options
  const scan = new GitLabScan(count)
  const vulnerabilities = new ByteStore()
  const dependencies = new GitLabDependencies(count)
  const take = (value: TakenValue) => {
    requireVulnerability(value)
    count.add(value)
    vulnerabilities.add(value.bytes, value.place)
  }
  return {
    routes: new Map<string, Route>([
      ['vulnerabilities', { list: { take } }],
      ['scan', scan.route],
      ['dependency_files', dependencies.route],
    ]),
    finish: (version) => {
      // Which fields there are is laid down by the first number.
      if (!/^1[45]\./.test(version ?? ''))
        throw refusal(
          `version ${version?.slice(0, 50) ?? '(none)'} of GitLab's security reports is not supported, only 14 and 15`,
          '/version',
        )
      return reportOf({ scan, vulnerabilities, dependencies }, options)
    },
  }
}

const refusal = (problem: string, path: string) => new ReadFault(problem, startOfFile, path)

async function reportOf(content: Content, options: ReaderOptions): Promise<ScanReport> {
  const { scan, vulnerabilities, dependencies } = content
  const type = scan.text('type') ?? ''
  const sarifTool = Object.hasOwn(sarifTools, type) ? sarifTools[type] : undefined
  if (sarifTool === undefined && !packageTypes.has(type))
    throw refusal(
      `GitLab's reports of the type "${type.slice(0, 50)}" are not supported, only sast, secret_detection, dependency_scanning, container_scanning and cluster_image_scanning`,
      '/scan/type',
    )
  const run = new PackageRun(scan.tool, scan.version, options)
  scan.describe(run.builder)
  // An analyzer may write several reports, of which each is about its type alone.
  run.setPart(type)
  run.builder.run.coverage.partOf = { code: 'sast', secret: 'secret_detection' }
  const results = new DescribedResults(sarifTool ?? '', run, options)
  for (const { bytes, place, index } of vulnerabilities.drain()) {
    options.count.checkTime()
    if (index % 250 === 249) await yieldToEventLoop()
    const value = asObject(parseBytes(bytes))
    if (!value) continue
    if (sarifTool === undefined) run.add(vulnerabilityOf(value, dependencies))
    else
      results.add(
        ...resultOf(value, type === 'secret_detection'),
        (problem) => new ReadFault(problem, place, '/vulnerabilities'),
      )
  }
  // Reports of images have the list as well, but leave it empty.
  if (type === 'dependency_scanning' && dependencies.isListed)
    run.builder.run.lockfiles = await dependencies.lockfiles((problem) =>
      refusal(problem, '/dependency_files'),
    )
  return run.finish('gitlab')
}

/** A vulnerability has a list of identifiers and a place, so that those of other tools are refused at once. */
function requireVulnerability(value: TakenValue): void {
  const vulnerability = asObject(value.parse())
  if (!vulnerability) throw value.fault('a vulnerability of GitLab must be an object')
  if (!asObjects(vulnerability['identifiers']).some((each) => asName(each['value']) !== null))
    throw value.fault('this is no vulnerability of GitLab: its `identifiers` are missing', '/identifiers')
  if (!asObject(vulnerability['location']))
    throw value.fault('this is no vulnerability of GitLab: its `location` is missing', '/location')
}
