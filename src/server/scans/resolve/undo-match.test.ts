import { describe, expect, it } from 'vitest'
import { listAudit } from '#contract/operations/audit.ts'
import { findingTrend } from '#contract/operations/findings.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { result } from '#server/scans/testing/upload.ts'
import { coded, startHistory } from './testing/history.ts'

const ticket = { url: 'https://tickets.example/7', externalSlug: 'T-7' }

/** A file was renamed: its ignored finding was recognized in the new one. */
async function renamed() {
  const history = await startHistory()
  await history.scan([coded('a.py', 'call(first, second, third)', 10)])
  const id = await history.idAt('a.py:10')
  await history.decide(id)
  await history.service.call(patchFinding, { path: { id }, body: { external_ticket: ticket } })
  const before = await history.read(id)
  const scan = await history.scan([coded('b.py', 'call(first, second, third)', 12)])
  const [match] = (await history.read(id)).matches
  return { ...history, id, before, match: match?.id, matchedAt: match?.at, scanId: scan.id }
}

describe('a match that is undone', () => {
  it('makes what the scan reported a finding of its own, and fixes the one that stood before', async () => {
    const { id, before, match, matchedAt, scanId, read, resolve, standing, service } = await renamed()
    expect(await standing()).toEqual({ 'b.py:12': 'ignored' })
    const { status, body } = await resolve(id, match, false)
    expect([status, body]).toEqual([
      200,
      { finding_id: id, separated_id: expect.any(Number), change_id: null },
    ])
    const made = await read(body.separated_id ?? 0)
    expect(made).toMatchObject({
      status: 'open',
      state: 'unresolved',
      triage_state: 'untriaged',
      triage_comment: null,
      created_at: matchedAt,
      relevant_since: matchedAt,
      first_seen_scan_id: scanId,
      location: { filePath: 'b.py', line: 12 },
      code: { startLine: 12 },
      external_ticket: null,
      instances: [],
      matches: [],
    })
    expect(made.history).toMatchObject([
      { what: 'found', scan_id: scanId },
      { what: 'separated', who: 'Tess Ter', note: String(id) },
    ])
    const old = await read(id)
    expect(old).toMatchObject({
      status: 'fixed',
      state: 'fixed',
      state_updated_at: matchedAt,
      triage_state: 'ignored',
      triage_comment: 'Harmless.',
      location: before.location,
      code: before.code,
      match_based_id: before.match_based_id,
      relevant_since: before.relevant_since,
      external_ticket: { externalSlug: 'T-7' },
      matches: [{ state: 'rejected', other: { id: made.id }, resolvable: false }],
    })
    expect(old.history.map(({ what }) => what)).toEqual([
      'found',
      'triaged',
      'ticket',
      'matched',
      'fixed',
      'separated',
    ])
    expect(old.history.at(-2)).toMatchObject({ scan_id: scanId, from: 'unresolved', to: 'fixed' })
    expect(old.history.at(-1)).toMatchObject({ note: String(made.id) })
    const { events } = (await service.call(listAudit)).body
    expect(events.find(({ action }) => action === 'finding.match_rejected')).toMatchObject({
      target: String(id),
      detail: { kind: 'match', basis: 'renamed', separated: made.id },
    })
    expect((await resolve(id, match, true)).status).toBe(409)
  })

  it('stays undone: later scans tell the two apart', async () => {
    const { id, match, read, resolve, scan } = await renamed()
    const { body } = await resolve(id, match, false)
    const made = body.separated_id ?? 0
    const same = await scan([coded('b.py', 'call(first, second, third)', 14)])
    expect(same.report).toMatchObject({ unchanged: 1, new: 0, moved: 0 })
    expect([(await read(made)).status, (await read(id)).status]).toEqual(['open', 'fixed'])
    const back = await scan([coded('a.py', 'call(first, second, third)', 10)])
    expect(back.report).toMatchObject({ reopened: 1, new: 0, fixed: 1 })
    expect([(await read(made)).status, (await read(id)).status]).toEqual(['fixed', 'ignored'])
    await scan([coded('b.py', 'call(first, second, third)', 10)])
    expect([(await read(made)).status, (await read(id)).status]).toEqual(['open', 'fixed'])
    const elsewhere = await scan([coded('b.py', 'call(first, second, third)', 10)], {
      ref: 'refs/heads/next',
    })
    expect(elsewhere.report).toMatchObject({ new: 1, new_in_project: 0 })
    expect((await read(made)).instances).toHaveLength(1)
  })

  it('is not made again, even where nothing else is known of what was reported', async () => {
    const { id, match, read, resolve, scan, service } = await renamed()
    const { body } = await resolve(id, match, false)
    await scan([coded('a.py', 'call(first, second, third)', 10)])
    const gone = body.separated_id ?? 0
    await service.services.change(service.deployment.id, 'Tess Ter', async (transaction) => {
      await transaction.deleteFrom('finding').where('id', '=', gone).execute()
      transaction.changed.findings([gone])
    })
    const { report } = await scan([coded('b.py', 'call(first, second, third)', 10)])
    expect(report).toMatchObject({ new: 1, fixed: 1, moved: 0, uncertain: 0 })
    expect(await read(id)).toMatchObject({ status: 'fixed', triage_state: 'ignored' })
  })

  it('gives the new finding what scans said of it since, and leaves decisions where they were made', async () => {
    const { id, match, read, resolve, scan, service } = await renamed()
    await scan([])
    const reopened = await scan([coded('b.py', 'call(first, second, third)', 20)])
    await scan([])
    const { body } = await resolve(id, match, false)
    const made = await read(body.separated_id ?? 0)
    expect(made).toMatchObject({ status: 'fixed', location: { filePath: 'b.py', line: 20 } })
    expect(made.relevant_since).toBe(reopened.completed_at)
    expect(made.history.map(({ what }) => what)).toEqual([
      'found',
      'fixed',
      'reappeared',
      'fixed',
      'separated',
    ])
    const old = await read(id)
    expect(old.location).toMatchObject({ filePath: 'a.py', line: 10, endLine: 10 })
    expect(old.history.map(({ what }) => what)).toEqual([
      'found',
      'triaged',
      'ticket',
      'matched',
      'fixed',
      'separated',
    ])
    const { days } = (await service.call(findingTrend, { query: { days: 2 } })).body
    expect(days.at(-1)).toMatchObject({ new: 2, fixed: 3, open: 0 })
  })

  it('gives both findings their severities, and each the changes that scans reported of it', async () => {
    const history = await startHistory()
    const at = (path: string, severity: string) => {
      const one = coded(path, 'call(first, second, third)', 10)
      return { ...one, extra: { ...one.extra, severity } }
    }
    await history.scan([at('a.py', 'INFO')])
    const id = await history.idAt('a.py:10')
    await history.scan([at('a.py', 'WARNING')])
    await history.scan([at('b.py', 'ERROR')])
    await history.scan([at('b.py', 'INFO')])
    const { severity, matches } = await history.read(id)
    expect(severity).toBe('low')
    const { body } = await history.resolve(id, matches[0]?.id, false)
    const severitiesIn = async (finding: number) => {
      const { severity: now, history: entries } = await history.read(finding)
      const changes = entries.filter(({ what }) => what === 'severity_changed')
      return [now, changes.map(({ from, to }) => `${from} → ${to}`)]
    }
    expect(await severitiesIn(id)).toEqual(['medium', ['low → medium', 'medium → high', 'high → medium']])
    expect(await severitiesIn(body.separated_id ?? 0)).toEqual(['low', ['high → low']])
  })

  it('can only be the newest one', async () => {
    const { id, match, read, resolve, scan } = await renamed()
    await scan([coded('c.py', 'call(first, second, third)', 12)])
    const refused = await resolve(id, match, false)
    expect([refused.status, Object(refused.body).detail]).toEqual([
      409,
      expect.stringContaining('later scan'),
    ])
    const [newest, older] = (await read(id)).matches
    expect([newest?.resolvable, older?.resolvable]).toEqual([true, false])
    expect((await resolve(id, newest?.id, false)).status).toBe(200)
    expect(await read(id)).toMatchObject({ location: { filePath: 'b.py' }, status: 'fixed' })
  })
})

