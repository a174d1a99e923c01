import { describe, expect, it, test } from 'vitest'
import { createComment, listComments } from '#contract/operations/comments.ts'
import { updateSettings } from '#contract/operations/settings.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage } from '#contract/operations/triage.ts'
import { codeFindings } from '#server/scans/testing/upload.ts'
import { coded, startHistory } from './testing/history.ts'

const dayMs = 24 * 3600_000
const [main, feature, other] = ['refs/heads/main', 'refs/heads/feature', 'refs/heads/other']
const ticket = { url: 'https://tickets.example/SEC-7', externalSlug: 'SEC-7' }
const old = coded('a.py', 'call(a, b)', 10)
const changed = coded('a.py', 'query(1, 2, "x")', 10)

/** One finding with all that people can add to it; ten days later its code changed too much to be recognized. */
async function discussed({ state, ref = main }: { state?: string; ref?: string } = {}) {
  const history = await startHistory()
  const { service, scan, idAt } = history
  await service.call(updateSettings, {
    body: { dueDates: { days: { critical: 7, high: 30, medium: 90, low: null }, tags: [] } },
  })
  await scan([old], { ref: main })
  const first = await idAt('a.py:10', { ref: main })
  const due = (await history.read(first)).due_at
  const comment = (text: string, id: number) => service.call(createComment, { path: { id }, body: { text } })
  await comment('Is this reachable?', first)
  await service.call(patchFinding, { path: { id: first }, body: { external_ticket: ticket } })
  const body = { issue_type: 'sast', issue_ids: [first], new_owner: '@org/payments' }
  await service.call(triage, {
    body: state === undefined ? body : { ...body, new_triage_state: state, new_note: 'Looked at.' },
  })
  service.clock.now += 10 * dayMs
  await scan([changed], { ref })
  const id = (await codeFindings(service, { ref, status: 'open' }))[0]?.id ?? 0
  const texts = async (finding: number) =>
    (await service.call(listComments, { path: { id: finding } })).body.comments.map((one) => one.text)
  const offerOf = async (finding: number) =>
    (await history.read(finding)).matches.find((match) => match.kind === 'candidate')
  return { ...history, first, id, due, texts, comment, offerOf }
}

it('takes over the note of a finding that somebody reopened', async () => {
  const { service, first, id, offerOf, resolve, read } = await discussed({ state: 'ignored' })
  const body = { issue_type: 'sast', issue_ids: [first], new_triage_state: 'reopened', new_note: 'Again.' }
  await service.call(triage, { body })
  expect((await resolve(id, (await offerOf(id))?.id, true)).status).toBe(200)
  expect(await read(id)).toMatchObject({ status: 'open', triage_comment: 'Again.' })
})

describe.each(['reviewing', undefined])('confirming an offer, the other one %s', (state) => {
  it('moves the thread with the status on one ref, and undo moves it back', async () => {
    const { service, first, id, due, texts, comment, offerOf, resolve, read, undo } = await discussed(
      state === undefined ? {} : { state },
    )
    const before = await read(id)
    expect(before).toMatchObject({ status: 'open' })
    expect(before.owner).toBeUndefined()
    expect(before.due_at).not.toBe(due)
    expect(await codeFindings(service, { uncertain: 'true' })).toMatchObject([{ id }])
    const { status, body } = await resolve(id, (await offerOf(id))?.id, true)
    expect([status, body.change_id]).toEqual([200, expect.any(String)])
    const moved = {
      status: state ?? 'open',
      owner: '@org/payments',
      external_ticket: ticket,
      due_at: due,
    }
    expect(await read(id)).toMatchObject(moved)
    expect(await texts(id)).toEqual(['Is this reachable?'])
    expect(await texts(first)).toEqual([])
    await comment('It is.', id)

    expect((await undo(body.change_id)).status).toBe(200)
    const after = await read(id)
    expect(after).toMatchObject({ status: 'open', due_at: before.due_at })
    expect([after.owner, after.external_ticket ?? null]).toEqual([undefined, null])
    expect(await texts(id)).toEqual(['It is.'])
    expect(await texts(first)).toEqual(['Is this reachable?'])
    expect(await read(first)).toMatchObject({ owner: '@org/payments', external_ticket: ticket })
    // The question is open again, and can be answered again.
    expect(await codeFindings(service, { uncertain: 'true' })).toMatchObject([{ id }])
    expect((await resolve(id, (await offerOf(id))?.id, true)).status).toBe(200)
    expect(await read(id)).toMatchObject(moved)
    expect(await texts(id)).toEqual(['It is.', 'Is this reachable?'].toSorted())
  })

  it('makes one thread of two refs, and undo two of it', async () => {
    const { service, first, id, texts, comment, offerOf, resolve, read, undo } = await discussed({
      ref: feature,
      ...(state === undefined ? {} : { state }),
    })
    await comment('On the branch.', id)
    const { body } = await resolve(id, (await offerOf(id))?.id, true)
    const moved = { status: state ?? 'open', owner: '@org/payments', external_ticket: ticket }
    expect(await read(id)).toMatchObject({ ...moved, instances: [{ id: first }] })
    for (const finding of [id, first])
      expect(await texts(finding)).toEqual(['Is this reachable?', 'On the branch.'])
    await undo(body.change_id)
    const after = await read(id)
    expect(after).toMatchObject({ status: 'open', instances: [] })
    expect([after.owner, after.external_ticket ?? null]).toEqual([undefined, null])
    expect(await texts(id)).toEqual(['On the branch.'])
    expect(await texts(first)).toEqual(['Is this reachable?'])
    expect(await codeFindings(service, { uncertain: 'true', ref: feature })).toMatchObject([{ id }])
  })
})

