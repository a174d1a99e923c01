import { describe, expect, it } from 'vitest'
import type { CallOptions } from '#server/testing/service.ts'
import { vexShop } from './testing/shop.ts'
import { assertCsafVex, assertCycloneDxVex, assertOpenVex } from './testing/valid.ts'

const decidedAt = Date.UTC(2026, 0, 12)
const ignored = (reason: 'false_positive' | 'acceptable_risk' | 'no_time' | 'no_triage_reason') =>
  ({ triage: 'ignored', reason, triagedAt: decidedAt, triagedBy: 'Ann Other' }) as const

/** A project with a finding for each decision, and a note that must not leave. */
async function everyDecision() {
  const shop = await vexShop()
  await shop.find(
    { advisory: 'CVE-2021-0001', ...ignored('false_positive'), note: 'a note of Ann Other' },
    { advisory: 'CVE-2021-0002', ...ignored('acceptable_risk'), note: 'a note of Ann Other' },
    { advisory: 'CVE-2021-0003', ...ignored('no_time') },
    { advisory: 'CVE-2021-0004', ...ignored('no_triage_reason') },
    { advisory: 'CVE-2021-0005', triage: 'fixing', triagedAt: decidedAt },
    { advisory: 'CVE-2021-0006', triage: 'reviewing', triagedAt: decidedAt },
    { advisory: 'CVE-2021-0007', state: 'fixed' },
    { advisory: 'CVE-2021-0008', state: 'fixed', ...ignored('false_positive') },
    // Nobody decided about these, and reachability is no decision.
    { advisory: 'CVE-2021-0009', reachability: 'unreachable' },
    { advisory: 'CVE-2021-0010', state: 'muted' },
    { advisory: 'CVE-2021-0011', triage: 'reopened', triagedAt: decidedAt },
    // These are not there.
    { advisory: 'CVE-2021-0012', state: 'removed', ...ignored('false_positive') },
    { advisory: 'CVE-2021-0013', ref: 'refs/heads/other', ...ignored('false_positive') },
    { advisory: 'CVE-2021-0014', project: 'acme/other', ...ignored('false_positive') },
    { type: 'sast', advisory: null, ...ignored('false_positive') },
    { type: 'secrets', advisory: null, secretType: 'AWS', ...ignored('false_positive') },
  )
  return shop
}

const noted = (justification: string) => ({
  ...ignored('false_positive'),
  note: `Looked at it.\nJustification: ${justification}\nIt is never called.`,
})

