import { describe, expect, it } from 'vitest'
import { listAudit, listAuditFindings } from '#contract/operations/audit.ts'
import { createTriageJob, triage, undoJob, undoTriage } from '#contract/operations/triage.ts'
import { Build, type GivenFinding } from '#server/findings/testing/build.ts'
import { startTestService } from '#server/testing/service.ts'

async function service() {
  const started = await startTestService()
  const { call } = started
  const build = new Build(started)
  const decide = async (body: Record<string, unknown>) =>
    (await call(triage, { body: { issue_type: 'sast', ...body } })).body.change_id
  const events = async (action = '') => (await call(listAudit, { query: { action } })).body.events
  const event = async (action: string) => {
    const [first] = await events(action)
    if (!first) throw new Error(`there is no ${action}`)
    return first
  }
  const findingsOf = async (action: string, query: Record<string, string | number> = {}) =>
    (await call(listAuditFindings, { path: { eventId: (await event(action)).id }, query })).body
  return { ...started, build, decide, events, event, findingsOf }
}

const falsePositive = { new_triage_state: 'ignored', new_triage_reason: 'false_positive' }
const shop: GivenFinding = { project: 'acme/shop', rule: 'go.sql-injection', path: 'db.go' }

describe('an event of triage', () => {
  it('names the finding, its rule and project, the states, the reason and the note', async () => {
    const { build, decide, event } = await service()
    const [id = 0] = await build.add(shop)
    await decide({ issue_ids: [id], ...falsePositive, new_note: 'Constant input.' })
    expect(await event('findings.triaged')).toMatchObject({
      actor: 'Tess Ter',
      detail: {
        issue_type: 'sast',
        count: 1,
        flaws: 1,
        finding: { id, title: 'A rule', rule: 'go.sql-injection', project: 'acme/shop', package: null },
        from: 'untriaged',
        to: 'ignored',
        reason: 'false_positive',
        note: 'Constant input.',
      },
    })
  })

  it('counts a flaw once, on however many branches, and names the one that was decided', async () => {
    const { build, decide, event } = await service()
    const on = (ref: string): GivenFinding => ({ ...shop, key: 'a', ref })
    const [main = 0, next = 0] = await build.add(on('refs/heads/main'), on('refs/heads/next'))
    expect(main).toBeGreaterThan(0)
    await decide({ issue_ids: [next], ...falsePositive })
    expect((await event('findings.triaged')).detail).toMatchObject({
      count: 2,
      flaws: 1,
      finding: { id: next },
    })
  })

  it('names package and version, and no state before where it was not one', async () => {
    const { build, decide, event } = await service()
    const scaType: GivenFinding = { type: 'sca', package: 'lodash', version: '4.17.20' }
    const ids = await build.add({ ...scaType, key: 'a' }, { ...scaType, key: 'b', triage: 'fixing' })
    await decide({ issue_type: 'sca', issue_ids: ids, new_triage_state: 'reviewing' })
    expect((await event('findings.triaged')).detail).toMatchObject({
      flaws: 2,
      finding: { package: 'lodash 4.17.20' },
      from: null,
      to: 'reviewing',
      reason: null,
      note: null,
    })
  })

  it('is told of undoing, too', async () => {
    const { build, decide, event, findingsOf, call } = await service()
    const [id = 0] = await build.add({ ...shop, triage: 'reviewing' })
    const change_id = await decide({ issue_ids: [id], ...falsePositive })
    await call(undoTriage, { path: { change_id } })
    expect((await event('findings.triage_undone')).detail).toMatchObject({
      by: 'Tess Ter',
      count: 1,
      finding: { id, rule: 'go.sql-injection' },
      from: 'ignored',
      to: 'reviewing',
    })
    expect(await findingsOf('findings.triage_undone')).toMatchObject({
      findings: [{ id, from: 'ignored', to: 'reviewing' }],
    })
  })

  it('is found by what it names', async () => {
    const { build, decide, call } = await service()
    const [id = 0] = await build.add(shop)
    await decide({ issue_ids: [id], ...falsePositive })
    const matches = async (target: string) =>
      (await call(listAudit, { query: { target } })).body.events.length
    expect([await matches('ACME/shop'), await matches('sql-inj'), await matches('other')]).toEqual([1, 1, 0])
  })
})

describe('the findings of an event', () => {
  it('come in pages, each with its state before and after', async () => {
    const { build, decide, findingsOf } = await service()
    const ids = await build.add(
      { ...shop, key: 'a', note: 'old' },
      { ...shop, key: 'b', triage: 'fixing' },
      { ...shop, key: 'c', triage: 'ignored', reason: 'no_time' },
    )
    await decide({ issue_ids: ids, ...falsePositive, new_note: 'All tests.' })
    const first = await findingsOf('findings.triaged', { limit: 2 })
    const ignored = { to: 'ignored', reason: 'false_positive', note: 'All tests.' }
    expect(first.findings).toMatchObject([
      {
        id: ids[0],
        from: 'untriaged',
        rule: 'go.sql-injection',
        project: 'acme/shop',
        path: 'db.go',
        ...ignored,
      },
      { id: ids[1], from: 'fixing', ...ignored },
    ])
    const second = await findingsOf('findings.triaged', { limit: 2, cursor: first.cursor })
    expect(second).toMatchObject({ findings: [{ id: ids[2], from: 'ignored', ...ignored }], cursor: '' })
  })

  it('are those of all batches of a job, and of its undoing', async () => {
    const { build, findingsOf, call, services } = await service()
    const ids = await build.add(...Array.from({ length: 300 }, (_, at) => ({ ...shop, key: String(at) })))
    const body = { issue_type: 'sast', ...falsePositive, expected_count: 300 }
    const { id } = (await call(createTriageJob, { body })).body as { id: string }
    await services.jobs.settled()
    const pages = async (action: string) => {
      const seen: number[] = []
      let cursor = ''
      do {
        const page = await findingsOf(action, { limit: 170, cursor })
        seen.push(...page.findings.map((finding) => finding.id))
        cursor = page.cursor
      } while (cursor !== '')
      return seen
    }
    expect((await pages('job.made')).toSorted((a, b) => a - b)).toEqual(ids)
    expect((await pages('job.done')).toSorted((a, b) => a - b)).toEqual(ids)
    await call(undoJob, { path: { id } })
    await services.jobs.settled()
    expect((await pages('job.undone')).toSorted((a, b) => a - b)).toEqual(ids)
    expect((await findingsOf('job.undone', { limit: 1 })).findings).toMatchObject([
      { from: 'ignored', to: 'untriaged' },
    ])
  })

  it('are none for another event, and not found where there is no event', async () => {
    const { build, call, deployment, findingsOf, addDeployment, mint } = await service()
    const [id = 0] = await build.add(shop)
    await call(triage, { body: { issue_type: 'sast', issue_ids: [id], ...falsePositive } })
    const other = await addDeployment('other')
    const path = { eventId: '1' }
    expect((await findingsOf('findings.triaged')).findings).toHaveLength(1)
    expect((await call(listAuditFindings, { path: { ...path, deploymentId: other } })).status).toBe(404)
    expect((await call(listAuditFindings, { path: { eventId: 'x' } })).status).toBe(404)
    expect((await call(listAuditFindings, { path, query: { cursor: 'x' } })).status).toBe(400)
    const viewer = await mint({ role: 'viewer' })
    expect((await call(listAuditFindings, { path, token: viewer })).status).toBe(403)
    expect(deployment.id).not.toBe(other)
  })
})
