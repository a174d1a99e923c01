import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { resolveMatch } from '#contract/operations/matches.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { createTriageJob, triage } from '#contract/operations/triage.ts'
import { codeFindings } from '#server/scans/testing/upload.ts'
import { coded, startHistory } from './testing/history.ts'

/** One finding was ignored; then its code changed so much that the scan reports it as a new one. */
async function changedCode() {
  const history = await startHistory()
  await history.scan([coded('a.py', 'call(a, b)', 10)])
  const old = await history.idAt('a.py:10')
  await history.decide(old)
  const scan = await history.scan([coded('a.py', 'query(1, 2, "x")', 10)])
  const [matches] = await codeFindings(history.service, { uncertain: 'true' })
  const id = matches?.id ?? 0
  const [offer] = (await history.read(id)).matches
  return { ...history, old, id, offer: offer?.id, scanId: scan.id }
}

/** Two matches with the same code, of which one was ignored when it was the only one. */
async function identicalMatches({ onRelease = false } = {}) {
  const history = await startHistory()
  await history.scan([coded('a.py', 'f(x)', 10)])
  const first = await history.idAt('a.py:10')
  await history.decide(first)
  if (onRelease) await history.scan([coded('a.py', 'f(x)', 10)], { ref: 'refs/heads/release' })
  await history.scan([coded('a.py', 'f(x)', 5), coded('a.py', 'f(x)', 20)])
  const [open] = await codeFindings(history.service, { status: 'open' })
  const id = open?.id ?? 0
  const [offer] = (await history.read(id)).matches
  return { ...history, first, id, offer: offer?.id }
}

