import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csaf, cycloneDx, openVex, statement, vexShop } from './testing/shop.ts'

const decidedEarly = Date.UTC(2026, 0, 2)

describe('sending', () => {
  it('the same document again changes nothing, and neither does a dry run', async () => {
    const { find, upload, services, deployment } = await vexShop()
    await find(
      { severity: 'critical' },
      { key: 'other', ref: 'refs/heads/next', severity: 'high' },
      { advisory: 'CVE-2020-8203', state: 'fixed' },
    )
    const document = openVex([
      statement(),
      statement({ vulnerability: 'CVE-2020-8203', status: 'fixed' }),
      statement({ vulnerability: 'CVE-2000-0001' }),
    ])
    const changes = async () => {
      const row = await services.database.read
        .selectFrom('deployment')
        .select('change_number')
        .where('id', '=', deployment.id)
        .executeTakeFirstOrThrow()
      return row.change_number
    }
    const before = await changes()
    const preview = (await upload(document, { dry_run: true })).body
    expect(preview).toMatchObject({
      dry_run: true,
      total: {
        triaged: 1,
        unchanged: 1,
        unmatched: 1,
        findings: 2,
        severities: { critical: 1, high: 1, medium: 0, low: 0 },
      },
    })
    expect(await changes()).toBe(before)
    const first = (await upload(document)).body
    expect({ ...first, dry_run: true }).toMatchObject({ ...preview, results: expect.anything() })
    const after = await changes()
    expect(after).toBe(before + 1)
    const again = (await upload(document)).body
    expect(again.total).toEqual({
      triaged: 0,
      unchanged: 2,
      unmatched: 1,
      findings: 0,
      severities: { critical: 0, high: 0, medium: 0, low: 0 },
    })
    expect(await changes()).toBe(after)
  })

  it.each(['openvex', 'cyclonedx', 'csaf'])(
    'an own export of %s changes nothing, and gives another project the same decisions',
    async (format) => {
      const { find, download, upload } = await vexShop()
      const given = [
        {
          advisory: 'CVE-2021-0001',
          triage: 'ignored',
          reason: 'false_positive',
          note: 'Justification: code_not_reachable',
        },
        { advisory: 'CVE-2021-0002', triage: 'ignored', reason: 'acceptable_risk' },
        { advisory: 'CVE-2021-0003', triage: 'fixing' },
        { advisory: 'CVE-2021-0004', triage: 'reviewing' },
        { advisory: 'CVE-2021-0005', state: 'fixed' },
        { advisory: 'CVE-2021-0006', triage: 'ignored', reason: 'false_positive', note: 'Mine.' },
      ] as const
      await find(...given.map((one) => ({ triagedAt: decidedEarly, ...one })))
      await find(...given.map(({ advisory }) => ({ advisory, project: 'acme/copy' })))
      const { text } = await download({ format })
      const own = (await upload(text)).body
      expect(own.total).toMatchObject({ triaged: 0, unchanged: 6, unmatched: 0, findings: 0 })
      const other = (await upload(text, { project: 'acme/copy' })).body
      expect(new Set(other.results.map(({ reason }) => reason))).toEqual(new Set(['other_product']))
      const moved = text.replaceAll('acme/shop', 'acme/copy').replaceAll('acme%2Fshop', 'acme%2Fcopy')
      const { results } = (await upload(moved, { project: 'acme/copy' })).body
      expect(results.map(({ to_state: state, to_reason: why, reason }) => [state, why, reason])).toEqual([
        ['ignored', 'false_positive', null],
        ['ignored', 'acceptable_risk', null],
        ['fixing', null, null],
        ['reviewing', null, null],
        [null, null, 'only_scans_fix'],
        ['ignored', 'false_positive', null],
      ])
      const copied = (await download({ format, project: 'acme/copy' })).text
      const justification =
        format === 'cyclonedx' ? 'code_not_reachable' : 'vulnerable_code_not_in_execute_path'
      for (const one of [text, copied]) expect(one).toContain(justification)
    },
  )

  it('needs the scope to triage, and sees no other deployment', async () => {
    const { find, upload, mint, addDeployment } = await vexShop()
    await find({})
    for (const [role, status] of [
      ['viewer', 403],
      ['ci', 403],
      ['analyst', 200],
    ] as const)
      expect(
        (await upload(openVex([statement()]), { dry_run: true }, { token: await mint({ role }) })).status,
      ).toBe(status)
    await addDeployment('other')
    expect((await upload(openVex([]), {}, { path: { deploymentSlug: 'other' } })).status).toBe(404)
  })

  it('takes gzip, and whatever media type curl sends', async () => {
    const { find, upload } = await vexShop()
    await find({})
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { body } = await upload(gzipSync(JSON.stringify(openVex([statement()]))), {}, { headers })
    expect(body.total.triaged).toBe(1)
  })

  it.each<[string, unknown, number, string]>([
    ['nothing', Buffer.from(''), 400, 'Send a VEX document'],
    ['text', 'CVE-2021-23337', 400, 'not JSON'],
    ['XML', '<bom/>', 400, 'cyclonedx convert'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'not UTF-8'],
    ['another document', { runs: [] }, 400, 'not a VEX document'],
    ['a list', [], 400, 'not a VEX document'],
    ['a bill of materials', { bomFormat: 'CycloneDX', components: [] }, 400, 'no `vulnerabilities`'],
    ['damaged gzip', gzipSync('{}').subarray(0, 12), 400, 'damaged'],
    ['a gzip bomb', gzipSync(Buffer.alloc(11 * 1024 * 1024, 0x20)), 413, 'larger than 10 MB'],
    ['a file that is too large', Buffer.alloc(11 * 1024 * 1024, 0x20), 413, 'larger than 10 MB'],
    ['what is nested too deep', '['.repeat(100), 413, '64 levels'],
    ['too many values', `[${'[],'.repeat(1_000_000)}1]`, 413, 'too many values'],
    [
      'too many statements',
      openVex([
        statement({ products: Array(150).fill('pkg:npm/a'), subcomponents: Array(150).fill('pkg:npm/b') }),
      ]),
      413,
      '20,000 statements',
    ],
  ])('%s is refused', async (_, document, status, detail) => {
    const { find, upload } = await vexShop()
    await find({})
    const answer = await upload(document)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(detail)])
  })

  it('texts with control characters, markup and long names stores them harmlessly', async () => {
    const { find, upload, read } = await vexShop()
    const [id] = await find({})
    const hostile = `<script>\u0000\u202e\u0007 ${'x'.repeat(5_000)}`
    const document = openVex([statement({ impact_statement: hostile })], {
      '@id': hostile,
      author: `x\nSource: forged, statement 1, dated 2099-01-01T00:00:00.000Z`,
    })
    expect((await upload(document)).status).toBe(200)
    const { triage_comment: note } = await read(id)
    expect(note?.length).toBeLessThanOrEqual(3_000)
    for (const never of ['\u0000', '\u0007', '\u202e']) expect(note).not.toContain(never)
    expect(note?.split('\n').at(-1)).toMatch(/^Source: OpenVEX .*dated 2026-01-14T08:00:00\.000Z$/)
  })

  it('any JSON is applied or refused, never a failure of the service', async () => {
    const { find, upload } = await vexShop()
    await find({})
    const word = fc.constantFrom<unknown>(
      'CVE-2021-23337',
      'pkg:npm/lodash@4.17.20',
      'not_affected',
      'affected',
      'LODASH',
      '__proto__',
      null,
      1,
      [],
      {},
    )
    const value = fc.oneof(word, fc.jsonValue(), fc.array(word, { maxLength: 3 }))
    const record = (...keys: string[]) =>
      fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] })
    const list = (...keys: string[]) => fc.array(record(...keys), { maxLength: 3 })
    const document = fc.oneof(
      list('vulnerability', 'products', 'subcomponents', 'status', 'justification', 'timestamp').map((all) =>
        openVex(all),
      ),
      list('id', 'analysis', 'affects', 'references').map((all) => cycloneDx(all)),
      fc
        .tuple(
          record('product_status', 'flags', 'threats', 'remediations', 'ids'),
          record('branches', 'relationships', 'full_product_names'),
        )
        .map(([one, tree]) => csaf(one, tree)),
    )
    await fc.assert(
      fc.asyncProperty(document, async (one) => {
        expect([200, 400]).toContain((await upload(one, { dry_run: true })).status)
      }),
      { numRuns: 150 },
    )
  })
})
