import { describe, expect, test } from 'vitest'
import { onlyRun, read, semgrepFile } from '../testing/read.ts'

const weak = 'swordfish77horse'
const semgrep = (check_id: string, lines: string, extra: object = {}) =>
  semgrepFile([
    {
      check_id,
      path: 'a.py',
      start: { line: 3, col: 1 },
      end: { line: 3, col: lines.length + 1 },
      extra: { message: 'Look at this', severity: 'ERROR', lines, ...extra },
    },
  ])
const sarif = (rule: object, text: string | null, more: object = {}) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Some tool', rules: [{ id: 'rule', ...rule }] } },
      results: [
        {
          ruleId: 'rule',
          message: { text: 'Look at this' },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'a.py' },
                region: { startLine: 3, ...(text === null ? {} : { snippet: { text } }) },
              },
            },
          ],
          ...more,
        },
      ],
    },
  ],
})
const response = (rule: object, line: string, more: object = {}) => ({
  sastFindings: {
    findings: [
      {
        id: 5,
        rule_name: 'rule',
        rule: { name: 'rule', ...rule },
        location: { filePath: 'a.py', line: 3 },
        code: { startLine: 3, lines: [line] },
        ...more,
      },
    ],
  },
})

describe('a finding is a secret', () => {
  const line = `password = "${weak}"`
  const by: [string, object][] = [
    ['a technology', semgrep('python.generic', line, { metadata: { technology: ['secrets'] } })],
    ['a CWE of Semgrep', semgrep('python.hard', line, { metadata: { cwe: ['CWE-798: Hard-coded'] } })],
    ['a class of Semgrep', semgrep('x', line, { metadata: { vulnerability_class: ['Hard-coded Secrets'] } })],
    ['a rule id', sarif({ id: 'java.secrets.password' }, line, { ruleId: 'java.secrets.password' })],
    ['a tag', sarif({ properties: { tags: ['secrets'] } }, line)],
    ['a tag within a tag', sarif({ properties: { tags: ['external/secrets'] } }, line)],
    ['a CWE in a tag', sarif({ properties: { tags: ['external/cwe/cwe-259'] } }, line)],
    ['a CWE of the rule', sarif({ properties: { cwe: 'CWE-321' } }, line)],
    ['a CWE of the result', sarif({}, line, { properties: { cwe: 'CWE-798' } })],
    ['a title', sarif({ shortDescription: { text: 'Passwords And Secrets - Generic Password' } }, line)],
    [
      'a CWE, and a literal in the message',
      sarif({ properties: { cwe: 'CWE-798' } }, null, {
        message: { text: `The hard-coded value "${weak}" is used as password.` },
      }),
    ],
    [
      'a CWE, and a literal that flows',
      sarif({ properties: { cwe: 'CWE-798' } }, 'connect(password)', {
        codeFlows: [
          {
            threadFlows: [
              {
                locations: [1, 3].map((startLine) => ({
                  location: {
                    physicalLocation: { artifactLocation: { uri: 'a.py' }, region: { startLine } },
                    message: { text: startLine === 1 ? `"${weak}" : String` : 'password' },
                  },
                })),
              },
            ],
          },
        ],
      }),
    ],
    ['a CWE of an answer', response({ cwe_names: ['CWE-798: Hard-coded'] }, line)],
    ['a rule id of an answer', response({}, line, { rule_name: 'generic.secrets.x' })],
  ]
  test.each(by)('by %s', async (_, file) => {
    const run = onlyRun(await read(file))
    expect(run.findings).toMatchObject([
      { kind: 'secret', secretHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    expect(run.rules.some(({ product }) => product === 'secret')).toBe(true)
    expect(JSON.stringify(run)).not.toContain(weak)
  })
})

describe('a finding is code', () => {
  const cwe = { properties: { tags: ['security', 'external/cwe/cwe-798'] } }
  test.each([
    ['that names a variable', sarif(cwe, 'password = os.environ["DB_PASSWORD"]')],
    ['that calls a function', sarif(cwe, 'password = read_password(self.name)')],
    ['without a snippet', sarif(cwe, null)],
    [
      'of a resource for secrets',
      semgrep('terraform.aws.aws-secretsmanager-secret-unencrypted', 'resource x {'),
    ],
    ['of another weakness', sarif({ properties: { cwe: 'CWE-7980' } }, `a = "${weak}"`)],
    ['of no weakness', sarif({}, `a = "${weak}"`)],
  ])('%s', async (_, file) => {
    expect(onlyRun(await read(file)).findings).toMatchObject([{ kind: 'code' }])
  })

  test('of a package, whatever its advisory says', async () => {
    const file = {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      components: [{ 'bom-ref': 'a', type: 'library', name: 'a', version: '1', purl: 'pkg:npm/a@1' }],
      vulnerabilities: [{ id: 'CVE-2024-1', cwes: [798], affects: [{ ref: 'a' }] }],
    }
    expect(onlyRun(await read(file)).findings).toMatchObject([{ kind: 'supplyChain' }])
  })
})

describe('what stands beside a secret', () => {
  const secret = {
    check_id: 'generic.secrets.password',
    path: 'a.py',
    start: { line: 3, col: 1 },
    end: { line: 3, col: 40 },
    extra: {
      message: 'm',
      lines: `connect("db", "${weak}")`,
      metavars: { $SECRET: { abstract_content: weak } },
    },
  }
  const code = {
    ...secret,
    check_id: 'python.lang.sql',
    extra: { message: `Look at ${weak}`, lines: secret.extra.lines, fix: `connect(db, "${weak}")` },
  }

  test('another finding of the same file, and an error, do not show it either', async () => {
    const errors = [{ level: 'warn', type: 'Timeout', path: 'a.py', message: `at ${weak.toUpperCase()}` }]
    const run = onlyRun(await read(semgrepFile([code, secret], { errors })))
    expect(run.findings.map(({ kind }) => kind)).toEqual(['code', 'secret'])
    expect(JSON.stringify(run).toLowerCase()).not.toContain(weak)
    expect(run.findings[0]).toMatchObject({ code: { lines: ['connect("db", "[removed]")'] } })
  })

  test('the code of a secret whose value is known is kept without it and without other literals', async () => {
    const { findings } = onlyRun(await read(semgrepFile([secret])))
    expect(findings).toMatchObject([{ code: { startLine: 3, lines: ['connect("db", "[removed]")'] } }])
  })

  test('nothing of the source is kept where the value is not known', async () => {
    const masked = { ...secret.extra, lines: `connect("***", "ghp_****")`, metavars: {}, fix: 'x' }
    const { findings } = onlyRun(await read(semgrepFile([{ ...secret, extra: masked }])))
    expect(findings).toMatchObject([{ secretHash: null, code: null, dataFlow: null, fix: null }])
  })
})
