import { describe, expect, test } from 'vitest'
import type { ReportFormat, ScanReport } from '../report/report.ts'
import { read } from '../testing/read.ts'
import { sampleFiles } from '../testing/samples/all.ts'

/** The lists of each format that can hold findings, by the keys that lead to them; `[]` is the file itself. */
const lists: Record<ReportFormat, readonly string[]> = {
  semgrep: ['results'],
  sarif: ['runs.results', 'inlineExternalProperties.results'],
  findings: ['sastFindings.findings', 'scaFindings.findings', 'sast_findings.findings', 'findings'],
  cyclonedx: ['vulnerabilities'],
  grype: ['matches', 'ignoredMatches'],
  'npm-audit': ['vulnerabilities', 'advisories'],
  trivy: [
    'Results.Vulnerabilities',
    'Results.Misconfigurations',
    'Results.Secrets',
    'Results.Licenses',
    'Results.ExperimentalModifiedFindings',
  ],
  spdx: [],
  checkov: ['results.failed_checks', 'results.skipped_checks', 'results.passed_checks'],
  gitleaks: ['[]'],
  bandit: ['results'],
  'osv-scanner': [
    'results.packages.vulnerabilities',
    'results.packages.groups',
    'results.packages.license_violations',
  ],
  trufflehog: ['[]'],
  gitlab: ['vulnerabilities'],
  'dependency-check': ['dependencies.vulnerabilities', 'dependencies.suppressedVulnerabilities'],
  dependabot: ['[]', 'data.repository.vulnerabilityAlerts.nodes'],
  'code-scanning': ['[]'],
  gatehouse: ['findings'],
  snyk: [
    'vulnerabilities',
    'filtered.ignore',
    'filtered.patch',
    'applications.vulnerabilities',
    'applications.filtered.ignore',
  ],
}

/** The elements of a list, or the values of an object in its place. */
const elementsOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

/** The places in a value to which these keys lead, in any element of a list. */
function placesOf(value: unknown, keys: readonly string[]): { holder: object; key: string }[] {
  const [key, ...rest] = keys
  if (typeof value !== 'object' || value === null || key === undefined) return []
  if (Array.isArray(value)) return value.flatMap((element) => placesOf(element, keys))
  if (rest.length === 0) return Object.hasOwn(value, key) ? [{ holder: value, key }] : []
  return placesOf(Reflect.get(value, key), rest)
}

/** A copy of a file whose lists of findings are all empty but the one at these keys, null if it has none there. */
function only(format: ReportFormat, file: unknown, path: string): unknown {
  if (path === '[]') return Array.isArray(file) && file.length > 0 ? file : null
  const copy = structuredClone(file)
  const kept = placesOf(copy, path.split('.')).filter(
    ({ holder, key }) => elementsOf(Reflect.get(holder, key)).length > 0,
  )
  if (kept.length === 0) return null
  for (const other of lists[format])
    for (const { holder, key } of placesOf(copy, other.split('.'))) {
      if (kept.some((each) => each.holder === holder && each.key === key)) continue
      Reflect.set(holder, key, Array.isArray(Reflect.get(holder, key)) ? [] : {})
    }
  return copy
}

/** The findings of a report, and what it says to have left out. */
const countOf = ({ runs, leftOut }: ScanReport) =>
  runs.reduce((sum, { findings }) => sum + findings.length, 0) +
  leftOut.reduce((sum, { count }) => sum + count, 0)

/** Files for lists that the samples do not have, or have empty. */
function moreFiles(format: ReportFormat): readonly unknown[] {
  const [first] = sampleFiles[format]
  if (format === 'sarif') {
    const results = [{ ruleId: 'r', locations: [], message: { text: 'm' } }]
    return [{ version: '2.1.0', runs: [], inlineExternalProperties: [{ results }] }]
  }
  if (format === 'grype') return [{ ...first, ignoredMatches: Reflect.get(first ?? {}, 'matches') }]
  if (format === 'osv-scanner') {
    const violation = {
      package: { name: 'a', version: '1', ecosystem: 'npm' },
      license_violations: ['GPL-3.0-only'],
    }
    return [{ results: [{ source: { path: 'package-lock.json' }, packages: [violation] }] }]
  }
  if (format === 'trufflehog') return [[first]]
  if (format === 'findings') return [{ sast_findings: { findings: [{ rule_name: 'r' }] } }]
  if (format !== 'snyk' || !first) return []
  const issues = Reflect.get(first, 'vulnerabilities')
  const app = { ...first, filtered: { ignore: issues, patch: [] } }
  return [
    { ...first, docker: {}, applications: [app] },
    { ...first, filtered: { ignore: [], patch: issues } },
  ]
}

const files = (format: ReportFormat) => [...sampleFiles[format], ...moreFiles(format)]

describe('no list of a format that can hold findings is passed over', () => {
  const all = (Object.keys(lists) as ReportFormat[]).flatMap((format) =>
    lists[format].map((path): [ReportFormat, string] => [format, path]),
  )
  test.each(all)('%s: %s', async (format, path) => {
    const made = files(format).map((file) => only(format, file, path))
    const [file] = made.filter((each) => each !== null)
    expect(file, 'a sample has such a list').toBeDefined()
    // Read as its format, since a list that is empty may have been a mark of it.
    expect(countOf(await read(file, { format }))).toBeGreaterThan(0)
  })

  test('of SPDX, which has none', async () => {
    expect(lists.spdx).toEqual([])
    const issues = [{ cve: 'CVE-2026-1', severity: 'high' }]
    expect((await read({ ...sampleFiles.spdx[0], issues })).leftOut).toContainEqual({
      reason: 'list `issues`, which is not read',
      count: 1,
    })
  })
})

test('the samples have no list with findings that is not read', async () => {
  for (const format of Object.keys(sampleFiles) as ReportFormat[])
    for (const file of sampleFiles[format])
      expect((await read(file, { format })).leftOut.filter(({ reason }) => /not read/.test(reason))).toEqual(
        [],
      )
})