describe('a finding that is said to be the one on offer', () => {
  it('takes its decision over, as a change that can be undone, and is the same flaw', async () => {
    const { service, id, old, offer, read, resolve, undo } = await changedCode()
    expect(await read(id)).toMatchObject({
      status: 'open',
      matches: [{ basis: 'changed', other: { id: old } }],
    })
    const { status, body } = await resolve(id, offer, true)
    expect([status, body]).toEqual([
      200,
      { finding_id: id, separated_id: null, change_id: expect.any(String) },
    ])
    const after = await read(id)
    expect(after).toMatchObject({
      status: 'ignored',
      triage_reason: 'false_positive',
      triage_comment: 'Harmless.',
      matches: [{ state: 'confirmed', resolvable: false }],
    })
    expect(after.history.slice(-2)).toMatchObject([
      { what: 'confirmed', who: 'Tess Ter', note: String(old) },
      { what: 'triaged', from: 'untriaged', to: 'ignored', note: 'Harmless.', change_id: body.change_id },
    ])
    expect(await codeFindings(service, { uncertain: 'true' })).toEqual([])

    await undo(body.change_id)
    expect(await read(id)).toMatchObject({ status: 'open', triage_comment: null, instances: [] })
    expect(await codeFindings(service, { uncertain: 'true' })).toMatchObject([{ id }])
    const { events } = (await service.call(listAudit)).body
    expect(events.find(({ action }) => action === 'finding.match_confirmed')).toMatchObject({
      actor: 'Tess Ter',
      target: String(id),
      detail: { kind: 'candidate', basis: 'changed', other: old, change: Number(body.change_id) },
    })
    expect((await resolve(id, offer, true)).status).toBe(200)
    expect((await resolve(id, offer, true)).status).toBe(409)
  })

  it('shares what is decided with it from then on, on all refs', async () => {
    const { service, id, offer, old, scan, resolve, decide, read, idAt } = await changedCode()
    await resolve(id, offer, true)
    await scan([coded('a.py', 'query(1, 2, "x")', 10)], { ref: 'refs/heads/next' })
    const elsewhere = await idAt('a.py:10', { ref: 'refs/heads/next' })
    expect(await read(elsewhere)).toMatchObject({ status: 'ignored' })
    await decide(elsewhere, 'fixing')
    expect(await read(id)).toMatchObject({ triage_state: 'fixing' })
    // What comes back where it stood before is shown beside it, and has no decision that was changed since.
    expect(await read(old)).toMatchObject({ triage_state: 'fixing', status: 'fixed' })
    await scan([coded('a.py', 'query(1, 2, "x")', 10), coded('a.py', 'call(a, b)', 40)])
    const onMain = await codeFindings(service, { primary_ref: 'true', dedup: 'true' })
    expect(onMain.map(({ status }) => status).toSorted()).toEqual(['fixing', 'open'])
  })

  it('changes places with one that the ref still reports: the decision moves, and that one is open', async () => {
    const { service, id, first, offer, read, resolve, decide, scan, idAt } = await identicalMatches({
      onRelease: true,
    })
    const release = await idAt('a.py:10', { ref: 'refs/heads/release' })
    expect(await read(release)).toMatchObject({ status: 'ignored' })

    await resolve(id, offer, true)
    expect(await read(id)).toMatchObject({ status: 'ignored', triage_reason: 'false_positive' })
    const other = await read(first)
    expect(other).toMatchObject({ status: 'open', triage_state: 'reopened' })
    expect(other.history.slice(-2)).toMatchObject([
      { what: 'separated', note: String(id) },
      { what: 'triaged', from: 'ignored', to: 'reopened' },
    ])
    // The flaw that was ignored is the one on the release branch, too; the two here are still two.
    expect(await read(release)).toMatchObject({ status: 'ignored', instances: [{ id }] })
    expect(await codeFindings(service, { dedup: 'true' })).toHaveLength(2)
    await decide(first, 'reviewing')
    expect(await read(id)).toMatchObject({ status: 'ignored' })

    const { report } = await scan([coded('a.py', 'f(x)', 5), coded('a.py', 'f(x)', 20)])
    expect(report).toMatchObject({ unchanged: 2, new: 0, fixed: 0 })
    expect(await read(id)).toMatchObject({ status: 'ignored' })
  })

  it('is uncertain no longer where ignoring it only asks for an approval', async () => {
    const { service, id, offer, read } = await identicalMatches()
    await service.mint({ person: 'Max', role: 'manager' })
    expect((await service.call(updateSettings, { body: { requireApproval: true } })).status).toBe(200)
    const token = await service.mint({ person: 'Ana', role: 'analyst' })
    const path = { id, matchId: offer ?? 'none' }
    expect((await service.call(resolveMatch, { path, body: { same: true }, token })).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'open', ignore_request: expect.any(String) })
    expect(await codeFindings(service, { uncertain: 'true' })).toEqual([])
  })

  it('belongs to whom a person has assigned the other one, which undo takes back', async () => {
    const { service, id, old, offer, read, resolve, undo } = await changedCode()
    const assigned = await service.call(triage, {
      body: { issue_type: 'sast', issue_ids: [old], new_owner: '@org/payments' },
    })
    expect(assigned.status).toBe(200)
    const { body } = await resolve(id, offer, true)
    expect(await read(id)).toMatchObject({ status: 'ignored', owner: '@org/payments' })
    await undo(body.change_id)
    expect((await read(id)).owner ?? null).toBe(null)
  })

  it('leaves nothing for other findings that the same scan offered it to', async () => {
    const { service, scan, decide, idAt, read, resolve } = await startHistory()
    await scan([coded('a.py', 'f(x)', 10)])
    await decide(await idAt('a.py:10'))
    await scan([coded('b.py', 'f(x)', 1), coded('c.py', 'f(x)', 1)])
    const uncertain = await codeFindings(service, { uncertain: 'true' })
    expect(uncertain.map(({ location }) => location?.filePath).toSorted()).toEqual(['b.py', 'c.py'])
    const copy = await idAt('c.py:1')
    const [offer] = (await read(copy)).matches
    await resolve(copy, offer?.id, true)
    expect(await codeFindings(service, { uncertain: 'true' })).toEqual([])
    expect(await read(await idAt('b.py:1'))).toMatchObject({
      status: 'open',
      matches: [{ state: 'rejected' }],
    })
  })
})