describe('OpenVEX', () => {
  it('says what was decided, and neither notes nor names of people', async () => {
    const { download } = await everyDecision()
    const { text, headers } = await download()
    const statements = assertOpenVex(text)
    const said = statements.map((one) => [
      one.vulnerability.name.slice(-4),
      one.status,
      one['impact_statement'] ?? one['action_statement'] ?? null,
    ])
    expect(said).toEqual([
      ['0001', 'not_affected', 'Triaged as a false positive.'],
      ['0002', 'affected', 'The risk is accepted; no fix is planned.'],
      ['0003', 'under_investigation', null],
      ['0004', 'under_investigation', null],
      ['0005', 'affected', 'A fix is in progress.'],
      ['0006', 'under_investigation', null],
      ['0007', 'fixed', null],
      ['0008', 'fixed', null],
    ])
    expect(statements[0]).toMatchObject({
      timestamp: '2026-01-12T00:00:00.000Z',
      products: [
        {
          '@id': expect.stringContaining('acme/shop'),
          subcomponents: [{ '@id': 'pkg:npm/lodash@4.17.20' }],
        },
      ],
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="vex-acme-shop-main-2026-01-15.openvex.json"',
      'x-total-count': '8',
    })
    for (const never of ['Ann Other', 'a note', 'unreachable', 'AWS']) expect(text).not.toContain(never)
  })

  it('has what nobody decided about only if it is asked for, under investigation', async () => {
    const { download } = await everyDecision()
    const statements = assertOpenVex((await download({ undecided: true })).text)
    const undecided = statements.filter(({ vulnerability }) => /00(09|10|11)$/.test(vulnerability.name))
    expect(undecided.map(({ status }) => status)).toEqual(Array(3).fill('under_investigation'))
  })

  it('is of another ref where it is asked for', async () => {
    const { download } = await everyDecision()
    const statements = assertOpenVex((await download({ ref: 'other' })).text)
    expect(statements.map(({ vulnerability }) => vulnerability.name)).toEqual(['CVE-2021-0013'])
  })

  it('is the same text for the same decisions, and keeps the ids of statements when one changes', async () => {
    const { download, find, clock } = await everyDecision()
    const first = await download()
    clock.now += 3600_000
    expect((await download()).text).toBe(first.text)
    await find({ advisory: 'CVE-2021-0099', triage: 'fixing', triagedAt: clock.now })
    const second = await download()
    const [before, after] = [first, second].map(({ text }) => assertOpenVex(text))
    expect(after?.slice(0, -1)).toEqual(before)
    expect(JSON.parse(second.text)['@id']).not.toBe(JSON.parse(first.text)['@id'])
    expect(JSON.parse(second.text).timestamp).toBe(new Date(clock.now).toISOString())
  })

  it('claims for a package only what holds for all of its findings', async () => {
    const { find, download } = await vexShop()
    const advisory = 'CVE-2021-23337'
    await find(
      { advisory, ...ignored('false_positive'), path: 'a/package-lock.json' },
      { advisory, path: 'b/package-lock.json' },
      { advisory, ...ignored('false_positive'), version: '3.0.0' },
      { advisory, state: 'fixed', version: '3.0.0' },
      { advisory, ...ignored('false_positive'), version: '2.0.0' },
      { advisory, triage: 'fixing', triagedAt: decidedAt, version: '2.0.0' },
    )
    const statements = assertOpenVex((await download()).text)
    const said = statements.map((one) => [one.products[0]?.subcomponents[0]?.['@id'], one.status])
    expect(said).toEqual([
      ['pkg:npm/lodash@2.0.0', 'affected'],
      ['pkg:npm/lodash@3.0.0', 'not_affected'],
      ['pkg:npm/lodash@4.17.20', 'under_investigation'],
    ])
  })

  it('takes the justification that a note names on a line of its own', async () => {
    const { find, download } = await vexShop()
    await find(
      { advisory: 'CVE-2021-0001', ...noted('inline_mitigations_already_exist') },
      { advisory: 'CVE-2021-0002', ...noted('code_not_reachable') },
      { advisory: 'CVE-2021-0003', ...noted('requires_configuration') },
      { advisory: 'CVE-2021-0004', ...noted('made_up') },
      { advisory: 'CVE-2021-0005', ...noted('code_not_reachable'), reason: 'acceptable_risk' },
    )
    const { text } = await download()
    const said = assertOpenVex(text).map((one) => one['justification'] ?? one['impact_statement'] ?? null)
    expect(said).toEqual([
      'inline_mitigations_already_exist',
      'vulnerable_code_not_in_execute_path',
      'Exploiting it requires a configuration that is not present.',
      'Triaged as a false positive.',
      null,
    ])
    expect(text).not.toContain('never called')
  })
})

describe('the product', () => {
  it.each([
    ['https://github.com/Acme/Shop', 'pkg:github/acme/shop'],
    ['https://github.com/acme/shop.git', 'pkg:github/acme/shop'],
    ['https://gitlab.com/acme/group/shop/', 'pkg:gitlab/acme/group/shop'],
    ['https://code.example/acme/shop', 'pkg:generic/acme/shop?vcs_url=https://code.example/acme/shop'],
    [null, 'pkg:generic/acme/shop'],
  ])('of the repository %s is %s', async (url, expected) => {
    const { find, download, services } = await vexShop()
    await find({ triage: 'fixing' })
    await services.database.write((writer) => writer.updateTable('project').set({ url }).execute())
    const [statement] = assertOpenVex((await download()).text)
    expect(statement?.products).toMatchObject([{ '@id': expect.stringContaining(expected.slice(0, 30)) }])
  })

  it('is the package URL of the request', async () => {
    const { download } = await everyDecision()
    const product = 'pkg:oci/shop?repository_url=ghcr.io/acme/shop'
    for (const format of ['openvex', 'cyclonedx', 'csaf'])
      expect((await download({ product, format })).text).toContain('pkg:oci/shop?repository_url=')
    const refused = await download({ product: 'shop' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('is not a package URL')])
  })
})

