import { describe, expect, it } from 'vitest'
import { acceptedRisks } from '#contract/operations/accepted-risks.ts'
import { undoTriage } from '#contract/operations/triage.ts'
import { twoPeople } from './testing/two-people.ts'

/** Two findings that are ignored with the approval of Max. */
async function started() {
  const at = await twoPeople()
  const { call, build, ignore, approve, read, clock } = at
  const [first = 0, second = 0] = await build.add({ severity: 'critical' }, { severity: 'high' })
  const { approval_id: id } = (await ignore([first, second])).body
  expect((await approve(id)).status).toBe(200)
  const change = (await read(first)).history.at(-1)?.change_id
  clock.now += 1000
  const undo = (changeId: string | null | undefined) =>
    call(undoTriage, { path: { change_id: changeId ?? '' } })
  /** Who approved that each finding is ignored, by its id. */
  const approvers = async () => {
    const { risks } = (await call(acceptedRisks)).body
    return Object.fromEntries(risks.map(({ id: finding, approved_by: by }) => [finding, by]))
  }
  return { ...at, first, second, id, change, undo, approvers }
}

describe('who approved that a finding is ignored', () => {
  it('stays on record while other terms are requested, and once they are declined', async () => {
    const { first, second, ignore, decline, approvers, read } = await started()
    const both = { [first]: 'Max', [second]: 'Max' }
    const next = (await ignore([first], { new_ignored_until: '2026-03-01' })).body.approval_id
    expect(await read(first)).toMatchObject({ status: 'ignored', ignore_request: next })
    expect(await approvers()).toEqual(both)
    // A newer request replaces one that waits.
    const last = (await ignore([first], { new_ignored_until: '2026-04-01' })).body.approval_id
    expect((await decline(last)).status).toBe(200)
    expect(await read(first)).not.toHaveProperty('ignore_request')
    expect(await approvers()).toEqual(both)
  })

  it('stays on record for findings that an undo of the approval leaves ignored', async () => {
    const { first, second, id, change, ignore, list, approve, undo, approvers } = await started()
    // Another note needs no approval, and is not undone with it.
    const noted = (await ignore([second], { new_note: 'Still behind the firewall.' })).body
    expect((await undo(change)).body).toMatchObject({ num_undone: 1, skipped: [{ id: second }] })
    expect(await approvers()).toEqual({ [second]: 'Max' })
    expect(await list()).toMatchObject([
      { state: 'approved', count: 1, requested_by: 'Ana', decided_by: 'Max', finding: { id: second } },
      { id, state: 'requested', count: 1, decided_by: null, severity: 'critical', finding: { id: first } },
    ])
    expect((await undo(noted.change_id)).body).toMatchObject({ num_undone: 1 })
    expect(await approvers()).toEqual({ [second]: 'Max' })
    expect((await approve(id)).status).toBe(200)
    expect(await approvers()).toEqual({ [first]: 'Max', [second]: 'Max' })
  })
})
