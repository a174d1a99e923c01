import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { exportFindings } from '#contract/operations/export.ts'
import { findingFacets, getFinding } from '#contract/operations/findings.ts'
import { getGate } from '#contract/operations/gate.ts'
import { listPolicies, setRuleModes } from '#contract/operations/policies.ts'
import { listSecrets } from '#contract/operations/secrets.ts'
import { listTriageChanges, triage, undoTriage } from '#contract/operations/triage.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { startTestService } from '#server/testing/service.ts'

const token = 'ghp_0123456789abcdefABCDEF0123456789abcd'

const found = (path: string, state: string, value = token) => ({
  check_id: 'generic.secrets.token',
  path,
  start: { line: 3, col: 10 },
  end: { line: 3, col: 10 + value.length },
  extra: {
    message: 'A token was found.',
    severity: 'ERROR',
    validation_state: state,
    fingerprint: `${path} ${value}`,
    lines: `token = "${value}"`,
    metavars: { $SECRET: { abstract_content: value } },
    metadata: { secret_type: 'GitHub', technology: ['secrets'], category: 'security' },
  },
})

async function started() {
  const service = await startTestService()
  const { call, clock } = service
  const scan = async (results: object[], query: Record<string, string> = {}) => {
    clock.now += 60_000
    const file = { version: '1.97.0', results, errors: [], paths: {}, made: clock.now }
    expect((await upload(service, file, query)).status).toBe(201)
  }
  const secrets = async (query: Record<string, string> = {}) =>
    (await call(listSecrets, { query: { include: 'finding', ...query } })).body.findings
  const idOf = async (place: string) =>
    Number((await secrets()).find(({ findingPath }) => findingPath?.startsWith(place))?.id)
  const read = async (id: number) => (await call(getFinding, { path: { id } })).body
  const revoke = (ids: readonly number[], more: object = {}) =>
    call(triage, {
      body: {
        issue_type: 'secrets',
        issue_ids: ids,
        new_triage_state: 'ignored',
        new_triage_reason: 'revoked',
        ...more,
      },
    })
  return { ...service, service, scan, secrets, idOf, read, revoke }
}

