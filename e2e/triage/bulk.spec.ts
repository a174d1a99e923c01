import { collectTriagedIds, FindingsPage, tabTo } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { sendRequest } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'

test('rows selected on two pages by keyboard are decided together, each exactly once', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', generateFindings(120))
  const list = new FindingsPage(page)
  const triagedIds = collectTriagedIds(page)
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await expect(bar).toContainText('2 selected')
  await page.keyboard.press(']')
  await expect(list.foot).toContainText('101–120 of 120')
  await expect(bar).toContainText('2 on other pages')
  await list.rows.first().focus()
  await page.keyboard.press('x')
  await expect(bar).toContainText('3 selected')

  await page.keyboard.press('i')
  await expect(page.getByRole('form', { name: 'Ignore 3 selected' }).locator(':focus')).toBeVisible()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(bar).toBeHidden()
  await expect(list.rows.nth(1)).toBeFocused()
  await expect
    .poll(async () => (await workspace.findings({ triage_reasons: 'acceptable_risk' })).length)
    .toBe(3)
  expect(triagedIds).toHaveLength(3)
  expect(new Set(triagedIds).size).toBe(3)
})

test('all that match are decided as a job, which is followed over a reload and undone', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', generateFindings(130))
  await workspace.scan('acme/pay', generateFindings(20))
  const [fixed] = await workspace.findings({ page_size: '100' })
  await workspace.decide([fixed?.id ?? 0], 'ignored', { reason: 'no_time', note: 'Later' })
  const list = new FindingsPage(page)
  const bar = page.getByRole('region', { name: 'Selection' })
  const dialog = page.getByRole('dialog', { name: 'Ignore 149 findings' })
  const jobs = page.getByRole('dialog', { name: 'Jobs' })
  await page.goto(workspace.at('/findings/code?q=query'))
  await list.startKeys()
  await page.keyboard.press('x')
  await tabTo(page, bar.getByRole('button', { name: 'Select all 150 that match' }))
  await page.keyboard.press('Enter')
  await expect(bar).toContainText('All 150 that match')
  await expect(bar.getByRole('button', { name: 'Ignore all 150 that match' })).toBeFocused()

  await page.keyboard.press('i')
  const preview = page.getByRole('dialog')
  await expect(preview).toContainText('findings in 2 projects will be ignored')
  await expect(preview.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('3')
  await expect(preview.getByRole('radio', { name: 'No time' })).toBeChecked()
  await page.keyboard.type('Later')
  // The one that stands so already is not decided again.
  await expect(dialog).toContainText('149 of 150 findings in 2 projects will be ignored.')
  await expect(dialog.getByRole('list', { name: 'Severities' })).toContainText(
    /\d+ (critical|high|medium|low)/,
  )
  await expect(dialog).toContainText("1 won't change")
  await expect(dialog).toContainText('1 is already ignored as no time')
  await expect(dialog.getByRole('list', { name: 'Projects' })).toContainText(/acme\/shop.*\d/)
  expect(await workspace.findings({ status: 'ignored' })).toHaveLength(1)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(bar).toBeHidden()
  await expect(list.focusedRow).toBeVisible()
  await expect.poll(async () => (await workspace.findings({ status: 'ignored' })).length).toBe(150)
  await expect(await list.cell(list.rows.first(), 'Status')).toHaveText('Ignored')

  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText('Ignored as no time: 149 findings')
  await expect(notices.getByRole('button', { name: 'Undo' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Jobs' }).press('Enter')
  await expect(jobs).toContainText('Ignored as no time')
  await expect(jobs).toContainText('149 findings')
  await page.keyboard.press('Escape')
  await expect(jobs).toBeHidden()
  await list.startKeys()
  await page.keyboard.press('u')
  await expect.poll(async () => (await workspace.findings({ status: 'ignored' })).length).toBe(1)
  expect(await workspace.finding(fixed?.id ?? 0)).toMatchObject({ triage_comment: 'Later' })
  const others = (await workspace.findings()).filter(({ id }) => id !== fixed?.id)
  expect(others.every((one) => one.triage_state === 'untriaged' && !one.triage_comment)).toBe(true)
  await expect(await list.cell(list.rows.nth(3), 'Status')).toHaveText('Open')
})

test('a large decision that is undone by key leaves no notice that offers to undo it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(4))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Select all 4 that match' }).press('Enter')
  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Mark 4 findings as reviewing' })).toBeFocused()
  await page.keyboard.press('Enter')
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText('Marked as reviewing: 4 findings')
  await expect(list.focusedRow).toBeVisible()
  await page.keyboard.press('u')
  await expect(notices).toContainText('Undone: 4 findings')
  // It is gone by then; a while later it would be gone in any case.
  expect(await notices.textContent()).not.toContain('Marked as reviewing')
})