it('a match of a changed fingerprint is no other name of the finding once it is undone', async () => {
  const { scan, idAt, decide, read, resolve, service } = await startHistory()
  const printed = (path: string, print: string, text: string) => {
    const one = result('r', path, text, 1)
    return { ...one, extra: { ...one.extra, fingerprint: print } }
  }
  const aliases = () => service.services.database.read.selectFrom('fingerprint_alias').selectAll().execute()
  await scan([printed('a.py', 'one', 'call(a)'), printed('b.py', 'two', 'call(b)')])
  const id = await idAt('a.py:1')
  await decide(id)
  const after = [printed('moved.py', 'uno', 'call(a)'), printed('b.py', 'due', 'call(b)')]
  await scan(after)
  const { matches } = await read(id)
  expect(matches).toMatchObject([{ kind: 'match', basis: 'renamed' }])
  expect(await aliases()).toHaveLength(2)
  const { body } = await resolve(id, matches[0]?.id, false)
  expect(await aliases()).toHaveLength(1)
  await scan(after)
  expect(await read(body.separated_id ?? 0)).toMatchObject({ status: 'open' })
  expect(await read(id)).toMatchObject({ status: 'fixed', triage_state: 'ignored' })
})

it('a match that is confirmed changes nothing but that it is settled', async () => {
  const { id, match, read, resolve } = await renamed()
  const before = await read(id)
  expect((await resolve(id, match, true)).body).toEqual({
    finding_id: id,
    separated_id: null,
    change_id: null,
  })
  const { history, matches, ...after } = await read(id)
  expect(after).toMatchObject({ status: 'ignored', location: before.location })
  expect(matches).toMatchObject([{ state: 'confirmed', resolvable: false }])
  expect(history.at(-1)).toMatchObject({ what: 'confirmed', who: 'Tess Ter', note: null })
})

