import { describe, expect, it } from 'vitest'
import { getFinding, listFindings } from '#contract/operations/findings.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from '../testing/build.ts'

async function service() {
  const started = await startTestService()
  return { ...started, build: new Build(started) }
}

describe('one finding', () => {
  it('has its history from the first scan on, and no more than the scan sent', async () => {
    const { call, build } = await service()
    const [id = 0] = await build.add({ at: 3 })
    const { body } = await call(getFinding, { path: { id } })
    expect(body).toMatchObject({
      id,
      issue_type: 'sast',
      rule_title: 'A rule',
      policy_mode: 'MODE_MONITOR',
      code: null,
      data_flow: null,
      fix: null,
      references: null,
      instances: [],
      first_seen: { commit: '9f2c1ab', author: 'Ada', ref: 'refs/heads/main' },
      sourcing_policy: { name: 'Code', slug: 'code' },
      rule_message: 'This is wrong.',
    })
    expect(body.history).toEqual([
      {
        at: '2026-01-10T00:03:00.000Z',
        what: 'found',
        scan_id: body.first_seen_scan_id,
        ref: 'refs/heads/main',
      },
    ])
  })

  it('says what the list says', async () => {
    const { call, build } = await service()
    await build.add(
      { document: { rule_message: 'Own words', assistant: { autotriage: { verdict: 'true_positive' } } } },
      { document: { rule_message: null } },
    )
    const { body } = await call(listFindings)
    for (const listed of body.sastFindings?.findings ?? []) {
      const { body: finding } = await call(getFinding, { path: { id: listed.id } })
      expect(finding).toMatchObject(listed)
    }
    expect(body.sastFindings?.findings.map((finding) => finding.rule_message)).toEqual([null, 'Own words'])
  })

  it('carries code, flow, fix and references as the scan sent them', async () => {
    const { call, build, services } = await service()
    const [id = 0] = await build.add({})
    const code = { startLine: 9, lines: ['if (a) {', '  run(a)', '}'] }
    const flow = [{ kind: 'source', location: { filePath: 'a.ts', line: 1 }, code: 'a' }]
    const fix = { startLine: 10, before: '  run(a)', after: '  run(safe(a))' }
    await services.database.read
      .insertInto('finding_detail')
      .values({
        deployment_id: 1,
        finding_id: id,
        code_json: JSON.stringify(code),
        data_flow_json: JSON.stringify(flow),
        fix_json: JSON.stringify(fix),
        references_json: '["https://cwe.mitre.org/data/definitions/79.html"]',
      })
      .execute()
    const { body } = await call(getFinding, { path: { id } })
    expect(body).toMatchObject({ code, data_flow: flow, fix })
    expect(body.references).toHaveLength(1)
  })

  it('names the same finding on other refs, the primary branch first', async () => {
    const { call, build } = await service()
    const [id = 0, feature, main] = await build.add(
      { key: 'same', ref: 'refs/heads/release' },
      { key: 'same', ref: 'refs/heads/feature', at: 9 },
      { key: 'same' },
      { key: 'same', ref: 'refs/heads/gone', state: 'removed' },
      { key: 'same', project: 'acme/other' },
    )
    const { body } = await call(getFinding, { path: { id } })
    expect(body.instances.map((one) => [one.id, one.ref, one.primary])).toEqual([
      [main, 'refs/heads/main', true],
      [feature, 'refs/heads/feature', false],
    ])
  })

  it('answers removed findings and secrets too, and 404 for any other id', async () => {
    const { call, build, mint } = await service()
    const [removed = 0, secret = 0] = await build.add({ state: 'removed' }, { type: 'secrets' })
    expect((await call(getFinding, { path: { id: removed } })).body.state).toBe('removed')
    expect((await call(getFinding, { path: { id: secret } })).body.issue_type).toBe('secrets')
    for (const id of ['0', '999999', '4294967296', '18446744073709551615']) {
      expect([id, (await call(getFinding, { path: { id } })).status]).toEqual([id, 404])
    }
    for (const id of ['-1', '01', '18446744073709551616', 'x', '1.0']) {
      expect([id, (await call(getFinding, { path: { id } })).status]).toEqual([id, 400])
    }
    const reader = await mint({ role: 'viewer' })
    const edit = { path: { id: removed }, body: { external_ticket: null }, token: reader }
    expect((await call(patchFinding, edit)).status).toBe(403)
  })
})

describe('the ticket of a finding', () => {
  const ticket = { url: 'https://tickets.example/SEC-7', externalSlug: 'SEC-7' }

  it('is linked and taken away, with both in the history and the audit log', async () => {
    const { call, build, services } = await service()
    const [id = 0] = await build.add({ document: { line_of_code_url: 'https://git.example/x#L1' } })
    const linked = await call(patchFinding, { path: { id }, body: { external_ticket: ticket } })
    expect(linked.body).toMatchObject({
      external_ticket: { ...ticket, linkedIssueIds: [id] },
      line_of_code_url: 'https://git.example/x#L1',
    })
    const listed = await call(listFindings, { query: 'has_ticket=true' })
    expect(listed.headers['x-total-count']).toBe('1')
    await call(patchFinding, { path: { id }, body: { external_ticket: ticket } })
    const freed = await call(patchFinding, { path: { id }, body: { external_ticket: null } })
    expect(freed.body.external_ticket).toBeNull()
    expect(freed.body.history.map(({ what, who, from, to }) => [what, who, from, to])).toEqual([
      ['found', undefined, undefined, undefined],
      ['ticket', 'Tess Ter', null, 'SEC-7'],
      ['ticket', 'Tess Ter', 'SEC-7', null],
    ])
    const audited = await services.database.read.selectFrom('audit_event').select('action').execute()
    expect(audited.map(({ action }) => action)).toEqual(['finding.ticket_linked', 'finding.ticket_removed'])
    expect((await call(listFindings, { query: 'has_ticket=true' })).headers['x-total-count']).toBe('0')
  })

  it.each([
    [{}],
    [{ external_ticket: { url: 'javascript:alert(1)', externalSlug: 'X' } }],
    [{ external_ticket: { url: 'https://a.example' } }],
    [{ external_ticket: { url: 'https://a.example', externalSlug: '' } }],
  ])('refuses %j', async (body) => {
    const { call, build } = await service()
    const [id = 0] = await build.add({})
    expect((await call(patchFinding, { path: { id }, body })).status).toBe(400)
  })
})
