import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { sendRequest } from '../support/service.ts'
import { SettingsPage } from '../support/settings-page.ts'
import { expect, signIn, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

/** Signs the page in as an administrator of this deployment alone. */
async function asAdministrator(page: Page, workspace: Workspace, name = 'Ada Park'): Promise<string> {
  const token = await workspace.token({ name, role: 'admin' })
  await signIn(page, workspace.service.base, token)
  return token
}

/** What the API answers to a token, asked as a program does. */
function statusFor(request: APIRequestContext, workspace: Workspace, secret: string) {
  return async () => {
    const answer = await request.get(
      `${workspace.service.base}/api/v1/deployments/${workspace.slug}/findings`,
      {
        headers: { authorization: `Bearer ${secret}`, cookie: '' },
      },
    )
    return { status: answer.status(), text: await answer.text() }
  }
}

test('a token with compatible answers gets the list that other clients read, and says so in the table', async ({
  page,
  workspace,
  playwright,
}) => {
  await asAdministrator(page, workspace)
  await page.goto(workspace.at('/settings/tokens'))
  const settings = new SettingsPage(page)
  await page.getByRole('button', { name: 'New token' }).click()
  const box = settings.dialog.getByRole('checkbox', { name: 'Compatible answers' })
  await expect(box).not.toBeChecked()
  await box.check()
  await settings.dialog.getByRole('textbox', { name: 'Name (required)' }).fill('collector')
  await settings.dialog.getByRole('button', { name: 'Create token' }).click()
  const secret = (await settings.dialog.getByText(/^gate_/).textContent()) ?? ''
  await settings.dialog.getByRole('button', { name: 'Done' }).click()
  await expect(settings.token('collector')).toContainText('Compatible answers')
  const program = await playwright.request.newContext()
  const { text } = await statusFor(program, workspace, secret)()
  expect(Object.keys(JSON.parse(text))).toEqual(['sastFindings', 'scaFindings', 'findings'])
})

test('a token made here opens the API at once, nothing without Web API access, and nothing once revoked', async ({
  page,
  workspace,
  playwright,
}) => {
  await asAdministrator(page, workspace)
  await page.goto(workspace.at('/settings/tokens'))
  const settings = new SettingsPage(page)
  const name = '<img src=x onerror=alert(1)>'

  await page.getByRole('button', { name: 'New token' }).click()
  await settings.dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(settings.dialog.getByRole('textbox', { name: 'Name (required)' })).toHaveAccessibleDescription(
    /Enter a name/,
  )
  await expect(settings.dialog.getByRole('textbox', { name: 'Name (required)' })).toBeFocused()
  await page.keyboard.press('Escape')

  const secret = await settings.makeToken(name)
  await expect(settings.dialog).toContainText("You won't be able to see it again")
  await expect(settings.dialog).toContainText(`curl -H "Authorization: Bearer ${secret}"`)
  await page.keyboard.press('Escape')
  await expect(settings.dialog).toBeVisible()
  await settings.dialog.getByRole('button', { name: 'Done' }).click()
  await expect(settings.dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'New token' })).toBeFocused()
  await expect(page.getByText(secret)).toHaveCount(0)

  const program = await playwright.request.newContext()
  const asked = statusFor(program, workspace, secret)
  expect(await asked()).toMatchObject({ status: 200 })

  const access = settings.access(name)
  await access.click()
  await expect(access).not.toBeChecked()
  await expect(async () => expect((await asked()).status).toBe(403)).toPass()
  expect((await asked()).text).toContain('Web API access is not enabled')
  await page.reload()
  await expect(access).not.toBeChecked()
  await access.click()
  await expect(async () => expect((await asked()).status).toBe(200)).toPass()

  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await expect(settings.dialog).toContainText(name)
  await settings.dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(settings.token(name)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'New token' })).toBeFocused()
  expect(await asked()).toMatchObject({ status: 401 })
  await program.dispose()
})