describe('a finding that was recognized on another ref', () => {
  async function onBranch() {
    const history = await startHistory()
    await history.scan([coded('a.py', 'call(first, second, third)', 10)])
    const main = await history.idAt('a.py:10')
    await history.decide(main)
    const ref = 'refs/heads/next'
    await history.scan([coded('b.py', 'call(first, second, third)', 10)], { ref })
    const id = await history.idAt('b.py:10', { ref })
    const [match] = (await history.read(id)).matches
    return { ...history, main, id, match: match?.id, ref }
  }

  it('is a flaw of its own where that was wrong, without the decision that it inherited', async () => {
    const { main, id, match, read, resolve, decide } = await onBranch()
    expect(await read(id)).toMatchObject({ status: 'ignored', instances: [{ id: main }] })
    expect((await resolve(id, match, false)).body).toEqual({
      finding_id: id,
      separated_id: null,
      change_id: null,
    })
    const after = await read(id)
    expect(after).toMatchObject({
      status: 'open',
      triage_state: 'untriaged',
      triage_comment: null,
      triaged_at: null,
      instances: [],
      matches: [{ state: 'rejected', other: { id: main } }],
    })
    expect(after.history.slice(-2)).toMatchObject([
      { what: 'separated', note: String(main) },
      { what: 'undone', from: 'ignored', to: 'untriaged' },
    ])
    await decide(main, 'fixing')
    expect(await read(id)).toMatchObject({ status: 'open' })
  })

  it('keeps a decision that somebody made of it', async () => {
    const { id, match, read, resolve, decide } = await onBranch()
    await decide(id, 'reviewing')
    await resolve(id, match, false)
    expect(await read(id)).toMatchObject({ status: 'reviewing' })
  })

  it('is a flaw of its own even after it changed places with another one', async () => {
    const { id, main, match, read, resolve, scan, ref, service } = await onBranch()
    const { database } = service.services
    // Another row has the flaw that is named after this one, as after a swap.
    await scan([coded('b.py', 'call(first, second, third)', 10), coded('z.py', 'other()', 1)], { ref })
    await service.services.change(service.deployment.id, 'Tess Ter', async (transaction) => {
      await transaction.updateTable('finding').set({ flaw_id: id }).where('path', '=', 'z.py').execute()
      transaction.changed.everything()
    })
    await resolve(id, match, false)
    expect((await read(id)).instances).toEqual([])
    const rows = await database.read.selectFrom('finding').select('flaw_id').execute()
    expect(new Set(rows.map(({ flaw_id }) => flaw_id)).size).toBe(3)
    await scan([coded('new.py', 'fresh()', 1)])
    expect((await read(main)).instances).toEqual([])
  })
})