test('the notice of a job that ended while the page was reloaded offers to undo it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(4))
  const list = new FindingsPage(page)
  const gate = Promise.withResolvers<void>()
  let left = false
  // The page does not hear how the job goes on before it is left.
  await page.route(/[^e]\/jobs\?/, async (route) => {
    if (!left) await gate.promise
    await route.continue().catch(() => undefined)
  })
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Select all 4 that match' }).press('Enter')
  await page.keyboard.press('i')
  await expect(page.getByRole('dialog').getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('1')
  await page.keyboard.type('Test code')
  await expect(page.getByRole('dialog', { name: 'Ignore 4 findings' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await workspace.findings({ status: 'ignored' })).length).toBe(4)
  // The page knows of the job, whose answer may come after its findings.
  await expect(page.getByRole('dialog')).toBeHidden()
  left = true
  await page.reload()
  gate.resolve()
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText('Ignored as false positive: 4 findings')
  await notices.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await workspace.findings({ status: 'open' })).length).toBe(4)
  await expect(notices).toContainText('Undone: 4 findings')
})

test('selected rows that would not change are counted with the reason, in the line and in the notice', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(5))
  const [one, two] = await workspace.findings()
  await workspace.decide([one?.id ?? 0, two?.id ?? 0], 'ignored', { reason: 'false_positive' })
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await list.rows.first().focus()
  await page.keyboard.press('i')
  const line = page.getByRole('form', { name: 'Ignore 5 selected' })
  await expect(line.locator(':focus')).toBeVisible()
  await page.keyboard.press('1')
  await expect(line).toContainText('3 of 5 will change: 2 are already ignored as false positive.')
  await expect(line.getByRole('list', { name: 'Severities' })).toContainText(/\d+ (critical|high|medium|low)/)
  await page.keyboard.press('Enter')
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText('2 of 5 were already ignored as false positive.')
  await expect.poll(async () => (await workspace.findings({ status: 'ignored' })).length).toBe(5)
})

test.describe('another number than was seen', () => {
  // The browser writes a refused request to its console.
  test.use({ expectedErrors: [/status of 409/] })

  test('stops a job before it begins, and shows what holds now', async ({ page, workspace, signedIn: _ }) => {
    await workspace.scan('acme/shop', generateFindings(6))
    const list = new FindingsPage(page)
    await page.goto(workspace.at('/findings/code?status=open'))
    await list.startKeys()
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Select all 6 that match' }).press('Enter')
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('6 findings will be marked as fixing')
    await workspace.scan('acme/pay', generateFindings(3))
    await dialog.getByRole('button', { name: 'Mark 6 findings as fixing' }).press('Enter')
    await expect(dialog).toContainText('The count changed from 6 to 9 findings')
    await expect(dialog).toContainText('9 findings in 2 projects will be marked as fixing')
    expect(await workspace.findings({ status: 'open' })).toHaveLength(9)
    await dialog.getByRole('button', { name: 'Mark 9 findings as fixing' }).press('Enter')
    await expect.poll(async () => (await workspace.findings({ status: 'fixing' })).length).toBe(9)
  })
})

test('who may only read may select, and sees why nothing is decided', async ({ page, workspace }) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const token = await workspace.token({ name: 'Vera', person: 'Vera', role: 'viewer' })
  await signIn(page, workspace.service.base, token)
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Select all 3 that match' }).press('Enter')
  for (const word of ['Ignore', 'Reviewing', 'Fixing', 'Reopen']) {
    const button = page.getByRole('button', { name: `${word} all 3 that match` })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/lacks the scope findings:triage/)
  }
  await page.keyboard.press('f')
  await expect(page.getByText("You don't have permission to triage", { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog', { name: /^Mark/ })).toHaveCount(0)
})

test('a group is selected and decided as a whole, with what is not shown of it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [
    ...generateFindings(3).map(() => ({ rule: 'rules.first' })),
    { rule: 'rules.second' },
    { rule: 'rules.third' },
  ])
  const list = new FindingsPage(page)
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.goto(workspace.at('/findings/code?status=open&group=rules'))
  const heads = list.region.getByRole('treegrid').locator('tr[aria-level="1"]')
  await expect(heads.getByRole('checkbox')).toHaveCount(3)
  await heads.filter({ hasText: 'rules.first' }).getByRole('checkbox').press(' ')
  await expect(bar).toContainText('1 group selected')
  await heads.filter({ hasText: 'rules.third' }).focus()
  await page.keyboard.press('x')
  await expect(bar).toContainText('2 groups selected')
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Mark 4 findings as reviewing' })
  await expect(dialog).toContainText('All findings in “First” and “Third” that match the filter')
  await dialog.getByRole('button', { name: 'Mark 4 findings as reviewing' }).press('Enter')
  await expect.poll(async () => (await workspace.findings({ status: 'reviewing' })).length).toBe(4)
  const [left] = await workspace.findings({ status: 'open' })
  expect(left?.rule_name).toBe('rules.second')
})

