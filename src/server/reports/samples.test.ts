import { describe, expect, test } from 'vitest'
import type { ReportedFinding } from './report/report.ts'
import { faultOf, fixture, onlyFinding, onlyRun, read } from './testing/read.ts'

type SemgrepSample = {
  results: {
    check_id: string
    path: string
    start: { line: number; col: number }
    end: { line: number; col: number }
    extra: {
      message: string
      severity: string
      lines: string
      metadata: { cwe?: string | string[]; owasp?: string | string[] }
    }
  }[]
}

type SarifSample = {
  runs: {
    tool: { driver: { name: string; rules: { id: string; defaultConfiguration?: { level?: string } }[] } }
    results: {
      ruleId: string
      level?: string
      message: { text: string }
      locations: {
        physicalLocation: {
          artifactLocation: { uri: string }
          region?: { startLine: number; startColumn?: number; endLine?: number; endColumn?: number }
        }
      }[]
    }[]
  }[]
}

const severityOf: Record<string, string> = {
  ERROR: 'high',
  WARNING: 'medium',
  error: 'high',
  warning: 'medium',
  note: 'low',
}

function countBy(findings: readonly ReportedFinding[], of: (finding: ReportedFinding) => string) {
  return Object.fromEntries(
    Object.entries(Object.groupBy(findings, of)).map(([key, group]) => [key, group?.length ?? 0]),
  )
}

