import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getProject } from '#contract/operations/projects.ts'
import { createScan, getScan } from '#contract/operations/scans.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { refuseWrites } from '#server/testing/refused-writes.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, sample, semgrep, supplyChainFindings, upload } from '../testing/upload.ts'

const xss = result('xss', 'app.py', 'render(name)', 10)

/** Everything that a scan can change. */
async function everything({ services }: TestService) {
  const { read } = services.database
  const tables = [
    'project',
    'ref',
    'scan',
    'scan_source',
    'rule',
    'finding',
    'finding_event',
    'audit_event',
  ] as const
  const rows = await Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()))
  return [rows, await read.selectFrom('deployment').select('change_number').execute()]
}

describe('a file that cannot be taken changes nothing', () => {
  const whole = sample('semgrep_one_finding.json')
  const wrongInside = '{"errors": [], "results": [\n  {"check_id": "r"}\n]}'
  test.each<[string, unknown, number, RegExp]>([
    ['cut off', whole.subarray(0, whole.length - 20), 400, /Line \d+, column \d+/],
    ['no JSON', Buffer.from('<?xml version="1.0"?><scan/>'), 400, /^The file is XML .*Gatehouse reads/],
    ['empty', Buffer.from(''), 400, /./],
    ['of no known format', { vulnerabilities: [] }, 400, /^The file is JSON .*Gatehouse reads.*SARIF/],
    ['wrong inside', wrongInside, 400, /^Line 2, column 3: this is not a Semgrep result/],
    ['a cut-off gzip', gzipSync(whole).subarray(0, 200), 400, /cut off/],
    [
      'a gzip bomb',
      gzipSync(Buffer.concat([Buffer.from('{"results":['), Buffer.alloc(40e6, 32)])),
      413,
      /times/,
    ],
    ['too large', Buffer.alloc(51 * 1024 * 1024, 32), 413, /larger than 50 MB/],
  ])('%s', async (_, file, status, detail) => {
    const service = await startTestService()
    await upload(service, semgrep([xss]))
    const before = await everything(service)
    const response = await upload(service, file)
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(response.body).toMatchObject({ detail: expect.stringMatching(detail) })
    expect(await everything(service)).toEqual(before)
  })

  test('and its place is named', async () => {
    const service = await startTestService()
    const response = await upload(service, wrongInside)
    expect(response.body).toMatchObject({
      errors: [
        {
          pointer: expect.stringContaining('/results/0'),
          detail: expect.any(String),
          line: 2,
          column: expect.any(Number),
        },
      ],
    })
  })

  test('whatever it is', async () => {
    const service = await startTestService()
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (text) => {
        expect((await upload(service, text)).status).toBe(400)
      }),
      { numRuns: runsOnEngine(50) },
    )
    expect(await codeFindings(service)).toEqual([])
  })

  test('and neither does a scan that breaks half-way', async () => {
    const service = await startTestService()
    await upload(service, semgrep([xss]))
    const before = await everything(service)
    // The audit row is written last, after findings, rules and history.
    const allow = await refuseWrites(service.services.database, 'insert', 'audit_event')
    const broken = await upload(service, sample('codeQL-output.sarif'))
    expect(broken.status).toBe(500)
    await allow()
    expect(await everything(service)).toEqual(before)
    expect((await upload(service, sample('codeQL-output.sarif'))).status).toBe(201)
  })
})

test('gzip is taken, announced or not', async () => {
  const service = await startTestService()
  const file = gzipSync(sample('semgrep_one_finding.json'))
  const plain = await upload(service, file)
  expect(plain.body.report).toMatchObject({ read: 1, new: 1 })
  const announced = await upload(
    service,
    file,
    { project: 'acme/api' },
    { headers: { 'content-encoding': 'gzip' } },
  )
  expect(announced.body.report).toMatchObject({ read: 1, new: 1 })
  const unknown = await upload(service, file, {}, { headers: { 'content-encoding': 'lzma' } })
  expect(unknown.status).toBe(415)
})