describe('a finding that is said not to be the one on offer', () => {
  it('is certain, stays open, and is not offered again', async () => {
    const { service, id, old, offer, read, resolve, scan, standing } = await changedCode()
    const { body } = await resolve(id, offer, false)
    expect(body).toEqual({ finding_id: id, separated_id: null, change_id: null })
    const after = await read(id)
    expect(after).toMatchObject({ status: 'open', matches: [{ state: 'rejected' }] })
    expect(after.history.at(-1)).toMatchObject({ what: 'separated', who: 'Tess Ter', note: String(old) })
    expect(await codeFindings(service, { uncertain: 'true' })).toEqual([])
    expect(await exclusions(service)).toHaveLength(1)
    // The old one keeps its decision for when it comes back.
    const { report } = await scan([coded('a.py', 'query(1, 2, "x")', 10), coded('a.py', 'call(a, b)', 40)])
    expect(report).toMatchObject({ new: 0, reopened: 1, uncertain: 0 })
    expect(await standing()).toEqual({ 'a.py:10': 'open', 'a.py:40': 'ignored' })
  })

  it('does not part the other one from its own evidence where the two are identical', async () => {
    const { service, id, first, offer, read, resolve, scan } = await identicalMatches()
    await resolve(id, offer, false)
    expect(await exclusions(service)).toEqual([])
    const { report } = await scan([coded('a.py', 'f(x)', 5), coded('a.py', 'f(x)', 20)])
    expect(report).toMatchObject({ unchanged: 2, fixed: 0, new: 0 })
    expect([(await read(first)).status, (await read(id)).status]).toEqual(['ignored', 'open'])
  })

  it('stays uncertain as long as another decided one is on offer', async () => {
    const { service, scan, decide, idAt, read, resolve } = await startHistory()
    await scan([coded('a.py', 'f(x)', 10), coded('a.py', 'f(x)', 30)])
    for (const place of ['a.py:10', 'a.py:30']) await decide(await idAt(place))
    await scan([coded('a.py', 'f(x)', 12), coded('a.py', 'f(x)', 17), coded('a.py', 'f(x)', 33)])
    const [matches] = await codeFindings(service, { uncertain: 'true' })
    const id = matches?.id ?? 0
    const offers = (await read(id)).matches
    expect(offers).toHaveLength(2)
    await resolve(id, offers[0]?.id, false)
    expect(await codeFindings(service, { uncertain: 'true' })).toHaveLength(1)
    await resolve(id, offers[1]?.id, false)
    expect(await codeFindings(service, { uncertain: 'true' })).toEqual([])
  })
})

describe('an uncertain finding', () => {
  it('is settled by whoever decides it, and asks again when that is undone', async () => {
    const { service, id, offer, decide, undo, read, resolve } = await changedCode()
    const { body } = await decide(id, 'reviewing')
    expect(await read(id)).toMatchObject({ status: 'reviewing', matches: [{ state: 'withdrawn' }] })
    expect(await codeFindings(service, { uncertain: 'true' })).toEqual([])
    expect((await resolve(id, offer, true)).status).toBe(409)
    await undo(body.change_id)
    expect(await codeFindings(service, { uncertain: 'true' })).toHaveLength(1)
    expect((await resolve(id, offer, true)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'ignored' })
    expect(await exclusions(service)).toEqual([])
  })

  it('is settled by a job that decides it, and not by a note', async () => {
    const { service, id, read } = await changedCode()
    const job = async (body: object) => {
      await service.call(createTriageJob, {
        body: { issue_type: 'sast', issue_ids: [id], expected_count: 1, ...body },
      })
      await service.services.jobs.settled()
    }
    await job({ new_note: 'Later.' })
    expect((await read(id)).matches).toMatchObject([{ state: 'open' }])
    await job({ new_triage_state: 'fixing' })
    expect((await read(id)).matches).toMatchObject([{ state: 'withdrawn' }])
    expect(await codeFindings(service, { uncertain: 'true' })).toEqual([])
  })
})

describe('what cannot be resolved', () => {
  it('is refused: an unknown match or finding, and what was already been resolved', async () => {
    const { id, old, offer, resolve } = await changedCode()
    expect((await resolve(id, '999', true)).status).toBe(404)
    expect((await resolve(id, 'x', true)).status).toBe(404)
    expect((await resolve(old, offer, true)).status).toBe(404)
    expect((await resolve(999, offer, true)).status).toBe(404)
    await resolve(id, offer, false)
    const again = await resolve(id, offer, true)
    expect([again.status, Object(again.body).detail]).toEqual([
      409,
      expect.stringContaining('already been resolved'),
    ])
  })
})

type Service = Awaited<ReturnType<typeof startHistory>>['service']
const exclusions = (service: Service) =>
  service.services.database.read.selectFrom('flaw_exclusion').selectAll().execute()