describe('CycloneDX', () => {
  it('is valid, and says what was decided in its own words', async () => {
    const { download, find } = await everyDecision()
    await find(
      { advisory: 'CVE-2022-0001', ...noted('inline_mitigations_already_exist') },
      { advisory: 'CVE-2022-0002', ...noted('requires_environment') },
      { advisory: 'CVE-2022-0003', ...noted('vulnerable_code_cannot_be_controlled_by_adversary') },
      { advisory: 'GHSA-35jh-r3h4-6jhm', package: '@scope/x', version: '1.0.0', triage: 'reviewing' },
    )
    const { text, headers } = await download({ format: 'cyclonedx' })
    const said = (await assertCycloneDxVex(text)).map(({ id, analysis }) => [
      id,
      analysis.state,
      analysis.justification ?? analysis.response?.join() ?? null,
    ])
    expect(said).toEqual([
      ['CVE-2021-0001', 'false_positive', null],
      ['CVE-2021-0002', 'exploitable', 'will_not_fix'],
      ['CVE-2021-0003', 'in_triage', null],
      ['CVE-2021-0004', 'in_triage', null],
      ['CVE-2021-0005', 'exploitable', 'update'],
      ['CVE-2021-0006', 'in_triage', null],
      ['CVE-2021-0007', 'resolved', null],
      ['CVE-2021-0008', 'resolved', null],
      ['CVE-2022-0001', 'not_affected', 'protected_by_mitigating_control'],
      ['CVE-2022-0002', 'not_affected', 'requires_environment'],
      ['CVE-2022-0003', 'false_positive', null],
      ['GHSA-35jh-r3h4-6jhm', 'in_triage', null],
    ])
    expect(headers).toMatchObject({ 'content-type': 'application/vnd.cyclonedx+json; version=1.6' })
    expect(text).not.toContain('Ann Other')
  })

  it('may be empty', async () => {
    const { download, find } = await vexShop()
    await find({})
    expect(await assertCycloneDxVex((await download({ format: 'cyclonedx' })).text)).toEqual([])
  })
})

describe('CSAF', () => {
  it('is valid in the profile VEX, and says what was decided', async () => {
    const { download, find } = await everyDecision()
    const document = { fix_recommendations: [{ package: 'lodash', version: '4.17.21' }] }
    await find(
      { advisory: 'CVE-2021-0001', ...noted('code_not_present'), version: '5.0.0' },
      { advisory: 'CVE-2021-0005', triage: 'fixing', version: '5.0.0', document },
      { advisory: 'GHSA-35jh-r3h4-6jhm', triage: 'reviewing' },
    )
    const vulnerabilities = assertCsafVex((await download({ format: 'csaf' })).text)
    expect(vulnerabilities).toHaveLength(9)
    const [first, accepted, , , fixing] = vulnerabilities
    expect(first).toMatchObject({
      cve: 'CVE-2021-0001',
      product_status: { known_not_affected: [expect.any(String), expect.any(String)] },
      flags: [{ label: 'vulnerable_code_not_present' }],
      threats: [{ category: 'impact', details: 'Triaged as a false positive.' }],
    })
    expect(accepted?.remediations).toMatchObject([{ category: 'no_fix_planned' }])
    expect(fixing?.remediations).toMatchObject([
      { category: 'none_available' },
      { category: 'vendor_fix', details: 'A fix is in progress: update lodash to 4.17.21.' },
    ])
    expect(vulnerabilities.at(-1)).toMatchObject({
      ids: [{ system_name: 'GitHub Security Advisory', text: 'GHSA-35jh-r3h4-6jhm' }],
      product_status: { under_investigation: [expect.any(String)] },
    })
  })
})

