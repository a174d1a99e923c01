import type { Reader, ReaderOptions } from '../../input/reader.ts'
import { ByteStore } from '../../json/byte-store.ts'
import { parseBytes } from '../../json/json-bytes.ts'
import type { Route, TakenValue } from '../../json/json-route.ts'
import { asName, asObject, asOneOf, asTime, asUrl, getIn } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { PackageRun } from '../cyclonedx/package-run.ts'
import { SarifResults } from '../sarif/sarif-results.ts'
import { codeResult, kinds, ruleOf } from './finding.ts'
import { dependencyOf } from './package.ts'

const scalarKeys = ['tool', 'category', 'started_at', 'completed_at', 'commit', 'branch', 'repository_url']
const maxFiles = 1_000_000

/**
 * Reads the plain format of Gatehouse, which any program can write. Code findings and secrets are read as results of
 * SARIF, dependencies as vulnerabilities of CycloneDX. Source: docs/formats.md#plain-findings, docs/findings.schema.json.
 */
export function gatehouseReader(options: ReaderOptions): Reader {
  const results = new SarifResults('findings', options)
  const dependencies = new ByteStore()
  const about = new Map<string, unknown>()
  let scanned: string[] | null = null
  let fromRow: unknown = null
  const take = (value: TakenValue) => {
    const finding = asObject(value.parse())
    if (!finding) throw value.fault('a finding must be an object')
    const rule = asName(finding['rule'])
    if (!rule) throw value.fault('this is not a finding: its `rule` is missing', '/rule')
    const kind = asOneOf(finding['kind'] ?? 'code', kinds)
    if (!kind) throw value.fault(`\`kind\` must be ${kinds.join(', ')}`, '/kind')
    options.count.add(value)
    // Rows of a table name the tool each.
    fromRow ??= asName(finding['tool'])
    if (kind !== 'dependency') results.add(value, codeResult(finding, rule, kind), ruleOf(finding))
    else if (asName(finding['package']) === null)
      throw value.fault('a finding of the kind `dependency` needs a `package`', '/package')
    else dependencies.add(value.bytes, value.place)
  }
  const keep = (key: string): [string, Route] => [
    key,
    { take: (value) => void about.set(key, value.parse()) },
  ]
  const addFile = (value: TakenValue) => {
    const path = filePath(value.parse())
    if (path === null || scanned === null || scanned.length >= maxFiles) return
    options.count.keep(path.length + 50)
    scanned.push(path)
  }
  const beginFiles = () => {
    scanned ??= []
    return undefined
  }
  return {
    routes: new Map<string, Route>([
      ['findings', { list: { take } }],
      ['scanned_files', { list: { take: addFile }, begin: beginFiles }],
      ...scalarKeys.map(keep),
    ]),
    finish: async () => {
      const tool = asName(getIn(about.get('tool'), 'name')) ?? asName(about.get('tool')) ?? asName(fromRow)
      const category = options.category ?? asName(about.get('category'), 200)
      const version = asName(getIn(about.get('tool'), 'version'), 100)
      const run = new PackageRun(tool ?? 'unknown tool', version, { ...options, category })
      await results.convertInto(run.builder)
      for (const { bytes } of dependencies.drain()) {
        options.count.checkTime()
        const finding = asObject(parseBytes(bytes))
        if (finding) run.add(dependencyOf(finding))
      }
      describe(run.builder.run, about)
      run.builder.run.coverage.scannedPaths = scanned
      return run.finish('gatehouse')
    },
  }
}

function describe(run: PackageRun['builder']['run'], about: ReadonlyMap<string, unknown>): void {
  run.startedAt = asTime(about.get('started_at'))
  run.completedAt = asTime(about.get('completed_at'))
  const revision = {
    repositoryUrl: asUrl(about.get('repository_url')),
    branch: asName(about.get('branch')),
    commit: asName(about.get('commit'), 100),
  }
  if (Object.values(revision).some((each) => each !== null)) run.revision = revision
}