describe('Semgrep samples', () => {
  const counts: [string, number, string | null][] = [
    ['semgrep_one_finding.json', 1, null],
    ['semgrep_many_vulns.json', 48, null],
    ['semgrep_version_1_30_0_line_26.json', 5, '1.30.0'],
    ['close_old_findings_report_line31.json', 1, '1.97.0'],
    ['close_old_findings_report_second_run_line24.json', 1, '1.97.0'],
    ['close_old_findings_report_third_run_different_unique_id.json', 1, '1.97.0'],
  ]

  test.each(counts)(
    '%s brings every result with rule, message, severity, CWE and place',
    async (file, count, version) => {
      const bytes = fixture(file)
      const sample = JSON.parse(bytes.toString()) as SemgrepSample
      const report = await read(bytes)
      const run = onlyRun(report)
      expect(report).toMatchObject({ format: 'semgrep', read: count, leftOut: [] })
      expect(run.tool).toEqual({ name: 'Semgrep', version })
      expect(run.findings).toHaveLength(count)
      expect(new Set(run.findings.map((each) => each.matchBasedId)).size).toBe(count)
      for (const [index, result] of sample.results.entries()) {
        const finding = run.findings[index]
        expect(finding).toMatchObject({
          kind: 'code',
          rulePath: result.check_id,
          message: result.extra.message,
          severity: severityOf[result.extra.severity],
          location: {
            filePath: result.path,
            line: result.start.line,
            column: result.start.col,
            endLine: result.end.line,
            endColumn: result.end.col,
          },
          code: { startLine: result.start.line, lines: result.extra.lines.replace(/\n$/, '').split('\n') },
          suppressed: false,
        })
        const rule = run.rules.find((each) => each.path === result.check_id)
        expect(rule?.cweNames).toEqual([result.extra.metadata.cwe ?? []].flat())
        expect(rule?.owaspNames).toEqual([result.extra.metadata.owasp ?? []].flat())
      }
    },
  )

  test('empty: without a version it is taken only where it is said to be of Semgrep', async () => {
    const bytes = fixture('semgrep_empty.json')
    expect((await faultOf(bytes)).message).toMatch(/looks like Semgrep JSON without results/)
    expect(onlyRun(await read(bytes, { format: 'semgrep' }))).toMatchObject({ findings: [], rules: [] })
  })

  test('many_vulns: rules and severities', async () => {
    const run = onlyRun(await read(fixture('semgrep_many_vulns.json')))
    expect(run.rules).toHaveLength(6)
    expect(countBy(run.findings, (each) => each.severity)).toEqual({ high: 13, medium: 35 })
    const xml = run.findings.find((each) => each.rulePath.includes('use-defused-xml'))
    expect(xml).toMatchObject({
      fix: {
        startLine: 3,
        before: 'from xml.dom import NamespaceErr',
        after: 'from defusedxml.dom import NamespaceErr',
      },
    })
    const csv = run.findings.find((each) => each.kind === 'code' && each.fix?.after.includes('QUOTE_ALL'))
    expect(csv).toMatchObject({
      fix: {
        startLine: 33,
        before: "        writer = csv.writer(open(file_path, 'w'))",
        after: "        writer = csv.writer(open(file_path, 'w'), quoting=csv.QUOTE_ALL)",
      },
    })
  })

  test('one_finding: the fix stands in place of the match', async () => {
    const finding = onlyFinding(await read(fixture('semgrep_one_finding.json')), 'code')
    expect(finding.fix).toEqual({
      startLine: 64,
      before: '\t\t\tjavax.crypto.Cipher c = javax.crypto.Cipher.getInstance("DES/CBC/PKCS5Padding");',
      after: '\t\t\tjavax crypto Cipher.getInstance("AES/GCM/NoPadding");;',
    })
    expect(finding.references).toEqual(['https://capec.mitre.org/data/definitions/463.html'])
  })

  test('a finding that moves keeps its identity; another fingerprint is another finding', async () => {
    const [first, moved, other] = await Promise.all(
      ['line31', 'second_run_line24', 'third_run_different_unique_id'].map(async (name) =>
        onlyFinding(await read(fixture(`close_old_findings_report_${name}.json`)), 'code'),
      ),
    )
    expect(first?.location?.line).toBe(31)
    expect(moved?.location?.line).toBe(24)
    expect(moved?.matchBasedId).toBe(first?.matchBasedId)
    expect(moved?.syntacticId).toBe(first?.syntacticId)
    expect(other?.matchBasedId).not.toBe(first?.matchBasedId)
    expect(other?.syntacticId).toBe(first?.syntacticId)
    expect(first?.dataFlow?.map((each) => [each.kind, each.location.line, each.code])).toEqual([
      ['source', 6, 'sys.argv'],
      ['step', 6, 'program'],
      ['step', 6, 'program'],
      ['sink', 31, '[program, username, password]'],
    ])
  })

  test('a line inserted above every result changes no identity, with and without the scanner fingerprint', async () => {
    const bytes = fixture('semgrep_version_1_30_0_line_26.json')
    const shifted = (key: string, value: unknown) => (key === 'line' ? Number(value) + 1 : value)
    const unsigned = (key: string, value: unknown) => (key === 'fingerprint' ? 'requires login' : value)
    for (const change of [(_: string, value: unknown) => value, unsigned]) {
      const sample = JSON.parse(bytes.toString(), change)
      const before = onlyRun(await read(sample))
      const after = onlyRun(await read(JSON.parse(JSON.stringify(sample), shifted)))
      expect(after.findings.map((each) => each.matchBasedId)).toEqual(
        before.findings.map((each) => each.matchBasedId),
      )
      expect(after.findings.map((each) => each.location?.line)).toEqual(
        before.findings.map((each) => (each.location?.line ?? 0) + 1),
      )
      expect(before.coverage.scannedPaths).toEqual(['test.go'])
    }
  })
})

/** A message without the places that its links name, each line once if these alone told them apart. */
function withoutPlaces(message: string): string {
  const text = message.replace(/\[([^\]]*)\]\(\d+\)/g, '$1')
  return text === message ? text : [...new Set(text.split('\n'))].join('\n')
}

