import { violations, violationsInAllModes } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { pressUntil } from '../support/press-until.ts'
import { expect, signInAgain, test } from '../support/test.ts'

/** A file with a critical finding whose name is hostile, and two high ones. */
const findings = {
  sastFindings: {
    findings: ['critical', 'high', 'high'].map((severity, at) => ({
      rule_name: 'rules.injection',
      rule: { name: 'rules.injection' },
      severity,
      match_based_id: `finding-${at}`,
      location: { filePath: `src/<b>${'deep/'.repeat(at * 12)}app-${at}.py`, line: at + 1 },
      code: { startLine: at + 1, lines: [`cursor.execute(request.args["q${at}"])`] },
    })),
  },
}

test('ignoring a critical finding is asked for by one person and approved by another', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.upload('acme/shop', JSON.stringify(findings))
  const { base } = workspace.service

  // Nobody could approve yet.
  await page.goto(workspace.at('/settings'))
  const panel = page.getByRole('region', { name: 'Approval of ignored findings' })
  await expect(panel.getByText('Nobody else can approve.').first()).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Require approval' })).toBeDisabled()
  const max = await workspace.token({ name: 'Max', person: 'Max', role: 'manager' })
  const ana = await workspace.token({ name: 'Ana', person: 'Ana', role: 'analyst' })
  const [, ignored] = await workspace.findings({ severities: 'high' })
  await workspace.decide([ignored?.id ?? 0], 'ignored', { reason: 'no_time' })
  await page.reload()
  await expect(panel.getByText('0 critical findings and 1 high finding are ignored')).toBeVisible()
  await expect(panel.getByText('1 person besides you can approve requests.')).toBeVisible()
  await panel.getByRole('button', { name: 'Require approval' }).click()
  await expect(panel.getByText('Approval is required.', { exact: true })).toBeVisible()

  // Ana asks, with a reason and a note.
  await signInAgain(page, base, ana)
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open&severities=critical'))
  const row = list.rows.first()
  await expect(row).toBeVisible()
  // The list takes keys shortly after its rows are painted.
  await pressUntil(
    async () => {
      await row.focus()
      await page.keyboard.press('i')
    },
    (timeout) => expect(list.ignoreForm).toBeVisible({ timeout }),
  )
  await expect(list.ignoreForm.getByText('need approval')).toBeVisible()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(list.ignoreForm.getByRole('alert')).toHaveText('Write a note for the person who approves')
  await page.keyboard.type('Behind the firewall')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ignore requested: 1 finding' })).toBeVisible()
  // Screen readers hear what was saved, not what was asked for.
  await expect(page.getByRole('status').filter({ hasText: 'Ignore requested: 1 finding' })).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'Ignored' })).toHaveCount(0)
  await expect(await list.cell(row, 'Status')).toContainText('Ignore requested')
  const [finding] = await workspace.findings({ severities: 'critical' })
  expect(finding).toMatchObject({ status: 'open', ignore_request: expect.any(String) })
  await page.goto(workspace.at(`/findings/code/${finding?.id}`))
  await expect(page.getByText('Ana requested to ignore it as acceptable risk')).toBeVisible()
  await page.getByRole('link', { name: 'Ignore requested' }).click()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()

  // Max approves it with the keys.
  await signInAgain(page, base, max)
  await page.goto(workspace.at('/approvals'))
  const requests = page.getByRole('table', { name: 'Approvals' })
  const request = requests.getByRole('row').filter({ hasText: 'Ana' })
  await expect(request).toContainText('Behind the firewall')
  expect(await violationsInAllModes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await request.focus()
  const dialog = page.getByRole('dialog', { name: 'Approve ignoring 1 finding' })
  await pressUntil(
    () => page.keyboard.press('a'),
    (timeout) => expect(dialog).toBeVisible({ timeout }),
  )
  await expect(dialog.getByText('Behind the firewall')).toBeVisible()
  await expect(dialog.getByText('Critical', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('figure')).toContainText('cursor.execute(request.args["q0"])')
  const link = dialog.getByRole('link', { name: 'Open the finding' })
  await expect(link).toHaveAttribute('href', workspace.at(`/findings/code/${finding?.id}`))
  // Following it keeps what was typed here.
  await expect(link).toHaveAttribute('target', '_blank')
  // A key that was pressed again before the dialog was there may stand in the field.
  await dialog.getByLabel('Why').fill('')
  await dialog.getByLabel('Why').press('Control+Enter')
  await expect(dialog.getByText('Enter why, so that others can understand the decision')).toBeVisible()
  await dialog.getByLabel('Why').fill('Checked the rules of the firewall.')
  expect(await violationsInAllModes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByLabel('Why').press('Control+Enter')
  await expect(page.getByText('No requests are waiting')).toBeVisible()
  await expect.poll(async () => (await workspace.finding(finding?.id ?? 0)).status).toBe('ignored')
  await page.getByRole('link', { name: 'Decided' }).click()
  const decided = requests.getByRole('row').filter({ hasText: 'Approved' })
  await expect(decided).toContainText('Ana')
  await decided.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Checked the rules of the firewall.')).toBeVisible()
})

test.describe('a request', () => {
  // The one that changed meanwhile.
  test.use({ expectedErrors: [/409 \(Conflict\).*\/decline$/] })

  test('is declined, and the finding stays open', async ({ page, workspace, signedIn: _ }) => {
    await workspace.upload('acme/shop', JSON.stringify(findings))
    await workspace.token({ name: 'Max', person: 'Max', role: 'manager' })
    const ana = await workspace.token({ name: 'Ana', person: 'Ana', role: 'analyst' })
    await page.goto(workspace.at('/settings'))
    await page.getByRole('button', { name: 'Require approval' }).click()
    await expect(page.getByText('Approval is required.', { exact: true })).toBeVisible()
    const high = await workspace.findings({ severities: 'high' })
    const ids = high.map(({ id }) => id)
    await workspace.decide(ids, 'ignored', { reason: 'no_time', note: 'Next quarter.', token: ana })
    await page.goto(workspace.at('/approvals'))
    const request = page.getByRole('row').filter({ hasText: 'Ana' })
    await expect(request).toContainText('and 1 more finding')
    await request.focus()
    const dialog = page.getByRole('dialog', { name: 'Decline ignoring 2 findings' })
    await pressUntil(
      () => page.keyboard.press('d'),
      (timeout) => expect(dialog).toBeVisible({ timeout }),
    )
    await expect(dialog.getByText('Highest severity: High')).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'All findings that wait for approval' })).toBeVisible()
    await dialog.getByLabel('Why').fill('Fix it this week.')
    // Ana fixes one herself while the dialog is open.
    await workspace.decide([ids[1] ?? 0], 'fixing', { token: ana })
    await dialog.getByRole('button', { name: 'Decline' }).click()
    const changed = page.getByRole('dialog', { name: 'Decline ignoring 1 finding' })
    await expect(changed.getByRole('alert')).toContainText(
      'This request has changed since you read it: other findings wait for it, or their severity is another one. It is now about 1 finding',
    )
    expect(await violations(page)).toEqual([])
    await changed.getByRole('button', { name: 'Decline' }).click()
    await expect(page.getByText('No requests are waiting')).toBeVisible()
    const finding = await workspace.finding(ids[0] ?? 0)
    expect(finding.status).toBe('open')
    expect(finding.ignore_request).toBeUndefined()
    await page.goto(workspace.at(`/findings/code/${ids[0]}`))
    await expect(page.getByText('Administrator declined to ignore it')).toBeVisible()
  })
})