test('a scan matched the thread wrongly: it moves, and undo moves it back', async () => {
  const history = await startHistory()
  const { service, scan, idAt, decide, read, resolve, undo } = history
  await scan([coded('a.py', 'f(x)', 10)])
  const first = await idAt('a.py:10')
  await decide(first)
  await service.call(createComment, { path: { id: first }, body: { text: 'Harmless here.' } })
  await service.call(patchFinding, { path: { id: first }, body: { external_ticket: ticket } })
  await scan([coded('a.py', 'f(x)', 5), coded('a.py', 'f(x)', 20)])
  const id = (await codeFindings(service, { status: 'open' }))[0]?.id ?? 0
  const texts = async (finding: number) =>
    (await service.call(listComments, { path: { id: finding } })).body.comments.map((one) => one.text)
  const { body } = await resolve(id, (await read(id)).matches[0]?.id, true)
  expect(await read(id)).toMatchObject({ status: 'ignored', external_ticket: ticket })
  expect(await read(first)).toMatchObject({ status: 'open' })
  expect((await read(first)).external_ticket ?? null).toBeNull()
  expect([await texts(id), await texts(first)]).toEqual([['Harmless here.'], []])
  await undo(body.change_id)
  expect((await read(id)).status).toBe('open')
  expect((await read(id)).external_ticket ?? null).toBeNull()
  expect(await read(first)).toMatchObject({ status: 'ignored', external_ticket: ticket })
  expect([await texts(id), await texts(first)]).toEqual([[], ['Harmless here.']])
})

describe('what a person separates', () => {
  it('leaves the owner, the ticket and the note with the flaw that it was taken for', async () => {
    const history = await startHistory()
    const { service, scan, idAt, read, resolve } = history
    await scan([coded('a.py', 'call(first, second, third)', 10)], { ref: main })
    const first = await idAt('a.py:10', { ref: main })
    const body = { issue_type: 'sast', issue_ids: [first], new_owner: '@org/payments', new_note: 'Ask.' }
    await service.call(triage, { body })
    await service.call(patchFinding, { path: { id: first }, body: { external_ticket: ticket } })
    await scan([coded('b.py', 'call(first, second, third)', 10)], { ref: feature })
    const id = await idAt('b.py:10', { ref: feature })
    expect(await read(id)).toMatchObject({ owner: '@org/payments', triage_comment: 'Ask.' })
    await resolve(id, (await read(id)).matches[0]?.id, false)
    const after = await read(id)
    expect([after.owner, after.external_ticket ?? null, after.triage_comment]).toEqual([
      undefined,
      null,
      null,
    ])
    expect(await read(first)).toMatchObject({ owner: '@org/payments', external_ticket: ticket })
  })
})