test.describe('access that the service refuses to switch', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('is switched back, with the reason', async ({ page, workspace }) => {
    await asAdministrator(page, workspace)
    await workspace.token({ name: 'Build server', role: 'ci', machine: true })
    await page.route('**/tokens/*', (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': 'r-1' }, body: '' }),
    )
    await page.goto(workspace.at('/settings/tokens'))
    const access = new SettingsPage(page).access('Build server')
    await access.click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Web API access was not changed',
    )
    await expect(access).toBeChecked()
    await expect(access).toBeFocused()
  })
})

test.describe('sessions', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('another one ends when it is ended here, and one’s own leads to the sign-in page', async ({
    page,
    workspace,
    browser,
    service,
  }) => {
    const token = await asAdministrator(page, workspace)
    const other = await browser.newContext({ baseURL: service.base, userAgent: 'Elsewhere/1.0' })
    const elsewhere = await other.newPage()
    await signIn(elsewhere, service.base, token)
    await elsewhere.goto(workspace.at('/settings/appearance'))
    await expect(elsewhere.getByRole('group', { name: 'Theme' })).toBeVisible()

    await page.goto(workspace.at('/settings/sessions'))
    const list = page.getByRole('region', { name: 'Your sessions' }).getByRole('listitem')
    await expect(list).toHaveCount(2)
    await expect(list.filter({ hasText: 'This session' })).toHaveCount(1)
    await page.getByRole('button', { name: 'End the session of Elsewhere/1.0' }).click()
    await expect(list).toHaveCount(1)
    // Without a click: its stream of events has ended, too.
    await expect(elsewhere.getByRole('dialog', { name: 'Your session has expired' })).toBeVisible()
    await elsewhere.reload()
    await expect(elsewhere).toHaveURL(/\/sign-in\?to=/)
    await other.close()

    await page.getByRole('button', { name: 'End this session and sign out' }).click()
    await expect(page).toHaveURL(/\/sign-in$/)
  })

  test('all others end together, after one question', async ({ page, workspace, service }) => {
    const token = await asAdministrator(page, workspace)
    for (const data of [{ token }, { token }]) {
      await sendRequest(service, 'POST', '/session', { body: data })
    }
    await page.goto(workspace.at('/settings/sessions'))
    const list = page.getByRole('region', { name: 'Your sessions' }).getByRole('listitem')
    await expect(list).toHaveCount(3)
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    const dialog = page.getByRole('dialog', { name: 'End 2 other sessions?' })
    await dialog.getByRole('button', { name: 'End all other sessions' }).click()
    await expect(list).toHaveCount(1)
    await expect(list).toContainText('This session')
    await expect(page.getByRole('button', { name: 'End all other sessions' })).toHaveAccessibleDescription(
      'No other sessions',
    )
  })
})

test('who is no administrator sees what is for administrators, disabled with the reason', async ({
  page,
  workspace,
}) => {
  const token = await workspace.token({ name: 'Vi', role: 'viewer' })
  await signIn(page, workspace.service.base, token)
  await page.goto(workspace.at('/settings'))
  const reason = 'Only administrators of this deployment can do this'
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAccessibleDescription(reason)
  await new SettingsPage(page).go('Tokens')
  await expect(page.getByRole('button', { name: 'New token' })).toHaveAccessibleDescription(reason)
  await expect(page.getByText('Only administrators can manage tokens')).toBeVisible()
  await new SettingsPage(page).go('Audit log')
  await expect(page.getByText('Only administrators can see the audit log')).toBeVisible()
})

test('an administrator sets the ticket address in its place, and takes it away', async ({
  page,
  workspace,
}) => {
  await asAdministrator(page, workspace)
  await page.goto(workspace.at('/settings'))
  const field = page.getByRole('textbox', { name: 'Ticket URL' })
  await field.fill('https://tracker.example/new?title={titel}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(field).toHaveAccessibleDescription(/\{titel\} is not a known placeholder/)
  await field.fill('https://tracker.example/new?title={title}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Ticket URL saved')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('https://tracker.example/new?title={title}')
  await field.fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Ticket URL saved')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Yes')).toHaveCount(2)
  await expect(field).toHaveValue('')
})