test.each([
  ['группа/проект 🚀'],
  ['group/sub/repo/tags'],
  ['<img src=x onerror=alert(1)>'],
  ["'; drop table finding; --"],
  ['.github/..passwd'],
  ['%2F%00'],
  ['a'.repeat(500)],
])('the project name %s is kept as it is', async (project) => {
  const service = await startTestService()
  expect((await upload(service, semgrep([xss]), { project })).status).toBe(201)
  const read = await service.send('GET', `/api/v1/deployments/main/projects/${encodeURIComponent(project)}`)
  expect(read.body).toMatchObject({ project: { name: project, primary_branch: 'refs/heads/main' } })
  expect(await codeFindings(service, { 'repos[]': project })).toMatchObject([
    { repository: { name: project } },
  ])
})

test('every wrong part of the query is named at once', async () => {
  const service = await startTestService()
  const before = await everything(service)
  const response = await upload(service, semgrep([xss]), {
    project: 'a\nb',
    ref: ' ',
    url: 'javascript:alert(1)',
    pull_request_id: 'seven',
    ci_job_url: 'ftp://ci.example.com',
    started_at: '2126-01-01T00:00:00Z',
  })
  expect(response.status).toBe(400)
  const { errors } = response.body as unknown as { errors: { parameter: string }[] }
  expect(errors.map((each) => each.parameter).toSorted()).toEqual([
    'ci_job_url',
    'project',
    'pull_request_id',
    'ref',
    'started_at',
    'url',
  ])
  const missing = await service.call(createScan, { body: Buffer.from('{}') })
  expect(missing.body).toMatchObject({ errors: [{ parameter: 'project' }] })
  const wrongKind = await upload(service, semgrep([xss]), { kind: 'partial' })
  expect(wrongKind.status).toBe(400)
  expect(await everything(service)).toEqual(before)
})

test('only a token that may write scans sends one, and a machine may do nothing else', async () => {
  const service = await startTestService()
  const viewer = await service.mint({ role: 'viewer' })
  expect((await upload(service, semgrep([xss]), {}, { token: viewer })).status).toBe(403)
  const machine = await service.mint({ role: 'ci' })
  expect((await upload(service, semgrep([xss]), {}, { token: machine })).status).toBe(201)
  expect(
    (await service.call(getProject, { path: { projectName: 'acme/shop' }, token: machine })).status,
  ).toBe(403)
})

test('the ref is the primary branch where none is named', async () => {
  const service = await startTestService()
  await upload(service, semgrep([xss]), { ref: 'trunk' })
  await upload(service, semgrep([xss]), { ref: 'refs/pull/3/merge' })
  const { body } = await upload(service, semgrep([xss]))
  expect(body.meta).toMatchObject({ branch: 'refs/heads/trunk' })
  const { body: project } = await service.call(getProject, { path: { projectName: 'acme/shop' } })
  expect(project.project).toMatchObject({ primary_branch: 'refs/heads/trunk' })
  expect(await codeFindings(service, { primary_ref: 'true' })).toHaveLength(1)
})

test('the same file without a commit counts again once another came between', async () => {
  const service = await startTestService()
  const [with_, without] = [semgrep([xss]), semgrep([])]
  expect((await upload(service, with_)).status).toBe(201)
  expect((await upload(service, with_)).status).toBe(200)
  expect((await upload(service, without)).status).toBe(201)
  expect((await upload(service, with_)).body.report).toMatchObject({ reopened: 1 })
})

test('two uploads of one file at the same time make one scan', async () => {
  const service = await startTestService()
  const send = () => upload(service, sample('codeQL-output.sarif'), { commit: 'c0ffee' })
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map((response) => response.status).toSorted()).toEqual([200, 200, 201])
  expect(new Set(answers.map((response) => response.body.id)).size).toBe(1)
  expect(await codeFindings(service)).toHaveLength(72)
})

test('an older scan that is sent later dates its findings', async () => {
  const service = await startTestService()
  const { body } = await upload(service, semgrep([xss]), { started_at: '2025-11-02T08:00:00Z' })
  expect(body.started_at).toBe('2025-11-02T08:00:00.000Z')
  expect(await codeFindings(service)).toMatchObject([
    { created_at: '2025-11-02T08:00:00.000Z', relevant_since: '2025-11-02T08:00:00.000Z' },
  ])
})

test('a rule that is new joins the default policy of its product', async () => {
  const service = await startTestService()
  await upload(service, semgrep([xss]))
  const [finding] = await codeFindings(service, { policies: 'rule-board-audit' })
  expect(finding).toMatchObject({ rule_name: 'xss', sourcing_policy: { slug: 'code', name: 'Code' } })
  expect(await codeFindings(service, { policies: 'rule-board-block' })).toEqual([])
})

