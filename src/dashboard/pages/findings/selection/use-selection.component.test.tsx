import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { triage } from '#contract/operations/triage.ts'
import { notice } from '#features/testing/open-page.tsx'
import { finding, focusRow, openFindings, row, serveFindings } from '../testing/findings-page.tsx'

const findings = (count: number) => Array.from({ length: count }, (_, at) => finding(at + 1))
const bar = page.getByRole('region', { name: 'Selection' })
const selected = (text: string) => bar.getByText(text, { exact: true }).first()
const box = (id: number) => row(id).getByRole('checkbox')

/** A page of a hundred findings, of which there are five more. */
async function openFirstPage() {
  const service = serveFindings(findings(105))
  const opened = await openFindings()
  return { service, ...opened }
}

describe('selected findings', () => {
  it('stay selected on other pages and when the rows are asked for again, and are triaged together', async () => {
    const { service, client } = await openFirstPage()
    service.on(triage, () => ({ num_triaged: 2, triaged_issues: [2, 102], change_id: 'pages' }))
    await focusRow(2)
    await userEvent.keyboard('x]')
    await expect.element(row(102)).toBeVisible()
    await focusRow(102)
    await userEvent.keyboard('x')
    await expect.element(selected('2 selected')).toBeVisible()
    await expect.element(bar).toMatchTextContent(/1 on other pages/)
    await client.refetchQueries({ type: 'active' })
    await expect.element(selected('2 selected')).toBeVisible()
    await userEvent.keyboard('f')
    await expect.element(notice('Marked as fixing: 2 findings')).toBeVisible()
    expect(service.sent(triage)).toMatchObject([{ issue_ids: [2, 102], new_triage_state: 'fixing' }])
  })

  it('are let go where another filter is chosen, which is said, so that no key acts on what is not shown', async () => {
    const service = serveFindings([{ ...finding(1), status: 'reviewing' }, finding(2), finding(3)])
    service.on(triage, () => ({ num_triaged: 1, triaged_issues: [3], change_id: 'filter' }))
    const { router } = await openFindings()
    await focusRow(1)
    await userEvent.keyboard('x')
    await expect.element(selected('1 selected')).toBeVisible()
    await router.navigate('/d/acme/findings/code?status=open')
    await expect.element(row(1)).not.toBeInTheDocument()
    await expect.element(notice('Selection cleared because the filter or view changed')).toBeVisible()
    await expect.element(selected('1 selected')).not.toBeInTheDocument()
    await focusRow(3)
    await userEvent.keyboard('f')
    await expect.element(row(3)).toMatchTextContent(/Fixing/)
    expect(service.sent(triage)).toMatchObject([{ issue_ids: [3] }])
  })

  it('reach from where they begin to where the keys lead, and back again', async () => {
    await openFirstPage()
    await focusRow(3)
    await userEvent.keyboard('x{Shift>}JJK{/Shift}')
    await expect.element(selected('2 selected')).toBeVisible()
    for (const [id, is] of [
      [2, false],
      [3, true],
      [4, true],
      [5, false],
    ] as const)
      expect(box(id).element()).toHaveProperty('checked', is)
  })

  it('are those of a press with Shift, and the box over them selects the page', async () => {
    await openFirstPage()
    await box(2).click()
    await box(5).click({ modifiers: ['Shift'] })
    await expect.element(selected('4 selected')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    await expect.element(selected('100 selected')).toBeVisible()
  })

  it('are all that match where a person says so, and Escape lets them go', async () => {
    await openFirstPage()
    await focusRow(2)
    await userEvent.keyboard('x')
    await page.getByRole('button', { name: /Select all 105/ }).click()
    await expect.element(selected('All 105 that match')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(selected('All 105 that match')).not.toBeInTheDocument()
    expect(box(2).element()).toHaveProperty('checked', false)
  })
})
