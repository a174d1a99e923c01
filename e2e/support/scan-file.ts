/** One result in a generated Semgrep file. */
export interface TestFinding {
  rule?: string
  message?: string
  path?: string
  line?: number
  severity?: 'ERROR' | 'WARNING' | 'INFO'
}

/** A Semgrep file with these results, each with a fingerprint of its own. */
export function semgrepFile(findings: readonly TestFinding[]): string {
  return JSON.stringify({
    version: '1.100.0',
    errors: [],
    paths: { scanned: [...new Set(findings.map((finding) => finding.path ?? 'src/app.js'))] },
    results: findings.map((finding, index) => ({
      check_id: finding.rule ?? 'javascript.express.sqli',
      path: finding.path ?? 'src/app.js',
      start: { line: finding.line ?? index + 1, col: 1, offset: 0 },
      end: { line: finding.line ?? index + 1, col: 20, offset: 19 },
      extra: {
        message:
          finding.message ?? `Finding number ${index + 1}: the query is built from a request parameter.`,
        severity: finding.severity ?? 'ERROR',
        fingerprint: `made-${index}`,
        lines: `db.query("select * from orders where id = " + request.query.id${index})`,
        metadata: { cwe: ['CWE-89: SQL Injection'], confidence: 'HIGH', category: 'security' },
      },
    })),
  })
}

/** Findings that differ only in their lines. */
export const generateFindings = (count: number): TestFinding[] => Array.from({ length: count }, () => ({}))

/** One secret in a generated Semgrep file. */
export interface TestSecret {
  value: string
  kind?: string
  state?: 'CONFIRMED_VALID' | 'CONFIRMED_INVALID' | 'VALIDATION_ERROR' | 'NO_VALIDATOR'
  path?: string
  line?: number
}

/** A Semgrep file with these secrets. The service must remove their values. */
export function secretsFile(secrets: readonly TestSecret[]): string {
  return JSON.stringify({
    version: '1.100.0',
    errors: [],
    paths: { scanned: [...new Set(secrets.map(({ path = 'config/ci.env' }) => path))] },
    results: secrets.map(({ value, kind = 'GitHub', state = 'CONFIRMED_VALID', path, line = 7 }) => ({
      check_id: `generic.secrets.${value.slice(0, 3)}`,
      path: path ?? 'config/ci.env',
      start: { line, col: 7 },
      end: { line, col: 7 + value.length },
      extra: {
        message: 'A token stands in the code.',
        severity: 'ERROR',
        validation_state: state,
        fingerprint: value,
        lines: `TOKEN=${value}`,
        metavars: { $SECRET: { abstract_content: value, start: { line }, end: { line } } },
        metadata: { secret_type: kind, technology: ['secrets'], category: 'security' },
      },
    })),
  })
}

/** A package in an SBOM, and the names of its dependencies. */
interface TestComponent {
  name: string
  version: string
  license?: string
  dependsOn?: readonly string[]
}

/** A CycloneDX file whose project depends on the first of these packages. */
export function sbomFile(components: readonly TestComponent[]): string {
  const [direct] = components
  const refOf = (name: string) => `ref:${name}`
  return JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'root', name: 'project' } },
    components: components.map(({ name, version, license }) => ({
      type: 'library',
      'bom-ref': refOf(name),
      name,
      version,
      purl: `pkg:npm/${encodeURIComponent(name)}@${version}`,
      ...(license ? { licenses: [{ license: { id: license } }] } : {}),
    })),
    dependencies: [
      { ref: 'root', dependsOn: direct ? [refOf(direct.name)] : [] },
      ...components.map(({ name, dependsOn = [] }) => ({
        ref: refOf(name),
        dependsOn: dependsOn.map(refOf),
      })),
    ],
  })
}

/** A finding without a fingerprint: only its code identifies it. */
interface TestCodeFinding {
  path: string
  line: number
  code: string
  rule?: string
}

/** A Semgrep file as its free edition writes it: with lines, without fingerprints. */
export function plainSemgrepFile(findings: readonly TestCodeFinding[]): string {
  return JSON.stringify({
    version: '1.100.0',
    errors: [],
    paths: { scanned: [...new Set(findings.map(({ path }) => path))] },
    results: findings.map(({ path, line, code, rule = 'python.lang.eval' }) => ({
      check_id: rule,
      path,
      start: { line, col: 1 },
      end: { line, col: 1 + code.length },
      extra: {
        message: 'Code is built from a request parameter.',
        severity: 'ERROR',
        fingerprint: 'requires login',
        lines: code,
        metadata: { category: 'security' },
      },
    })),
  })
}

/** A SARIF file without the lists of scanned rules and files. */
export function minimalSarif(count: number, more: { tool?: string; error?: string } = {}): string {
  const { tool = 'PlainLint', error } = more
  const notifications = [{ level: 'error', message: { text: error } }]
  return JSON.stringify({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool } },
        ...(error === undefined
          ? {}
          : { invocations: [{ executionSuccessful: false, toolExecutionNotifications: notifications }] }),
        results: Array.from({ length: count }, (_, at) => ({
          ruleId: `no-eval-${at}`,
          level: 'error',
          message: { text: `Finding number ${at + 1}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'src/app.js' },
                region: { startLine: at * 10 + 1, snippet: { text: `eval(input${at})` } },
              },
            },
          ],
        })),
      },
    ],
  })
}