describe('a revoked secret', () => {
  it('is closed, by whom and when, in lists, facets, exports, the gate and the audit log', async () => {
    const { call, clock, scan, secrets, idOf, read, revoke } = await started()
    await scan([], { ref: 'main', commit: 'ba5e' })
    await scan([found('env', 'CONFIRMED_VALID')], { ref: 'refs/pull/7/merge', commit: 'c0ffee' })
    const { policies } = (await call(listPolicies)).body
    const policyId = policies.find(({ productType }) => productType === 'PRODUCT_TYPE_SECRETS')?.id ?? ''
    const changes = [{ rulePath: 'generic.secrets.token', policyMode: 'MODE_BLOCK' }]
    expect((await call(setRuleModes, { path: { policyId }, body: { changes } })).status).toBe(200)
    const id = await idOf('env')
    const gate = async () =>
      (await call(getGate, { path: { projectName: 'acme/shop' }, query: { commit: 'c0ffee' } })).body
    expect(await gate()).toMatchObject({ verdict: 'fail', counts: { block: 1 } })
    const answer = await revoke([id], { new_note: 'Rotated.' })
    expect(answer.status).toBe(200)
    expect(await read(id)).toMatchObject({
      status: 'ignored',
      triage_reason: 'revoked',
      triage_comment: 'Rotated.',
      triaged_by: 'Tess Ter',
      triaged_at: new Date(clock.now).toISOString(),
      ignore_ends: 'secret_active',
    })
    expect((await secrets({ triage_reasons: 'revoked' })).map((one) => [one.id, one.status])).toEqual([
      [String(id), 'FINDING_STATUS_IGNORED'],
    ])
    expect(await secrets({ triage_reasons: 'false_positive' })).toEqual([])
    const { facets } = (await call(findingFacets, { query: { issue_type: 'secrets' } })).body
    expect(facets['triage_reasons']).toMatchObject([{ value: 'revoked', count: 1 }])
    const csv = await call(exportFindings, { query: { issue_type: 'secrets', format: 'csv' } })
    expect(csv.text).toContain('revoked')
    const sarif = await call(exportFindings, { query: { issue_type: 'secrets', format: 'sarif' } })
    expect(sarif.text).toContain('revoked: Rotated.')
    expect(await gate()).toMatchObject({ verdict: 'pass', counts: { block: 0 }, excepted: 1 })
    const { events } = (await call(listAudit)).body
    expect(events.find(({ action }) => action === 'findings.triaged')).toMatchObject({
      actor: 'Tess Ter',
      detail: { reason: 'revoked', ignore_ends: 'secret_active' },
    })
    // Undo opens it again.
    const { change_id: change } = answer.body
    expect((await call(undoTriage, { path: { change_id: change ?? '' } })).status).toBe(200)
    expect((await read(id)).status).toBe('open')
  })

  it('stays closed until a scan proves that it is active, and then opens in every place and branch', async () => {
    const { call, scan, idOf, read, revoke } = await started()
    const both = (state: string) => [found('env', state), found('ci.yml', state)]
    await scan(both('CONFIRMED_VALID'))
    await scan([found('infra.tf', 'VALIDATION_ERROR')], { project: 'acme/infra' })
    const ids = [await idOf('env'), await idOf('ci.yml'), await idOf('infra.tf')]
    await revoke(ids)
    const statuses = () => Promise.all(ids.map(async (id) => (await read(id)).status))
    for (const state of ['CONFIRMED_INVALID', 'VALIDATION_ERROR', 'NO_VALIDATOR']) {
      await scan(both(state))
      expect([state, await statuses()]).toEqual([state, ['ignored', 'ignored', 'ignored']])
    }
    // Another value says nothing about this one, and neither does a place where it is suppressed or new but not valid.
    await scan([...both('CONFIRMED_INVALID'), found('other', 'CONFIRMED_VALID', `${token.slice(0, -4)}ffff`)])
    expect(await statuses()).toEqual(['ignored', 'ignored', 'ignored'])
    // A new place on a branch of another project.
    await scan([found('new.py', 'CONFIRMED_VALID')], { project: 'acme/api', ref: 'refs/heads/feature' })
    expect(await statuses()).toEqual(['open', 'open', 'open'])
    const { history, triage_state, triage_reason } = await read(ids[0] ?? 0)
    expect([triage_state, triage_reason]).toEqual(['reopened', null])
    expect(history.findLast(({ what }) => what === 'triaged')).toMatchObject({
      who: 'Gatehouse',
      to: 'reopened',
      ignore_ends: 'secret_active',
    })
    const { changes } = (await call(listTriageChanges)).body
    expect(changes[0]).toMatchObject({ by: 'Gatehouse', to_state: 'reopened', count: 3 })
  })

  it('stays closed on a new branch, and opens where the value is not known', async () => {
    const { scan, secrets, idOf, read, revoke } = await started()
    const unknown = (state: string) => {
      const one = found('env', state)
      const { metavars: _, lines: __, ...extra } = one.extra
      return { ...one, extra: { ...extra, lines: 'requires login', fingerprint: 'print' } }
    }
    await scan([unknown('CONFIRMED_INVALID')])
    const id = await idOf('env')
    await revoke([id])
    await scan([unknown('CONFIRMED_INVALID')], { ref: 'refs/heads/feature' })
    expect((await secrets({ triage_reasons: 'revoked' })).length).toBe(2)
    await scan([unknown('CONFIRMED_VALID')], { ref: 'refs/heads/other' })
    expect((await read(id)).status).toBe('open')
    expect((await secrets({ status: 'FINDING_STATUS_OPEN' })).length).toBe(3)
  })

  it('is nothing that code or packages can be, and ends with nothing else', async () => {
    const { service, call, scan, idOf, revoke } = await started()
    await scan([found('env', 'NO_VALIDATOR')])
    const id = await idOf('env')
    const refused = await revoke([id], { new_ignore_ends: 'code_changed' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('/new_ignore_ends')])
    expect((await revoke([id], { new_ignore_ends: 'secret_active' })).status).toBe(200)
    await upload(service, semgrep([result('xss', 'app.py', 'render(name)', 10)]))
    const [code] = await codeFindings(service)
    const decision = { issue_type: 'sast', issue_ids: [code?.id], new_triage_state: 'ignored' }
    for (const more of [{ new_triage_reason: 'revoked' }, { new_ignore_ends: 'secret_active' }])
      expect((await call(triage, { body: { ...decision, ...more } })).status).toBe(400)
  })
})
