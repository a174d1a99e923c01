import { describe, expect, it } from 'vitest'
import { acceptedRisks } from '#contract/operations/accepted-risks.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { twoPeople } from '#server/triage/approvals/testing/two-people.ts'

const day = 24 * 3600_000

async function started() {
  const people = await twoPeople()
  const register = (query: Record<string, string | number> = {}) => people.call(acceptedRisks, { query })
  return { ...people, register }
}

describe('the register of accepted risks', () => {
  it('lists findings of each type once, with who asked, who approved, why and until when', async () => {
    const { build, ignore, approve, register, clock, ana, call } = await started()
    const [code = 0, sameElsewhere = 0, library = 0, secret = 0, wrong = 0] = await build.add(
      { severity: 'high', key: 'a', path: 'src/app.ts' },
      { severity: 'high', key: 'a', ref: 'refs/heads/next' },
      { type: 'sca', severity: 'low', rule: 'cve', package: 'lodash', version: '4.17.20' },
      { type: 'secrets', severity: 'medium', rule: 'key' },
      { severity: 'low', rule: 'other' },
    )
    expect(sameElsewhere).toBeGreaterThan(0)
    const asked = new Date(clock.now).toISOString()
    const until = new Date(clock.now + 30 * day).toISOString()
    const { body } = await ignore([code], { new_ignored_until: until })
    expect((await register()).body).toEqual({ risks: [], total: 0 })
    clock.now += day
    expect((await approve(body.approval_id)).status).toBe(200)
    await ignore([library], { issue_type: 'sca' })
    clock.now += day
    await ignore([secret], { issue_type: 'secrets' })
    await ignore([wrong], { new_triage_reason: 'false_positive' })
    // A note that somebody adds later changes who triaged, but not who decided.
    clock.now += day
    await call(triage, { body: { issue_type: 'sca', issue_ids: [library], new_note: 'Still so.' } })

    const { risks, total } = (await register()).body
    expect(total).toBe(3)
    expect(risks.map(({ id }) => id)).toEqual([library, secret, code])
    expect(risks[2]).toMatchObject({
      issue_type: 'sast',
      severity: 'high',
      path: 'src/app.ts',
      note: 'Behind the firewall.',
      requested_by: 'Ana',
      requested_at: asked,
      approved_by: 'Max',
      approval_note: 'Checked.',
      ignored_until: until,
    })
    expect(risks[0]).toMatchObject({
      issue_type: 'sca',
      package: 'lodash 4.17.20',
      note: 'Still so.',
      requested_by: 'Ana',
      approved_by: null,
      approved_at: null,
      ignored_until: null,
    })
    expect(ana).not.toBe('')
  })

  it('names who approved it also after somebody saved another note', async () => {
    const { build, ignore, approve, register, require } = await started()
    const [id = 0] = await build.add({ severity: 'high' })
    await approve((await ignore([id])).body.approval_id)
    expect((await ignore([id], { new_note: 'Still behind it.' })).body.num_triaged).toBe(1)
    const approved = { note: 'Still behind it.', requested_by: 'Ana', approved_by: 'Max' }
    expect((await register()).body.risks).toEqual([expect.objectContaining(approved)])
    await require(false)
    // Other terms are another decision, which nobody approved.
    await ignore([id], { new_ignore_ends: 'code_changed' })
    expect((await register()).body.risks).toEqual([expect.objectContaining({ approved_by: null })])
  })

  it('names who decided, not whose decision was undone', async () => {
    const { build, ignore, register, call, mint } = await started()
    const [id = 0] = await build.add({ severity: 'low' })
    await ignore([id])
    const ben = await mint({ name: 'ben', person: 'Ben', role: 'analyst' })
    const { body } = await ignore([id], { new_ignore_ends: 'code_changed' }, ben)
    expect((await register()).body.risks[0]).toMatchObject({ requested_by: 'Ben' })
    await call(undoTriage, { path: { change_id: body.change_id } })
    expect((await register()).body.risks[0]).toMatchObject({ requested_by: 'Ana', ignore_ends: null })
  })

  it('is as long as the lists are, and has pages and filters', async () => {
    const { build, register, call } = await started()
    await build.project('acme/web', { tags: ['external'] })
    const ignored = { triage: 'ignored', reason: 'acceptable_risk' } as const
    await build.add(
      { ...ignored, key: 'a', triagedAt: 1000 },
      { ...ignored, key: 'a', ref: 'refs/heads/next', triagedAt: 1000 },
      { ...ignored, key: 'b', ref: 'refs/heads/next', triagedAt: 3000 },
      { ...ignored, key: 'c', project: 'acme/web', triagedAt: 2000 },
      { ...ignored, key: 'd', state: 'fixed' },
      { key: 'e' },
    )
    const query = { status: 'ignored', triage_reasons: 'acceptable_risk', dedup: true }
    const listed = await call(listFindings, { query })
    const all = (await register()).body
    expect([all.total, all.risks.length]).toEqual([3, Number(listed.headers['x-total-count'])])
    const pages = [0, 1, 2].map((page) => register({ page, page_size: 2 }))
    const paged = (await Promise.all(pages)).flatMap(({ body }) => body.risks)
    expect(paged).toEqual(all.risks)
    expect((await register({ project: 'acme/web' })).body.total).toBe(1)
    expect((await register({ tag: 'external' })).body.total).toBe(1)
    expect((await register({ tag: 'unknown' })).body).toEqual({ risks: [], total: 0 })
    expect((await register({ project: 'acme/unknown' })).status).toBe(404)
  })
})