describe('a doubt', () => {
  const uncertain = async ({ service }: Pick<Awaited<ReturnType<typeof startHistory>>, 'service'>) =>
    (await codeFindings(service, { uncertain: 'true' })).map((one) => one.id)

  it('is an offer as soon as the other finding is decided, and none when that is undone', async () => {
    const history = await startHistory()
    const { scan, idAt, decide, undo, read } = history
    await scan([old])
    const first = await idAt('a.py:10')
    await scan([changed])
    const id = (await codeFindings(history.service, { status: 'open' }))[0]?.id ?? 0
    expect(await uncertain(history)).toEqual([])
    const { body } = await decide(first)
    expect(await uncertain(history)).toEqual([id])
    expect((await read(id)).matches).toMatchObject([
      { state: 'open', resolvable: true, other: { id: first } },
    ])
    await undo(body.change_id)
    expect(await uncertain(history)).toEqual([])
    await decide(first, 'fixing')
    expect(await uncertain(history)).toEqual([id])
    await decide(first, 'reopened')
    expect(await uncertain(history)).toEqual([])
  })

  it('offers the decision on a branch to the finding on main, which can be confirmed there', async () => {
    const history = await startHistory()
    const { scan, idAt, decide, resolve, read, undo, service } = history
    await scan([old], { ref: main })
    const first = await idAt('a.py:10', { ref: main })
    await scan([changed], { ref: feature })
    const id = await idAt('a.py:10', { ref: feature })
    expect(await uncertain(history)).toEqual([])
    const decided = await decide(id)
    expect(await uncertain(history)).toEqual([first])
    await undo(decided.body.change_id)
    expect(await uncertain(history)).toEqual([])
    await decide(id)
    const [offer] = (await read(first)).matches
    expect(offer).toMatchObject({ kind: 'candidate', other: { id, triage_state: 'ignored', ref: feature } })
    const { status, body } = await resolve(first, offer?.id, true)
    expect(status).toBe(200)
    expect(await read(first)).toMatchObject({ status: 'ignored', triage_comment: 'Harmless.' })
    expect(await uncertain(history)).toEqual([])
    await undo(body.change_id)
    expect(await read(first)).toMatchObject({ status: 'open', instances: [] })
    expect(await uncertain(history)).toEqual([first])
    const [again] = (await read(first)).matches
    expect((await resolve(first, again?.id, false)).status).toBe(200)
    expect(await uncertain(history)).toEqual([])
    expect((await read(first)).matches).toEqual([])
    await scan([old], { ref: main })
    expect(await codeFindings(service, { uncertain: 'true' })).toEqual([])
  })

  it.each([0, 1, 2])('stands on every ref that has the finding, decided after %s of them', async (count) => {
    const history = await startHistory()
    const { scan, idAt, decide, resolve, read } = history
    await scan([old], { ref: main })
    const first = await idAt('a.py:10', { ref: main })
    const rows: number[] = []
    for (const ref of [feature, other]) {
      if (rows.length === count) await decide(first)
      await scan([changed], { ref })
      rows.push(await idAt('a.py:10', { ref }))
    }
    if (count === 2) await decide(first)
    expect((await uncertain(history)).toSorted()).toEqual(rows.toSorted())
    for (const id of rows)
      expect((await read(id)).matches).toMatchObject([{ kind: 'candidate', other: { id: first } }])
    const [, last = 0] = rows
    await resolve(last, (await read(last)).matches[0]?.id, true)
    expect(await read(last)).toMatchObject({ status: 'ignored' })
    if (count < 2) return
    expect(await uncertain(history)).toEqual([])
    for (const id of rows) expect(await read(id)).toMatchObject({ status: 'ignored' })
  })

  it('stands after further scans, and ends with one that reports both', async () => {
    const history = await startHistory()
    const { scan, idAt, decide, read } = history
    await scan([old])
    await decide(await idAt('a.py:10'))
    await scan([changed])
    const id = (await codeFindings(history.service, { status: 'open' }))[0]?.id ?? 0
    for (const _ of [1, 2]) {
      await scan([changed])
      expect(await uncertain(history)).toEqual([id])
    }
    await scan([])
    expect(await uncertain(history)).toEqual([])
    await scan([changed])
    expect(await uncertain(history)).toEqual([id])
    await scan([changed, coded('a.py', 'call(a, b)', 40)])
    expect(await uncertain(history)).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'open', matches: [{ state: 'rejected' }] })
  })

  it.each<[string, object]>([
    ['a note', { new_note: 'Ask Ann.' }],
    ['an owner', { new_owner: '@org/payments' }],
  ])('about a finding with %s is an offer', async (_, body) => {
    const history = await startHistory()
    await history.scan([old])
    const first = await history.idAt('a.py:10')
    await history.service.call(triage, { body: { issue_type: 'sast', issue_ids: [first], ...body } })
    await history.scan([changed])
    expect(await uncertain(history)).toHaveLength(1)
  })

  it('about a finding with comments is an offer, also if they were written later', async () => {
    const history = await startHistory()
    await history.scan([old])
    const first = await history.idAt('a.py:10')
    await history.scan([changed])
    expect(await uncertain(history)).toEqual([])
    await history.service.call(createComment, { path: { id: first }, body: { text: 'Is it?' } })
    expect(await uncertain(history)).toHaveLength(1)
  })
})
