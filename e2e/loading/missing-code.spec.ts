import type { BrowserContext, Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

// The browser writes to its console what it could not fetch.
test.use({ expectedErrors: [/Failed to load resource|ERR_(FAILED|INTERNET_DISCONNECTED)/] })

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

async function goOffline(page: Page, context: BrowserContext) {
  await context.setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
}

test('a page without what comes after its rows shows the rows, and says what to do', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  let isAvailable = false
  // All that comes after the rows: keys, filters, tools, menus, what follows exports.
  await page.route(/\/assets\/deferred-/, (route) => (isAvailable ? route.continue() : route.abort()))
  await page.goto(workspace.at('/findings/code'))
  await expect(list.rows).toHaveCount(3)
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load part of this page" })
  await expect(alert).toBeVisible()
  await expect(list.rows).toHaveCount(3)
  isAvailable = true
  await alert.getByRole('button', { name: 'Reload' }).click()
  await expect(list.region.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Jobs/ })).toBeVisible()
})

test('a part that follows exports fails for itself', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  const codeRequest = Promise.withResolvers<void>()
  await page.route(/\/assets\/export-watcher-/, (route) => {
    codeRequest.resolve()
    return route.abort()
  })
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await codeRequest.promise
  await page.keyboard.press('f')
  await expect(await list.cell(list.rows.first(), 'Status')).toHaveText('Fixing')
  // Asked for again and again in vain, while the service answers.
  await expect(notifications(page)).toContainText("Couldn't load part of this page")
  await expect(notifications(page)).toContainText('a newer version is running')
  await expect(list.rows).toHaveCount(3)
})

test('a dialog whose code is gone says so, and loading the page again brings it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  let isMissing = true
  await page.route(/\/assets\/dialogs-/, (route) =>
    isMissing ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('?')
  await expect(notifications(page)).toContainText("Couldn't open the dialog")
  await expect(notifications(page)).toContainText('a newer version is running')
  await expect(list.focusedRow).toBeVisible()
  isMissing = false
  await notifications(page).getByRole('button', { name: 'Reload' }).click()
  await list.startKeys()
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
})

test('a finding that was pointed at while the service was away opens once it is back', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  let isOffline = false
  const requestedUrls: string[] = []
  await page.route(/\/api\/v1\/|\/assets\/detail-/, (route) => {
    if (!isOffline) return route.continue()
    requestedUrls.push(route.request().url())
    return route.abort()
  })
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  isOffline = true
  const banner = page.getByText('The service is unreachable.')
  await page.keyboard.press('r')
  await expect(banner).toBeVisible()
  await list.rows.nth(1).hover()
  await expect.poll(() => requestedUrls.some((url) => /\/findings\/\d+$/.test(url))).toBe(true)
  isOffline = false
  await expect(banner).toBeHidden()
  await list.rows.nth(1).getByRole('link').click()
  await expect(list.panel.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(list.panel.getByText('src/app.js').first()).toBeVisible()
})

test('without a connection a page that was not loaded before says so in its place', async ({
  page,
  context,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await goOffline(page, context)
  await page.getByRole('link', { name: /^Projects/ }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText("Couldn't load")
  await context.setOffline(false)
  await page.getByRole('link', { name: /^Code/ }).click()
  await expect(list.rows).toHaveCount(3)
})

test('without a connection a dialog says that it cannot be opened, and opens once there is one', async ({
  page,
  context,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('x')
  await goOffline(page, context)
  await page.keyboard.press('?')
  await expect(notifications(page)).toContainText("Couldn't open the dialog")
  await expect(notifications(page)).toContainText('The service is unreachable')
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected')
  const banner = page.getByText('The service is unreachable.', { exact: true })
  await expect(banner).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await expect(sheet(page)).toBeHidden()
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
})
