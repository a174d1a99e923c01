import type { BrowserContext, Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { made } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

// The browser writes to its console what it could not fetch.
test.use({ expectedErrors: [/Failed to load resource|ERR_(FAILED|INTERNET_DISCONNECTED)/] })

const told = (page: Page) => page.getByRole('region', { name: 'Notifications' })
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
  await workspace.scan('acme/shop', made(3))
  const list = new FindingsPage(page)
  let there = false
  // All that comes after the rows: keys, filters, tools, menus, what follows exports.
  await page.route(/\/assets\/deferred-/, (route) => (there ? route.continue() : route.abort()))
  await page.goto(workspace.at('/findings/code'))
  await expect(list.rows).toHaveCount(3)
  const alert = page.getByRole('alert').filter({ hasText: "Couldn't load part of this page" })
  await expect(alert).toBeVisible()
  await expect(list.rows).toHaveCount(3)
  there = true
  await alert.getByRole('button', { name: 'Reload' }).click()
  await expect(list.region.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Jobs/ })).toBeVisible()
})

test('a part that follows exports fails for itself', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', made(3))
  const list = new FindingsPage(page)
  const asked = Promise.withResolvers<void>()
  await page.route(/\/assets\/export-watcher-/, (route) => {
    asked.resolve()
    return route.abort()
  })
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await asked.promise
  await page.keyboard.press('f')
  await expect(await list.cell(list.rows.first(), 'Status')).toHaveText('Fixing')
  // Asked for again and again in vain, while the service answers.
  await expect(told(page)).toContainText("Couldn't load part of this page")
  await expect(told(page)).toContainText('a newer version is running')
  await expect(list.rows).toHaveCount(3)
})

test('a dialog whose code is gone says so, and loading the page again brings it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', made(3))
  const list = new FindingsPage(page)
  let gone = true
  await page.route(/\/assets\/dialogs-/, (route) =>
    gone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('?')
  await expect(told(page)).toContainText("Couldn't open the dialog")
  await expect(told(page)).toContainText('a newer version is running')
  await expect(list.focusedRow).toBeVisible()
  gone = false
  await told(page).getByRole('button', { name: 'Reload' }).click()
  await list.startKeys()
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
})

test('a finding that was pointed at while the service was away opens once it is back', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', made(3))
  const list = new FindingsPage(page)
  let away = false
  const asked: string[] = []
  await page.route(/\/api\/v1\/|\/assets\/detail-/, (route) => {
    if (!away) return route.continue()
    asked.push(route.request().url())
    return route.abort()
  })
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  away = true
  const banner = page.getByText('changes are not saved')
  await page.keyboard.press('r')
  await expect(banner).toBeVisible()
  await list.rows.nth(1).hover()
  await expect.poll(() => asked.some((url) => /\/findings\/\d+$/.test(url))).toBe(true)
  away = false
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
  await workspace.scan('acme/shop', made(3))
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
  await workspace.scan('acme/shop', made(3))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('x')
  await goOffline(page, context)
  await page.keyboard.press('?')
  await expect(told(page)).toContainText("Couldn't open the dialog")
  await expect(told(page)).toContainText('The service is unreachable')
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected')
  const banner = page.getByText('changes are not saved')
  await expect(banner).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await expect(sheet(page)).toBeHidden()
  await page.keyboard.press('?')
  await expect(sheet(page)).toBeVisible()
})