test("another service's findings come with how they stood there", async () => {
  const service = await startTestService()
  const shared = { rule_name: 'r', severity: 'high', location: { filePath: 'a.py', line: 1 } }
  const code = [
    { ...shared, match_based_id: 'a', status: 'open', triage_state: 'untriaged' },
    {
      ...shared,
      match_based_id: 'b',
      status: 'ignored',
      triage_state: 'ignored',
      triage_reason: 'acceptable_risk',
      triage_comment: 'Staff only.',
      triaged_at: '2025-12-02T00:00:00Z',
      created_at: '2025-12-01T00:00:00Z',
      relevant_since: '2025-12-01T00:00:00Z',
    },
    { ...shared, match_based_id: 'c', status: 'fixed', state: 'fixed' },
    { ...shared, match_based_id: 'd', status: 'fixing' },
  ]
  const scaType = [
    {
      ...shared,
      match_based_id: 'e',
      vulnerability_identifier: 'CVE-2024-1',
      epss_score: { score: 0.5, percentile: 0.9 },
      found_dependency: { package: 'flask', version: '2.0.0', ecosystem: 'pypi', transitivity: 'direct' },
      fix_recommendations: [{ package: 'flask', version: '3.0.1' }],
      reachability: 'reachable',
      is_malicious: false,
    },
  ]
  const file = { sastFindings: { findings: code }, scaFindings: { findings: scaType } }
  expect((await upload(service, file)).body.report).toMatchObject({ read: 5, new: 5 })
  const listed = new Map((await codeFindings(service)).map((each) => [each.match_based_id, each]))
  expect(listed.get('a')).toMatchObject({ status: 'open' })
  expect(listed.get('b')).toMatchObject({
    status: 'ignored',
    triage_reason: 'acceptable_risk',
    triage_comment: 'Staff only.',
    triaged_at: '2025-12-02T00:00:00.000Z',
    created_at: '2025-12-01T00:00:00.000Z',
    relevant_since: '2025-12-01T00:00:00.000Z',
  })
  expect(listed.get('c')).toMatchObject({ status: 'fixed', state: 'fixed' })
  expect(listed.get('d')).toMatchObject({ status: 'fixing', triage_state: 'fixing' })
  expect(await supplyChainFindings(service)).toMatchObject([
    {
      vulnerability_identifier: 'CVE-2024-1',
      epss_score: { score: 0.5, percentile: 0.9 },
      found_dependency: { package: 'flask', version: '2.0.0', ecosystem: 'pypi', transitivity: 'direct' },
      fix_recommendations: [{ package: 'flask', version: '3.0.1' }],
      reachability: 'reachable',
      is_malicious: false,
    },
  ])

  const later = code.map((each) => ({ ...each, status: 'fixed', state: 'fixed' }))
  const { body } = await upload(service, {
    sastFindings: { findings: later },
    scaFindings: { findings: scaType },
  })
  expect(body.report).toMatchObject({ new: 0, fixed: 3, unchanged: 1 })
})

test('a file of several tools answers each of its scans, whose reports add up', async () => {
  const service = await startTestService()
  const run = (name: string, ...rules: string[]) => ({
    tool: { driver: { name } },
    results: rules.map((ruleId) => ({
      ruleId,
      message: { text: ruleId },
      locations: [{ physicalLocation: { artifactLocation: { uri: 'app.py' }, region: { startLine: 3 } } }],
    })),
  })
  const sarif = { version: '2.1.0', runs: [run('One', 'xss', 'sqli'), run('Two', 'ssrf')] }
  const { status, body } = await upload(service, sarif)
  expect(status).toBe(201)
  expect(body.scans.map(({ tool, project, report }) => [tool, project, report.new])).toEqual([
    ['One', 'acme/shop', 2],
    ['Two', 'acme/shop', 1],
  ])
  expect(body.report.new).toBe(3)
  for (const { id, url } of body.scans) {
    expect(url).toMatch(new RegExp(`/scans/${id}$`))
    const scan = await service.call(getScan, { path: { scanId: id } })
    expect(scan.body.id).toBe(id)
  }
  expect((await upload(service, sarif)).body).toMatchObject({ repeated: true, scans: body.scans })
})
