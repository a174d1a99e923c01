import { collectTriagedIds, FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

test('250 findings on three pages are decided by keyboard, each exactly once', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', generateFindings(250))
  const list = new FindingsPage(page)
  const triagedIds = collectTriagedIds(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await expect(list.foot).toContainText('1–100 of 250')

  for (const size of [100, 100, 50]) {
    await list.startKeys()
    await page.keyboard.press('r')
    await expect(list.rows.nth(1)).toBeFocused()
    for (let row = 1; row < size; row++) await page.keyboard.press(row % 2 === 0 ? 'r' : 'f')
    await expect(list.foot).toContainText(`${size} triaged findings no longer match`)
    if (size < 100) break
    const last = (await list.focusedRow.getAttribute('data-row')) ?? ''
    await page.keyboard.press(']')
    // The rows of the page before stay, and hear the keys, until the answer is there.
    await expect(list.row(last)).toHaveCount(0)
    await expect(list.foot).not.toContainText('no longer match')
  }

  // They are pressed faster than they can be sent, one after the other.
  await expect.poll(() => triagedIds.length, { timeout: 120_000 }).toBe(250)
  expect(new Set(triagedIds).size).toBe(250)
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
  await workspace.scan('acme/shop', generateFindings(5))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  const second = list.rows.nth(1)
  const id = (await second.getAttribute('data-row')) ?? ''
  await list.startKeys()
  await second.focus()
  const link = list.row(id).getByRole('link')
  const plain = await link.evaluate((element) => getComputedStyle(element).color)

  await list.openIgnoreForm()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(await list.cell(list.row(id), 'Status')).toHaveText('Ignored')
  await expect(list.row(id)).toHaveAttribute('aria-rowindex', '3')
  await expect(list.rows).toHaveCount(5)
  await expect(link).not.toHaveCSS('color', plain)
  await expect(list.focusedRow).toHaveAttribute('aria-rowindex', '4')
  await expect(list.total).toHaveText('4')
  await expect(list.foot).toContainText('1 triaged finding no longer matches')
  // The last row is the fifth of five, as numbered when it was loaded.
  await list.rows.last().click()
  await expect(list.panel).toContainText('5 of 5')
  await page.keyboard.press('Escape')

  // Once it is answered: a list that overtakes it is that of before.
  await expect.poll(() => workspace.finding(Number(id))).toMatchObject({ triage_reason: 'acceptable_risk' })
  await list.foot.getByRole('button', { name: 'refresh' }).click()
  await expect(list.rows).toHaveCount(4)
  await expect(list.row(id)).toHaveCount(0)
  await expect(list.foot).not.toContainText('no longer match')
})

test('u undoes the newest decision, then the one before', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', generateFindings(4))
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
  await page.keyboard.press('u')
  await expect(await status(second)).toHaveText('Open')
  await expect(await status(first)).toHaveText('Reviewing')
  await expect.poll(async () => (await workspace.finding(second)).triage_state).toBe('untriaged')
  await page.keyboard.press('u')
  await expect(await status(first)).toHaveText('Open')
  await expect.poll(async () => (await workspace.finding(first)).triage_state).toBe('untriaged')
})

test.describe('u before the answer is there', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('undoes what is on its way, and that alone where it does not arrive', async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    await workspace.scan('acme/shop', generateFindings(4))
    const list = new FindingsPage(page)
    await page.goto(workspace.at('/findings/code'))
    await expect(list.rows).toHaveCount(4)
    const ids = await list.rows.evaluateAll((rows) => rows.map((row) => Number(row.dataset['row'])))
    const [first = 0, second = 0, third = 0] = ids
    const status = async (id: number) => list.cell(list.row(id), 'Status')
    const notifications = page.getByRole('region', { name: 'Notifications' })
    await list.startKeys()
    await page.keyboard.press('r')
    await expect(notifications).toContainText('Marked as reviewing')

    const there = Promise.withResolvers<void>()
    await page.route('**/triage', async (route) => {
      await there.promise
      await route.continue()
    })
    await page.keyboard.press('f')
    await expect(await status(second)).toHaveText('Fixing')
    await page.keyboard.press('u')
    await page.keyboard.press('u')
    there.resolve()
    await expect(await status(second)).toHaveText('Open')
    await expect(await status(first)).toHaveText('Open')
    await expect.poll(async () => (await workspace.finding(second)).triage_state).toBe('untriaged')
    await expect.poll(async () => (await workspace.finding(first)).triage_state).toBe('untriaged')

    await page.unroute('**/triage')
    await list.row(first).focus()
    await page.keyboard.press('r')
    await expect(notifications).toContainText('Marked as reviewing')
    const gone = Promise.withResolvers<void>()
    await page.route('**/triage', async (route) => {
      await gone.promise
      await route.abort()
    })
    await list.row(third).focus()
    await page.keyboard.press('f')
    await expect(await status(third)).toHaveText('Fixing')
    await page.keyboard.press('u')
    gone.resolve()
    await expect(await status(third)).toHaveText('Open')
    await expect(notifications).toContainText('Undone: marked as fixing')
    await expect(await status(first)).toHaveText('Reviewing')
    expect((await workspace.finding(first)).status).toBe('reviewing')
  })
})

test('the last reason and note are repeated by one key', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await list.openIgnoreForm()
  await page.keyboard.press('3')
  await page.keyboard.type('Next quarter')
  await page.keyboard.press('Enter')
  await expect(list.rows.nth(1)).toBeFocused()
  await page.keyboard.press('Shift+I')
  await expect(list.rows.nth(2)).toBeFocused()
  await expect(list.foot).toContainText('2 triaged findings no longer match')
  await expect
    .poll(async () => (await workspace.findings({ triage_reasons: 'no_time' })).map((f) => f.triage_comment))
    .toEqual(['Next quarter', 'Next quarter'])
})

test('a note being typed survives a reload', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', generateFindings(2))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await list.openIgnoreForm()
  await page.keyboard.press('1')
  await page.keyboard.type('Half a thou')
  await page.reload()
  await list.startKeys()
  await list.openIgnoreForm()
  await expect(list.ignoreForm.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thou')
  await expect(list.ignoreForm.getByRole('radio', { name: 'False positive' })).toBeChecked()
})

test('what is typed in one go goes into the line, none of it into the list', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(2))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.type('i2for now')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await workspace.findings({ status: 'ignored' })).map((f) => f.triage_comment))
    .toEqual(['for now'])
  expect(await workspace.findings({ status: 'open' })).toHaveLength(1)
})