test('the keys are for the selection with a finding open beside it, and a changed filter clears it with words', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(4))
  const list = new FindingsPage(page)
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(list.panel.getByRole('heading', { name: 'History' })).toBeVisible()
  await list.panel.focus()
  await page.keyboard.press('f')
  await expect.poll(async () => (await workspace.findings({ status: 'fixing' })).length).toBe(2)
  await expect(bar).toBeHidden()
  await expect(list.panel).toBeVisible()
  await page.keyboard.press('u')
  await expect.poll(async () => (await workspace.findings({ status: 'fixing' })).length).toBe(0)

  await page.keyboard.press('x')
  await expect(bar).toContainText('1 selected')
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await expect(bar).toContainText('4 selected')
  // What lies under the bar is not reached.
  await expect(list.head('Age').getByRole('button')).toHaveAttribute('tabindex', '-1')
  await list.chips.getByRole('button', { name: /Status/ }).press('Enter')
  await expect(bar).toBeHidden()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Selection cleared')
})

test('t opens one ticket for all that is selected, and links it to each', async ({
  page,
  context,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const body = { ticketUrlTemplate: 'https://tracker.example/new?t={title}&ids={ids}' }
  await sendRequest(service, 'PATCH', `/deployments/${workspace.slug}/settings`, { body })
  await context.route('https://tracker.example/**', (route) => route.fulfill({ body: 'A tracker' }))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  const opened = context.waitForEvent('page')
  await page.keyboard.press('t')
  const { searchParams } = new URL((await opened).url())
  expect(searchParams.get('t')).toMatch(/^2 findings: /)
  const ids = searchParams.get('ids')?.split(', ').map(Number) ?? []
  expect(ids).toHaveLength(2)
  const link = page.getByRole('dialog', { name: 'Link the ticket' })
  await expect(link).toContainText('2 findings')
  await link.getByRole('textbox', { name: 'Ticket URL' }).fill('https://tracker.example/SHOP-9')
  await page.keyboard.press('Enter')
  await expect(link).toBeHidden()
  for (const id of ids) expect((await workspace.finding(id)).external_ticket?.externalSlug).toBe('SHOP-9')
})

test('on a phone a sheet decides one finding and a selection', async ({ page, workspace, signedIn: _ }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await workspace.scan('acme/shop', generateFindings(4))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  const cards = list.region.getByRole('list', { name: 'Code findings' }).getByRole('listitem')
  const sheet = page.getByRole('dialog', { name: /^Triage/ })
  await cards.first().getByRole('button', { name: 'Triage row 1' }).click()
  await expect(sheet).toHaveAccessibleName('Triage this finding')
  await sheet.getByRole('button', { name: 'Ignore' }).click()
  await sheet.getByText('Acceptable risk').click()
  await sheet.getByRole('textbox', { name: 'Note' }).fill('From the train')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(cards.first()).toContainText('Ignored')
  await expect
    .poll(async () => (await workspace.findings({ triage_reasons: 'acceptable_risk' }))[0]?.triage_comment)
    .toBe('From the train')

  await cards.nth(1).getByRole('checkbox').check()
  await cards.nth(2).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Triage 2 selected' }).click()
  await sheet.getByRole('button', { name: 'Ignore' }).click()
  await expect(sheet.getByRole('list', { name: 'Severities' })).toHaveText(/^2 /)
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await sheet.getByRole('button', { name: 'Reviewing' }).click()
  await expect(sheet).toBeHidden()
  await expect.poll(async () => (await workspace.findings({ status: 'reviewing' })).length).toBe(2)
})

test('my recent triage is listed and can be undone', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await page.keyboard.press('r')
  await expect(list.rows.nth(1)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('f')
  await expect.poll(async () => (await workspace.findings({ status: 'fixing' })).length).toBe(2)
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'My recent triage' }).click()
  const dialog = page.getByRole('dialog', { name: 'My recent triage' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').first()).toContainText('Marked as fixing: 2 findings')
  await dialog.getByRole('button', { name: 'Undo Marked as fixing: 2 findings' }).click()
  await expect(dialog.getByRole('listitem').first()).toContainText('undone')
  await expect.poll(async () => (await workspace.findings({ status: 'open' })).length).toBe(2)
  await dialog.getByRole('link', { name: 'Marked as reviewing: 1 finding' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
})
