import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { triage } from '#contract/operations/triage.ts'
import { finding, focusRow, openFindings, row, serveFindings } from '../testing/findings-page.tsx'

const dialog = page.getByRole('dialog')

describe('a key of the list', () => {
  it('acts on the finding that has the focus, though others came before it meanwhile', async () => {
    const findings = [finding(1), finding(2), finding(3)]
    const service = serveFindings(findings)
    service.on(triage, () => ({ num_triaged: 1, triaged_issues: [2], change_id: 'moved' }))
    const { client } = await openFindings()
    await focusRow(2)
    await expect.element(row(2)).toHaveFocus()
    findings.unshift(finding(7), finding(8))
    await client.refetchQueries({ type: 'active' })
    await expect.element(row(7)).toBeVisible()
    await expect.element(row(2)).toHaveFocus()
    await userEvent.keyboard('r')
    await expect.element(row(2)).toMatchTextContent(/Reviewing/)
    expect(service.sent(triage)).toMatchObject([{ issue_ids: [2] }])
  })

  it('does nothing while somebody types', async () => {
    const service = serveFindings([finding(1), finding(2)])
    await openFindings()
    await focusRow(1)
    await userEvent.keyboard('/rxj')
    const search = page.getByRole('searchbox', { name: 'Search rule, message and path' })
    await expect.element(search).toHaveValue('rxj')
    await expect.element(row(1).getByRole('checkbox')).not.toBeChecked()
    expect(service.count(triage)).toBe(0)
  })

  it('does nothing where no finding has the focus', async () => {
    const service = serveFindings([finding(1), finding(2)])
    await openFindings()
    await focusRow(1)
    await page.getByRole('heading', { name: 'Findings', exact: true }).click()
    await expect.element(row(1)).not.toHaveFocus()
    await userEvent.keyboard('rx/')
    // This one acts on no finding, so it was heard.
    await expect.element(page.getByRole('searchbox', { name: 'Search rule, message and path' })).toHaveFocus()
    await expect.element(row(1)).toMatchTextContent(/Open/)
    await expect.element(row(1).getByRole('checkbox')).not.toBeChecked()
    expect(service.count(triage)).toBe(0)
  })

  it('is meant for the dialog that is open, not for the list under it', async () => {
    const service = serveFindings([finding(1), finding(2), finding(3)])
    await openFindings()
    await focusRow(1)
    await userEvent.keyboard('x')
    await page.getByRole('button', { name: /Select all/ }).click()
    await userEvent.keyboard('r')
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('fkx')
    await expect.element(dialog).toBeVisible()
    expect(service.count(triage)).toBe(0)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('region', { name: 'Selection' }).getByText('All 3 that match'))
      .toBeVisible()
  })
})

it('asks for a reason under the finding, keeps it while rows come anew, and gives the focus back', async () => {
  const findings = [finding(1), finding(2), finding(3)]
  const service = serveFindings(findings)
  service.on(triage, () => ({ num_triaged: 1, triaged_issues: [2], change_id: 'reason' }))
  const { client } = await openFindings()
  await focusRow(2)
  await userEvent.keyboard('i2so')
  const note = page.getByRole('textbox', { name: /Note/ })
  await expect.element(note).toHaveValue('so')
  findings.unshift(finding(7))
  await client.refetchQueries({ type: 'active' })
  await expect.element(row(7)).toBeVisible()
  await expect.element(note).toHaveValue('so')
  await userEvent.keyboard('{Enter}')
  await expect.element(row(2)).toMatchTextContent(/Ignored/)
  await expect.element(row(3)).toHaveFocus()
  expect(service.sent(triage)).toMatchObject([
    { issue_ids: [2], new_triage_state: 'ignored', new_note: 'so' },
  ])
})
