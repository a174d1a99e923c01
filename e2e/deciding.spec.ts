import type { Page } from '@playwright/test'
import { FindingsPage } from './findings-page.ts'
import { expect, signIn, test } from './test.ts'

const made = (count: number) => Array.from({ length: count }, () => ({}))

/** The findings that the page asks to be decided, in the order of the requests. */
function decisions(page: Page): number[] {
  const ids: number[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/triage')) return
    const body: { issue_ids: number[] } = request.postDataJSON()
    ids.push(...body.issue_ids)
  })
  return ids
}

/** Presses `i` and waits for the line that asks for the reason. */
async function askWhy(page: Page): Promise<void> {
  await page.keyboard.press('i')
  const line = page.getByRole('form', { name: 'Ignore this finding' })
  await expect(line.locator(':focus')).toBeVisible()
}

test('250 findings on three pages are decided by keyboard, each exactly once', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', made(250))
  const list = new FindingsPage(page)
  const asked = decisions(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await expect(list.foot).toContainText('1–100 of 250')

  for (const size of [100, 100, 50]) {
    await list.startKeys()
    await page.keyboard.press('r')
    await expect(list.rows.nth(1)).toBeFocused()
    for (let row = 1; row < size; row++) await page.keyboard.press(row % 2 === 0 ? 'r' : 'f')
    await expect(list.foot).toContainText(`${size} decided here no longer match`)
    if (size < 100) break
    await page.keyboard.press(']')
    await expect(list.foot).not.toContainText('decided here')
  }

  await expect.poll(() => asked.length).toBe(250)
  expect(new Set(asked).size).toBe(250)
  await expect.poll(async () => (await workspace.findings({ status: 'open' })).length).toBe(0)
  const states = (await workspace.findings()).map(({ status }) => status)
  expect(states.filter((status) => status === 'reviewing')).toHaveLength(125)
  expect(states.filter((status) => status === 'fixing')).toHaveLength(125)
})

test('a decided row stays in its place, dimmed, until the list is refreshed', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', made(5))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  const second = list.rows.nth(1)
  const id = (await second.getAttribute('data-row')) ?? ''
  await list.startKeys()
  await second.focus()
  const link = list.row(id).getByRole('link')
  const plain = await link.evaluate((element) => getComputedStyle(element).color)

  await askWhy(page)
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(await list.cell(list.row(id), 'Status')).toHaveText('Ignored')
  await expect(list.row(id)).toHaveAttribute('aria-rowindex', '3')
  await expect(list.rows).toHaveCount(5)
  await expect(link).not.toHaveCSS('color', plain)
  await expect(list.focusedRow).toHaveAttribute('aria-rowindex', '4')
  await expect(list.total).toHaveText('4')
  await expect(list.foot).toContainText('1 decided here no longer matches')

  await list.foot.getByRole('button', { name: 'refresh' }).click()
  await expect(list.rows).toHaveCount(4)
  await expect(list.row(id)).toHaveCount(0)
  await expect(list.foot).not.toContainText('decided here')
  expect(await workspace.finding(Number(id))).toMatchObject({ triage_reason: 'acceptable_risk' })
})

test('u takes back the newest decision, then the one before', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', made(4))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await expect(list.rows).toHaveCount(4)
  const ids = await list.rows.evaluateAll((rows) => rows.map((row) => Number(row.dataset['row'])))
  const [first = 0, second = 0] = ids
  const status = async (id: number) => list.cell(list.row(id), 'Status')
  await list.startKeys()
  await page.keyboard.press('r')
  await expect(list.row(second)).toBeFocused()
  await page.keyboard.press('f')
  await expect(await status(first)).toHaveText('Reviewing')
  await expect(await status(second)).toHaveText('Fixing')
  await expect.poll(async () => (await workspace.finding(second)).status).toBe('fixing')

  await page.keyboard.press('u')
  await expect(await status(second)).toHaveText('Open')
  await expect(await status(first)).toHaveText('Reviewing')
  await expect.poll(async () => (await workspace.finding(second)).triage_state).toBe('untriaged')
  await page.keyboard.press('u')
  await expect(await status(first)).toHaveText('Open')
  await expect.poll(async () => (await workspace.finding(first)).triage_state).toBe('untriaged')
})

