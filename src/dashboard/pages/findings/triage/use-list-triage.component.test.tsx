import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { heldAnswer, problem } from '#features/testing/fake-service.ts'
import { notice } from '#features/testing/open-page.tsx'
import { finding, focusRow, openFindings, row, serveFindings } from '../testing/findings-page.tsx'

const three = () => [finding(1), finding(2), finding(3)]
const accepted = (id: number, change: string) => ({
  num_triaged: 1,
  triaged_issues: [id],
  change_id: change,
})

describe('a key that triages', () => {
  it('shows the decision before the service has answered, and goes on to the next finding', async () => {
    const service = serveFindings(three())
    const held = heldAnswer()
    service.on(triage, held.answer)
    await openFindings()
    await focusRow(1)
    await userEvent.keyboard('r')
    await expect.element(row(1)).toMatchTextContent(/Reviewing/)
    await expect.element(row(2)).toHaveFocus()
    expect(service.sent(triage)).toMatchObject([{ issue_ids: [1], new_triage_state: 'reviewing' }])
    held.give(accepted(1, 'a'))
    await expect.element(notice('Marked as reviewing')).toBeVisible()
  })

  it('takes the decision back where the service refuses it, says so, and returns to the finding', async () => {
    const service = serveFindings(three())
    service.on(triage, () => problem(422, 'The note is too long'))
    await openFindings()
    await focusRow(1)
    await userEvent.keyboard('r')
    await expect.element(notice('Not marked as reviewing: the request was rejected')).toBeVisible()
    await expect.element(row(1)).toMatchTextContent(/Open/)
    await expect.element(row(1)).toHaveFocus()
  })

  it('sends two quick decisions of one finding in their order, and shows the second', async () => {
    const service = serveFindings(three())
    const first = heldAnswer()
    service.on(triage, first.answer)
    await openFindings()
    await focusRow(1)
    await userEvent.keyboard('rkf')
    await expect.element(row(1)).toMatchTextContent(/Fixing/)
    expect(service.count(triage)).toBe(1)
    service.on(triage, () => accepted(1, 'b'))
    first.give(accepted(1, 'a'))
    await expect.element(notice('Marked as fixing')).toBeVisible()
    await expect.element(row(1)).toMatchTextContent(/Fixing/)
    expect(service.sent(triage)).toMatchObject([
      { issue_ids: [1], new_triage_state: 'reviewing' },
      { issue_ids: [1], new_triage_state: 'fixing' },
    ])
  })
})

it('u undoes the newest decision, also one that is not answered yet, and shows what was before', async () => {
  const service = serveFindings(three())
  const held = heldAnswer()
  service.on(triage, held.answer)
  await openFindings()
  await focusRow(1)
  await userEvent.keyboard('ru')
  expect(service.count(undoTriage)).toBe(0)
  held.give(accepted(1, 'late'))
  await expect.element(notice('Undone: marked as reviewing')).toBeVisible()
  await expect.element(row(1)).toMatchTextContent(/Open/)
  expect(service.count(undoTriage)).toBe(1)
})