test('an administrator sets the time zone, and the overview counts its days', async ({ page, workspace }) => {
  await workspace.scan('acme/shop', [{ rule: 'rules.a' }])
  await asAdministrator(page, workspace)
  await page.goto(workspace.at('/settings'))
  const panel = page.getByRole('region', { name: 'Time zone' })
  const zone = panel.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toHaveValue('UTC')
  await expect(panel.getByRole('button', { name: 'Save time zone' })).toHaveAccessibleDescription(
    'No changes to save',
  )
  await zone.selectOption('Pacific/Kiritimati')
  await panel.getByRole('button', { name: 'Save time zone' }).click()
  await expect(page.getByText('Time zone saved')).toBeVisible()
  await page.goto(workspace.at(''))
  await expect(page.getByText('(Pacific/Kiritimati)')).toBeVisible()
  await page.goto(workspace.at('/settings/audit'))
  await expect(page.getByText(/Time zone/).first()).toBeVisible()
})

test('the audit log says who did what, is filtered with counts, and exports exactly its filter', async ({
  page,
  workspace,
}) => {
  await asAdministrator(page, workspace)
  await workspace.token({ name: '=cmd|calc', role: 'viewer' })
  await workspace.token({ name: 'Build server', role: 'ci', machine: true })
  await page.goto(workspace.at('/settings'))
  await new SettingsPage(page).go('Audit log')
  const log = page.getByRole('region', { name: 'Audit log' })
  const rows = log
    .getByRole('table', { name: 'Audit log' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  const rail = page.getByRole('complementary', { name: 'Filters' })
  await expect(rows.filter({ hasText: 'Signed in' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Token created' })).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Build server' }).getByRole('link')).toHaveAttribute(
    'href',
    workspace.at('/settings/tokens'),
  )

  await rail.getByRole('checkbox', { name: 'Token created 3' }).click()
  await expect(page).toHaveURL(/\?action=token\.made$/)
  await expect(rows).toHaveCount(3)
  await log.getByRole('searchbox', { name: 'Search targets' }).fill('cmd')
  await expect(rows).toHaveCount(1)
  await expect(log.getByRole('list', { name: 'Filters in use' }).getByRole('listitem')).toHaveCount(2)

  const saved = page.waitForEvent('download')
  await log.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^audit-log-token.made-cmd-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain("token.made,'=cmd|calc")

  await rows.first().press('Enter')
  await expect(page.getByText('"webApiEnabled": true')).toBeVisible()
  await page.reload()
  await expect(page.getByText('"webApiEnabled": true')).toBeVisible()
  await log.getByRole('searchbox').fill('nothing like this')
  await expect(log.getByRole('heading', { name: 'No events match' })).toBeVisible()
})

test('density, theme and shortcuts act at once and are still there after a reload', async ({
  page,
  workspace,
}) => {
  await workspace.scan('acme/shop', [{}, {}, {}])
  await asAdministrator(page, workspace)
  const list = new FindingsPage(page)
  const heightOfRow = async () => (await list.rows.first().boundingBox())?.height
  await page.goto(workspace.at('/findings/code'))
  await expect(list.rows).toHaveCount(3)
  expect(await heightOfRow()).toBe(40)

  await page.goto(workspace.at('/settings/appearance'))
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('radio', { name: 'Dark', exact: true }).check()
  expect(await background()).not.toBe(light)
  await page.getByRole('radio', { name: 'Compact' }).check()
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()

  await page.reload()
  for (const name of [/^Dark/, /^Compact/]) {
    await expect(page.getByRole('radio', { name })).toBeChecked()
  }
  await expect(page.getByRole('checkbox', { name: 'Single-key shortcuts' })).not.toBeChecked()
  await page.goto(workspace.at('/findings/code'))
  await expect(list.rows).toHaveCount(3)
  expect(await heightOfRow()).toBe(28)
  expect(await background()).not.toBe(light)
})

test('a table of tokens in a narrow window keeps names, permissions and their end', async ({
  page,
  workspace,
}) => {
  await asAdministrator(page, workspace)
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(workspace.at('/settings/tokens'))
  const row = new SettingsPage(page).tokens.getByRole('row').filter({ hasText: 'Ada Park' })
  await expect(row).toContainText('Expires: Never')
  const widths = await row
    .getByRole('cell')
    .evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.clientWidth))
  expect(Math.min(...widths)).toBeGreaterThan(100)
})
