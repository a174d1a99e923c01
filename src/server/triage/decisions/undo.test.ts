import { describe, expect, it } from 'vitest'
import { getFinding } from '#contract/operations/findings.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { Build, start } from '#server/findings/testing/build.ts'
import { updateFindings } from '#server/findings/writes.ts'
import { startTestService } from '#server/testing/service.ts'

const day = 24 * 60 * 60 * 1000

async function service() {
  const started = await startTestService()
  const { call } = started
  const decide = async (ids: number[], body: Record<string, unknown>) =>
    (await call(triage, { body: { issue_type: 'sast', issue_ids: ids, ...body } })).body.change_id
  const read = async (id = 0) => (await call(getFinding, { path: { id } })).body
  const undo = (change: string) => call(undoTriage, { path: { change_id: change } })
  return { ...started, build: new Build(started), decide, read, undo }
}

describe('undoing a decision', () => {
  it('restores state, reason, note and time, untriaged included', async () => {
    const { build, decide, read, undo } = await service()
    const [fresh = 0, decided = 0, fixed = 0] = await build.add(
      {},
      { triage: 'ignored', reason: 'no_time', note: 'Later', triagedAt: start, triagedBy: 'Ada' },
      { state: 'fixed' },
    )
    const before = await Promise.all([fresh, decided, fixed].map(read))
    const change = await decide([fresh, decided, fixed], { new_triage_state: 'fixing', new_note: 'Now' })
    expect((await undo(change)).body).toEqual({ num_undone: 3, skipped: [] })
    const after = await Promise.all([fresh, decided, fixed].map(read))
    expect(after.map(({ history: _, ...rest }) => rest)).toEqual(
      before.map(({ history: _, ...rest }) => rest),
    )
    expect(after[1]?.history.slice(-1)).toMatchObject([
      {
        what: 'undone',
        who: 'Tess Ter',
        from: 'fixing',
        to: 'ignored',
        reason: 'no_time',
        change_id: change,
      },
    ])
  })

  it('takes those back that came along', async () => {
    const { build, decide, read, undo } = await service()
    const [main = 0, gone = 0] = await build.add(
      { key: 'same' },
      { key: 'same', ref: 'refs/heads/x', state: 'removed' },
    )
    const change = await decide([main], { new_triage_state: 'ignored' })
    expect((await read(gone)).triage_state).toBe('ignored')
    expect((await undo(change)).body.num_undone).toBe(1)
    expect((await read(gone)).triage_state).toBe('untriaged')
  })

  it('leaves alone what was decided again since, and can go on to the decision before', async () => {
    const { build, decide, read, undo } = await service()
    const [one = 0, two = 0] = await build.add({}, {})
    const first = await decide([one, two], { new_triage_state: 'ignored' })
    const second = await decide([two], { new_triage_state: 'fixing' })
    const partly = await undo(first)
    expect(partly.body).toMatchObject({
      num_undone: 1,
      skipped: [{ id: two, code: 'triaged_since' }],
    })
    expect((await read(one)).triage_state).toBe('untriaged')
    expect((await undo(second)).body.num_undone).toBe(1)
    expect((await read(two)).triage_state).toBe('ignored')
  })

  it('undoes one decision after the other', async () => {
    const { build, decide, read, undo } = await service()
    const [id = 0] = await build.add({})
    const changes = [
      await decide([id], { new_triage_state: 'reviewing' }),
      await decide([id], { new_note: 'Seen' }),
      await decide([id], { new_triage_state: 'ignored', new_triage_reason: 'acceptable_risk' }),
    ]
    const states = []
    for (const change of changes.reverse()) {
      await undo(change)
      const { triage_state, triage_reason, triage_comment, status } = await read(id)
      states.push([triage_state, triage_reason, triage_comment, status])
    }
    expect(states).toEqual([
      ['reviewing', null, 'Seen', 'reviewing'],
      ['reviewing', null, null, 'reviewing'],
      ['untriaged', null, null, 'open'],
    ])
  })

  it('leaves alone what a scan reopened since, and what is gone', async () => {
    const { build, decide, undo, services } = await service()
    const [reopened = 0, gone = 0] = await build.add({}, {})
    const change = await decide([reopened, gone], { new_triage_state: 'fixing' })
    await services.change(1, 'Tess Ter', async (transaction) => {
      await updateFindings(transaction, [reopened], { triage_state: 1 })
      await transaction.deleteFrom('finding').where('id', '=', gone).execute()
      transaction.changed.findings([gone])
    })
    expect((await undo(change)).body).toMatchObject({
      num_undone: 0,
      skipped: [{ id: reopened }, { id: gone, code: 'removed' }],
    })
  })

  it('is possible for 24 hours, once', async () => {
    const { build, decide, undo, clock } = await service()
    const [one = 0, two = 0] = await build.add({}, {})
    const first = await decide([one], { new_triage_state: 'ignored' })
    const second = await decide([two], { new_triage_state: 'ignored' })
    clock.now += day
    expect((await undo(first)).status).toBe(200)
    expect((await undo(first)).status).toBe(409)
    clock.now += 1
    const late = await undo(second)
    expect(late.status).toBe(409)
    expect(late.text).toContain('24 hours')
  })

  it('answers 404 for an unknown change, 400 for no id, 403 without the scope', async () => {
    const { undo, call, mint } = await service()
    for (const change of ['7', '18446744073709551615']) expect((await undo(change)).status).toBe(404)
    for (const change of ['x', '-1', '07']) expect((await undo(change)).status).toBe(400)
    const token = await mint({ role: 'viewer' })
    expect((await call(undoTriage, { path: { change_id: '7' }, token })).status).toBe(403)
  })
})