describe('ignore files', () => {
  it('of Trivy have each ignored vulnerability in its package, also while it is not reported', async () => {
    const { download } = await everyDecision()
    const { text, headers } = await download({ format: 'trivyignore' })
    expect(headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect([...text.matchAll(/^ {2}- id: "(.*)"$/gm)].map(([, id]) => id)).toEqual([
      'CVE-2021-0001',
      'CVE-2021-0002',
      'CVE-2021-0003',
      'CVE-2021-0004',
      // Trivy does not report what it ignores, so that Gatehouse sees it as fixed.
      'CVE-2021-0008',
    ])
    expect(text).toContain(
      '  - id: "CVE-2021-0001"\n    purls:\n      - "pkg:npm/lodash@4.17.20"\n    statement: "False positive in Gatehouse, 2026-01-12"\n',
    )
  })

  it('of OSV-Scanner leave out what is open in another package, and say so', async () => {
    const { find, download } = await vexShop()
    await find(
      { advisory: 'CVE-2021-0001', ...ignored('acceptable_risk') },
      { advisory: 'CVE-2021-0001', ...ignored('acceptable_risk'), package: 'lodash-es' },
      { advisory: 'CVE-2021-0002', ...ignored('acceptable_risk') },
      { advisory: 'CVE-2021-0002', package: 'lodash-es' },
    )
    expect((await download({ format: 'osv-scanner' })).text).toBe(
      [
        '# What is ignored in Gatehouse in acme/shop, refs/heads/main.',
        '',
        '[[IgnoredVulns]]',
        'id = "CVE-2021-0001"',
        'reason = "Acceptable risk in Gatehouse, 2026-01-12"',
        '# CVE-2021-0002 is left out: it is not ignored in lodash-es 4.17.20.',
        '',
      ].join('\n'),
    )
  })

  it('say until when something is ignored, by the earliest of its ends', async () => {
    const { find, download } = await vexShop()
    const until = (day: number) => ({ ...ignored('no_time'), ignoredUntil: Date.UTC(2026, 2, day, 22) })
    await find(
      { ...until(9) },
      { ...until(7), package: 'lodash-es' },
      { advisory: 'CVE-2021-0002', ...ignored('no_time') },
    )
    const { text } = await download({ format: 'trivyignore' })
    expect(text.match(/expired_at: .*/g)).toEqual(['expired_at: 2026-03-09', 'expired_at: 2026-03-07'])
    expect((await download({ format: 'osv-scanner' })).text).toContain(
      '[[IgnoredVulns]]\nid = "CVE-2021-23337"\nreason = "Ignored in Gatehouse, 2026-01-12"\nignoreUntil = 2026-03-07\n',
    )
  })

  it('leave out what is ignored until a fix is known, which only a scan can report', async () => {
    const { find, download } = await vexShop()
    await find(
      { ...ignored('no_time'), ignoreEnds: 'fix_available' },
      { advisory: 'CVE-2021-0002', ...ignored('no_time') },
    )
    const trivy = (await download({ format: 'trivyignore' })).text
    expect(trivy.match(/id: .*/g)).toEqual(['id: "CVE-2021-0002"'])
    expect(trivy).toContain('# CVE-2021-23337 is left out: it is ignored until a fix is available.')
    const osv = (await download({ format: 'osv-scanner' })).text
    expect(osv.match(/id = .*/g)).toEqual(['id = "CVE-2021-0002"'])
    expect(osv).toContain('# CVE-2021-23337 is left out: it is ignored until a fix is available.')
  })

  it('are empty where nothing is ignored', async () => {
    const { download, find } = await vexShop()
    await find({})
    expect((await download({ format: 'trivyignore' })).text).toMatch(/^#.*\nvulnerabilities: \[\]\n$/)
    expect((await download({ format: 'osv-scanner' })).text).toMatch(/^#[^\n]*\n$/)
  })

  it('quote whatever names there are', async () => {
    const { find, download } = await vexShop()
    await find({ advisory: 'CVE"\n- id: "x\u007f\u2028', ...ignored('no_time') })
    for (const format of ['trivyignore', 'osv-scanner']) {
      const { text } = await download({ format })
      expect(text).toContain('"CVE\\"\\n- id: \\"x')
      expect(text).toContain('\\u007f\\u2028')
    }
  })
})

describe('a request', () => {
  it.each<[string, CallOptions['query'], number, string]>([
    ['without a project', '', 400, 'is missing'],
    ['for an unknown project', { project: 'acme/none' }, 404, 'This project does not exist.'],
    ['for an unknown ref', { project: 'acme/shop', ref: 'none' }, 404, 'This ref does not exist.'],
    ['for an unknown format', { project: 'acme/shop', format: 'vdr' }, 400, 'openvex'],
    ['without anything to say', { project: 'acme/shop' }, 422, 'There is no statement to export'],
    ['without anything to say in CSAF', { project: 'acme/shop', format: 'csaf' }, 422, 'undecided=true'],
  ])('%s is refused', async (_, query, status, detail) => {
    const { find, send } = await vexShop()
    await find({})
    const text = new URLSearchParams(query as Record<string, string>).toString()
    const answer = await send('GET', `/api/v1/deployments/main/vex?${text}`)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(detail)])
  })

  it('for the headers alone has no body, and does not count as a running export', async () => {
    const { find, send } = await vexShop()
    await find({ triage: 'fixing' })
    for (let n = 0; n < 12; n++) {
      const { status, headers, text } = await send('HEAD', '/api/v1/deployments/main/vex?project=acme/shop')
      expect([status, headers['x-total-count'], text]).toEqual([200, '1', ''])
    }
  })

  it('needs to read findings, and sees no other deployment', async () => {
    const { download, mint, addDeployment, find } = await vexShop()
    await find({ triage: 'fixing' })
    const ci = await mint({ role: 'ci' })
    expect((await download({}, { token: ci })).status).toBe(403)
    expect((await download({}, { token: await mint({ role: 'viewer' }) })).status).toBe(200)
    await addDeployment('other')
    expect((await download({}, { path: { deploymentSlug: 'other' } })).status).toBe(404)
  })
})
