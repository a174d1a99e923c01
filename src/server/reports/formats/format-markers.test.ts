import { describe, expect, test } from 'vitest'
import type { ReportFormat } from '../report/report.ts'
import { faultOf, onlyRun, read, semgrepFile } from '../testing/read.ts'

const result = { check_id: 'r', path: 'a.py', start: { line: 1 }, extra: { message: 'm' } }
const run = { tool: { driver: { name: 'T' } }, results: [{ ruleId: 'r', message: { text: 'm' } }] }
const schema = 'https://json.schemastore.org/sarif-2.1.0.json'

describe('a format is told by its own marks', () => {
  test.each<[string, ReportFormat, object]>([
    ['Semgrep', 'semgrep', semgrepFile([result])],
    ['Semgrep without results', 'semgrep', semgrepFile([])],
    ['Semgrep without paths', 'semgrep', { version: '0.96.0', results: [], errors: [] }],
    ['Semgrep without errors', 'semgrep', { paths: { scanned: [] }, version: '1.0.0', results: [] }],
    ['Semgrep without a version, but with results', 'semgrep', { results: [result], errors: [] }],
    ['Semgrep, its results last', 'semgrep', { version: '1.0.0', paths: {}, time: {}, results: [result] }],
    ['SARIF', 'sarif', { version: '2.1.0', runs: [run] }],
    ['SARIF, its version last', 'sarif', { runs: [run], version: '2.1.0' }],
    ['SARIF without runs', 'sarif', { version: '2.1.0', $schema: schema, runs: null }],
    ['SARIF without a version, but with its schema', 'sarif', { $schema: schema, runs: [run] }],
    ['a release candidate of SARIF', 'sarif', { version: '2.1.0-rtm.5', runs: [run] }],
    ['SARIF with keys of others', 'sarif', { version: '2.1.0', results: {}, runs: [run], findings: [] }],
    ['CycloneDX', 'cyclonedx', { components: [], specVersion: '1.5', bomFormat: 'CycloneDX', version: 1 }],
    ['CycloneDX without components', 'cyclonedx', { bomFormat: 'CycloneDX', vulnerabilities: [] }],
    ['CycloneDX with a key of others', 'cyclonedx', { bomFormat: 'CycloneDX', results: [{ a: 1 }] }],
    ['GitLab', 'gitlab', { version: '15.2.1', vulnerabilities: [], scan: { type: 'sast', scanner: {} } }],
    ['GitLab, its version last', 'gitlab', { scan: { type: 'sast' }, vulnerabilities: [], version: '14.1' }],
    [
      'Grype without a descriptor',
      'grype',
      { matches: [{ vulnerability: { id: 'CVE-1' }, artifact: { name: 'a' } }] },
    ],
    ['Checkov that found nothing to check', 'checkov', { passed: 0, failed: 0, checkov_version: '3.2.1' }],
    [
      'Dependency-Check',
      'dependency-check',
      {
        dependencies: [{ fileName: 'a.jar' }],
        projectInfo: { name: 'a' },
        scanInfo: { engineVersion: '12' },
      },
    ],
    ['a findings answer', 'findings', { sastFindings: { findings: [] }, scaFindings: null }],
    ['one in snake case', 'findings', { sast_findings: { findings: [{ rule_name: 'r' }] } }],
    ['a bare list of findings', 'findings', { findings: [{ id: 1, rule_name: 'r' }] }],
    ['one that only names the rule inside', 'findings', { findings: [{ rule: { name: 'r' } }] }],
    ['an empty page of secrets', 'findings', { findings: [], cursor: '', previous: '' }],
  ])('%s', async (_, format, file) => {
    for (const pieces of [1, 7, 10_000]) expect((await read(file, { pieces })).format).toBe(format)
  })

  test('in whatever order its keys stand', async () => {
    const file: Record<string, unknown> = semgrepFile([result], { skipped_rules: [], time: { a: [1] } })
    const keys = Object.keys(file)
    for (let turn = 0; turn < keys.length; turn++) {
      const order = [...keys.slice(turn), ...keys.slice(0, turn)]
      const turned = Object.fromEntries(order.map((key) => [key, file[key]]))
      expect(onlyRun(await read(turned)).findings).toHaveLength(1)
    }
  })

  test('what is wrong in a file of a known format is told with its place', async () => {
    const wrong = JSON.stringify(semgrepFile([result, { check_id: '' }, { check_id: 5 }]))
    expect(await faultOf(wrong)).toMatchObject({ path: '/results/1/check_id' })
    expect(await faultOf(semgrepFile([{ path: 'a' }]))).toMatchObject({ path: '/results/0/check_id' })
    expect(await faultOf({ runs: [1], version: '2.1.0' })).toMatchObject({ path: '/runs/0' })
    expect(await faultOf({ findings: [{ rule_name: 'r' }, {}] })).toMatchObject({
      path: '/findings/1/rule_name',
    })
    expect(await faultOf({ version: '1', paths: {}, errors: 'none', results: [] })).toMatchObject({
      message: 'a list was expected, not a string',
      path: '/errors',
    })
  })

  test('a file with the marks of two formats is refused until one is named', async () => {
    const both = { ...semgrepFile([result]), version: '2.1.0', runs: [run] }
    expect((await faultOf(both)).message).toBe(
      'the file matches Semgrep JSON and SARIF. Specify the format with `?format=semgrep` or `?format=sarif`',
    )
    expect((await read(both, { format: 'sarif' })).format).toBe('sarif')
    expect((await read(both, { format: 'semgrep' })).format).toBe('semgrep')
  })
})

describe('a format that the sender names', () => {
  test.each<[ReportFormat, object]>([
    ['semgrep', { results: [] }],
    ['semgrep', { results: [result], generated_at: '', metrics: {} }],
    ['sarif', { version: '2.0.0-csd.2.beta.2019-01-24', runs: [run] }],
    ['sarif', { runs: [run] }],
    ['cyclonedx', { components: [{ name: 'a' }] }],
    ['findings', { findings: [] }],
  ])('%s: %j is read without its marks', async (format, file) => {
    expect((await read(file, { format })).format).toBe(format)
  })

  test.each<[ReportFormat, object, string, RegExp]>([
    ['semgrep', { results: [result, { test_id: 'B1' }] }, '/results/1/check_id', /not a Semgrep result/],
    ['semgrep', { results: {} }, '/results', /a list was expected, not an object/],
    ['semgrep', { version: '2.1.0', runs: [] }, '', /does not match Semgrep JSON: it has no `results`/],
    ['sarif', { results: [] }, '', /does not match SARIF: it has no `runs`/],
    ['sarif', { version: '1.0.0', runs: [] }, '/version', /SARIF 1\.0\.0/],
    ['cyclonedx', { results: [] }, '', /has no `components`, `vulnerabilities` or `bomFormat`/],
    ['cyclonedx', { bomFormat: 'CycloneDX', specVersion: '1.1' }, '/specVersion', /use 1\.2 to 1\.7/],
    ['findings', { findings: [{}] }, '/findings/0/rule_name', /not a finding/],
    ['findings', [{ rule_name: 'r' }], '', /JSON list/],
  ])('%s: %j is refused for what its reader cannot read', async (format, file, path, message) => {
    const fault = await faultOf(file, { format })
    expect(fault).toMatchObject({ path })
    expect(fault.message).toMatch(message)
  })
})
