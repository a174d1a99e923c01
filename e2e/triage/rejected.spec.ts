import { collectTriagedIds, FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, signIn, test } from '../support/test.ts'

test('who may only read sees the controls disabled, with the reason', async ({ page, workspace }) => {
  await workspace.scan('acme/shop', generateFindings(2))
  const token = await workspace.token({ name: 'Vera', person: 'Vera', role: 'viewer' })
  await signIn(page, workspace.service.base, token)
  const triagedIds = collectTriagedIds(page)
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await page.keyboard.press('i')
  await expect(page.getByText("You don't have permission to triage", { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  for (const name of ['Reviewing', 'Fixing', 'Ignore']) {
    const button = list.panel.getByRole('button', { name: new RegExp(`^${name}`) })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/permission to triage/)
  }
  await page.keyboard.press('r')
  await expect(await list.cell(list.rows.first(), 'Status')).toHaveText('Open')
  expect(triagedIds).toEqual([])
})

test.describe('two people', () => {
  // The browser writes a refused request to its console, and the stream that does not come.
  test.use({ expectedErrors: [/status of 409|ERR_FAILED/] })

  test('who decide the same finding: the second chooses', async ({
    page,
    browser,
    workspace,
    signedIn: _,
  }) => {
    test.slow()
    await workspace.scan('acme/shop', generateFindings(2))
    const context = await browser.newContext({ baseURL: workspace.service.base })
    const other = await context.newPage()
    const token = await workspace.token({ name: 'Mina', person: 'Mina Kovač', role: 'analyst' })
    await signIn(other, workspace.service.base, token)
    const [mine, theirs] = [new FindingsPage(page), new FindingsPage(other)]
    // My page is stale: it does not hear what others do.
    await page.route('**/events', (route) => route.abort())
    for (const one of [mine, theirs]) {
      await one.page.goto(workspace.at('/findings/code?status=open'))
      await expect(one.rows).toHaveCount(2)
      await one.startKeys()
    }
    const ids = await mine.rows.evaluateAll((rows) => rows.map((row) => Number(row.dataset['row'])))

    for (const id of ids) {
      await theirs.row(id).focus()
      await theirs.openIgnoreForm()
      await other.keyboard.press('2')
      await other.keyboard.type('Behind the firewall')
      await other.keyboard.press('Enter')
      await expect.poll(async () => (await workspace.finding(id)).status).toBe('ignored')
    }
    const choice = page.getByRole('dialog', { name: 'Someone else triaged this finding' })
    for (const [id = 0, button, outcome] of [
      [ids[0], 'Keep theirs', 'ignored'],
      [ids[1], 'Use mine', 'fixing'],
    ] as const) {
      await mine.row(id).focus()
      await page.keyboard.press('f')
      await expect(choice).toContainText('Mina Kovač')
      await expect(choice).toContainText('Ignored, acceptable risk')
      await expect(choice).toContainText('Behind the firewall')
      await expect(choice).toContainText('Marked as fixing')
      expect((await workspace.finding(id)).status).toBe('ignored')
      await choice.getByRole('button', { name: button }).click()
      await expect(choice).toBeHidden()
      await expect.poll(async () => (await workspace.finding(id)).status).toBe(outcome)
      const word = outcome === 'fixing' ? 'Fixing' : 'Ignored'
      await expect(await mine.cell(mine.row(id), 'Status')).toHaveText(word)
    }
    await context.close()
  })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('a decision waits, says so, and is sent once there is one again', async ({
    page,
    context,
    workspace,
    signedIn: _,
  }) => {
    await workspace.scan('acme/shop', generateFindings(2))
    const list = new FindingsPage(page)
    await page.goto(workspace.at('/findings/code?status=open'))
    const row = list.row((await list.rows.first().getAttribute('data-row')) ?? '')
    await list.startKeys()
    await page.keyboard.press('r')
    await expect(await list.cell(row, 'Status')).toHaveText('Reviewing')
    await page.keyboard.press('u')
    await expect(await list.cell(row, 'Status')).toHaveText('Open')

    const notifications = page.getByRole('region', { name: 'Notifications' })
    await expect(notifications).toContainText('Undone')

    await context.setOffline(true)
    await row.focus()
    await page.keyboard.press('f')
    await expect(notifications).toContainText('Marked as fixing: not saved yet')
    // The notice and the banner say the same of a decision.
    await expect(notifications).toContainText('It is sent once the service responds.')
    await expect(
      page.getByText('Triage is sent once it responds; other changes are not saved.'),
    ).toBeVisible()
    await expect(await list.cell(row, 'Status')).toHaveText('Fixing, Not saved')
    const id = Number(await row.getAttribute('data-row'))
    expect((await workspace.finding(id)).status).toBe('open')
    await context.setOffline(false)
    await expect(await list.cell(row, 'Status')).toHaveText('Fixing')
    await expect.poll(async () => (await workspace.finding(id)).status).toBe('fixing')
  })
})

test.describe('an ended session', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('keeps a decision until the same person has signed in again', async ({ page, workspace }) => {
    await workspace.scan('acme/shop', generateFindings(2))
    const token = await workspace.token({ name: 'Mina', person: 'Mina Kovač', role: 'analyst' })
    await signIn(page, workspace.service.base, token)
    const list = new FindingsPage(page)
    await page.goto(workspace.at('/findings/code?status=open'))
    await list.startKeys()
    const row = list.row((await list.rows.first().getAttribute('data-row')) ?? '')
    const id = Number(await row.getAttribute('data-row'))
    await page.context().clearCookies()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
    await dialog.getByRole('textbox', { name: 'Token' }).fill(token)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await workspace.finding(id)).status).toBe('fixing')
    await expect(await list.cell(row, 'Status')).toHaveText('Fixing')
  })
})