describe('SARIF samples', () => {
  const counts: [string, number, number, string, Record<string, number>][] = [
    ['bash-report.sarif', 27, 5, 'Shell Script Analysis', { low: 12 }],
    ['codeQL-output.sarif', 72, 149, 'CodeQL', { low: 57, high: 11, medium: 4 }],
    ['semgrepowasp-benchmark-sample.sarif', 1768, 28, 'semgrep', { medium: 1768 }],
    ['suppression_test.sarif', 5, 5, 'CodeScanner', { medium: 5 }],
  ]

  test.each(counts)('%s brings every result', async (file, count, rules, tool, severities) => {
    const bytes = fixture(file)
    const sample = (JSON.parse(bytes.toString()) as SarifSample).runs[0]
    const report = await read(bytes, { pieces: 65_536 })
    const run = onlyRun(report)
    // Results that are equal in all that they say are one.
    const results = [...new Map((sample?.results ?? []).map((each) => [JSON.stringify(each), each])).values()]
    const equal = count - results.length
    expect(report).toMatchObject({ format: 'sarif', read: count })
    expect(report.leftOut).toEqual(
      equal === 0 ? [] : [{ reason: 'results equal to another one', count: equal }],
    )
    expect(run.tool.name).toBe(tool)
    expect(run.rules).toHaveLength(rules)
    expect(run.findings).toHaveLength(results.length)
    expect(new Set(run.findings.map((each) => each.matchBasedId)).size).toBe(results.length)
    expect(countBy(run.findings, (each) => each.severity)).toEqual(severities)
    const levels = new Map(
      sample?.tool.driver.rules.map((each) => [each.id, each.defaultConfiguration?.level ?? 'warning']),
    )
    for (const [index, result] of results.entries()) {
      const physical = result.locations[0]?.physicalLocation
      expect(run.findings[index]).toMatchObject({
        kind: 'code',
        rulePath: result.ruleId,
        message: withoutPlaces(result.message.text),
        severity: severityOf[result.level ?? levels.get(result.ruleId) ?? ''],
        location: {
          filePath: physical?.artifactLocation.uri.replace(/^file:\/\/\/(?:home\/damien\/dd\/)?/, ''),
          line: physical?.region?.startLine ?? null,
          column: physical?.region?.startColumn ?? null,
          endColumn: physical?.region?.endColumn ?? null,
        },
      })
    }
  })

  test('no_runs speaks for no source', async () => {
    expect(await read(fixture('no_runs.sarif'))).toEqual({ format: 'sarif', runs: [], read: 0, leftOut: [] })
  })

  test('bash-report: checkout, end, and the folder of the run taken off the paths', async () => {
    const run = onlyRun(await read(fixture('bash-report.sarif')))
    expect(run).toMatchObject({
      completedAt: '2021-03-08T15:39:40.000Z',
      revision: { repositoryUrl: 'https://github.com/damiencarol/django-DefectDojo', branch: 'dev' },
    })
    expect(run.findings[0]).toMatchObject({
      location: { filePath: 'docker/setEnv.sh', line: 134 },
      references: ['https://github.com/koalaman/shellcheck/wiki/SC2076'],
    })
  })

  test('codeQL: titles, CWE, OWASP, context and flow', async () => {
    const run = onlyRun(await read(fixture('codeQL-output.sarif')))
    expect(run.rules.find((each) => each.path === 'py/path-injection')).toMatchObject({
      title: 'Uncontrolled data used in path expression',
      category: 'security',
      cweNames: ['CWE-22', 'CWE-23', 'CWE-36', 'CWE-73', 'CWE-99'],
      owaspNames: ['A1'],
      languages: ['python'],
    })
    const finding = run.findings[56]
    expect(finding).toMatchObject({
      rulePath: 'py/path-injection',
      location: { filePath: 'bad/libapi.py', line: 22 },
    })
    expect(finding?.kind === 'code' && finding.dataFlow?.map((each) => each.kind)).toEqual([
      'source',
      'step',
      'step',
      'step',
      'sink',
    ])
    expect(run.findings[0]).toMatchObject({ code: { startLine: 37 } })
  })

  test('suppression_test: what the scanner suppressed comes as suppressed', async () => {
    const run = onlyRun(await read(fixture('suppression_test.sarif')))
    expect(run.findings.map((each) => each.suppressed)).toEqual([true, true, true, false, false])
    expect(run.findings[0]?.location?.filePath).toBe('C:/code/file1.c')
  })
})