test('the last reason and note are repeated by one key', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', made(3))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await askWhy(page)
  await page.keyboard.press('3')
  await page.keyboard.type('Next quarter')
  await page.keyboard.press('Enter')
  await expect(list.rows.nth(1)).toBeFocused()
  await page.keyboard.press('Shift+I')
  await expect(list.rows.nth(2)).toBeFocused()
  await expect(list.foot).toContainText('2 decided here no longer match')
  await expect
    .poll(async () => (await workspace.findings({ triage_reasons: 'no_time' })).map((f) => f.triage_comment))
    .toEqual(['Next quarter', 'Next quarter'])
})

test('who may only read sees the controls disabled, with the reason', async ({ page, workspace }) => {
  await workspace.scan('acme/shop', made(2))
  const token = await workspace.token({ name: 'Vera', person: 'Vera', role: 'viewer' })
  await signIn(page, workspace.service.base, token)
  const asked = decisions(page)
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await page.keyboard.press('i')
  await expect(page.getByText('You may not decide findings here')).toBeVisible()
  await page.keyboard.press('Enter')
  for (const name of ['Reviewing', 'Fixing', 'Ignore']) {
    const button = list.panel.getByRole('button', { name: new RegExp(`^${name}`) })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/lacks the scope findings:triage/)
  }
  await page.keyboard.press('r')
  await expect(await list.cell(list.rows.first(), 'Status')).toHaveText('Open')
  expect(asked).toEqual([])
})

test.describe('two people', () => {
  // The browser writes a refused request to its console.
  test.use({ expectedErrors: [/status of 409/] })

  test('who decide the same finding: the second chooses', async ({
    page,
    browser,
    workspace,
    signedIn: _,
  }) => {
    test.slow()
    await workspace.scan('acme/shop', made(2))
    const context = await browser.newContext({ baseURL: workspace.service.base })
    const other = await context.newPage()
    const token = await workspace.token({ name: 'Mina', person: 'Mina Kovač', role: 'analyst' })
    await signIn(other, workspace.service.base, token)
    const [mine, theirs] = [new FindingsPage(page), new FindingsPage(other)]
    for (const one of [mine, theirs]) {
      await one.page.goto(workspace.at('/findings/code?status=open'))
      await expect(one.rows).toHaveCount(2)
      await one.startKeys()
    }
    const ids = await mine.rows.evaluateAll((rows) => rows.map((row) => Number(row.dataset['row'])))

    for (const id of ids) {
      await theirs.row(id).focus()
      await askWhy(other)
      await other.keyboard.press('2')
      await other.keyboard.type('Behind the firewall')
      await other.keyboard.press('Enter')
      await expect.poll(async () => (await workspace.finding(id)).status).toBe('ignored')
    }
    const choice = page.getByRole('dialog', { name: 'Someone else decided this meanwhile' })
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

test('a note being typed survives a reload', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', made(2))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await askWhy(page)
  await page.keyboard.press('1')
  await page.keyboard.type('Half a thou')
  await page.reload()
  await list.startKeys()
  await askWhy(page)
  const line = page.getByRole('form', { name: 'Ignore this finding' })
  await expect(line.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thou')
  await expect(line.getByRole('radio', { name: 'False positive' })).toBeChecked()
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('a decision is rolled back and says why; with it, it can be tried again', async ({
    page,
    context,
    workspace,
    signedIn: _,
  }) => {
    await workspace.scan('acme/shop', made(2))
    const list = new FindingsPage(page)
    await page.goto(workspace.at('/findings/code?status=open'))
    const row = list.row((await list.rows.first().getAttribute('data-row')) ?? '')
    await list.startKeys()
    await page.keyboard.press('r')
    await expect(await list.cell(row, 'Status')).toHaveText('Reviewing')
    await page.keyboard.press('u')
    await expect(await list.cell(row, 'Status')).toHaveText('Open')

    await context.setOffline(true)
    await row.focus()
    await page.keyboard.press('f')
    const told = page.getByRole('region', { name: 'Notifications' })
    await expect(told).toContainText('Not marked as fixing: the service cannot be reached')
    await expect(await list.cell(row, 'Status')).toHaveText('Open')
    await context.setOffline(false)
    await page.keyboard.press('F6')
    await told.getByRole('button', { name: 'Try again' }).click()
    await expect(await list.cell(row, 'Status')).toHaveText('Fixing')
    const id = Number(await row.getAttribute('data-row'))
    await expect.poll(async () => (await workspace.finding(id)).status).toBe('fixing')
  })
})