test.describe('a refused decision', () => {
  test.use({ expectedErrors: [/status of (409|500)|ERR_FAILED/] })

  test('is said on its row, which sends it again', async ({ page, workspace, signedIn: _ }) => {
    await workspace.scan('acme/shop', generateFindings(2))
    const list = new FindingsPage(page)
    await page.goto(workspace.at('/findings/code?status=open'))
    await list.startKeys()
    await page.route('**/triage', (route) => route.fulfill({ status: 500, body: '' }))
    const row = list.row((await list.rows.first().getAttribute('data-row')) ?? '')
    await page.keyboard.press('f')
    const retry = row.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await expect(page.locator('p[role=status]').filter({ hasText: 'Marked as fixing' })).toHaveCount(0)
    await page.unroute('**/triage')
    await retry.click()
    await expect(await list.cell(row, 'Status')).toHaveText('Fixing')
    const id = Number(await row.getAttribute('data-row'))
    await expect.poll(async () => (await workspace.finding(id)).status).toBe('fixing')
  })

  test('tried again, is no answer to what somebody else decided meanwhile', async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    await workspace.scan('acme/shop', generateFindings(2))
    const token = await workspace.token({ name: 'Mina', person: 'Mina', role: 'analyst' })
    const list = new FindingsPage(page)
    await page.route('**/events', (route) => route.abort())
    await page.goto(workspace.at('/findings/code?status=open'))
    await list.startKeys()
    await page.route('**/triage', (route) => route.fulfill({ status: 500, body: '' }))
    const row = list.row((await list.rows.first().getAttribute('data-row')) ?? '')
    const id = Number(await row.getAttribute('data-row'))
    await page.keyboard.press('f')
    await expect(row.getByRole('button', { name: 'Retry' })).toBeVisible()
    await workspace.decide([id], 'reviewing', { token })
    await page.unroute('**/triage')
    await row.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('dialog', { name: 'Someone else triaged this finding' })).toBeVisible()
    expect((await workspace.finding(id)).status).toBe('reviewing')
  })
})
