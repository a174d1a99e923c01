import type { Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, signIn, test } from '../support/test.ts'

const indicator = (page: Page) => page.getByRole('status', { name: /^Updates:/ })
const live = (page: Page) => expect(indicator(page)).toHaveText('Live')

test('what another person decides shows by itself, and no row moves', async ({
  page,
  browser,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', generateFindings(6))
  const context = await browser.newContext({ baseURL: workspace.service.base })
  const other = await context.newPage()
  const token = await workspace.token({ name: 'Omar', person: 'Omar', role: 'analyst' })
  await signIn(other, workspace.service.base, token)
  const mine = new FindingsPage(page)
  const theirs = new FindingsPage(other)
  await page.goto(workspace.at('/findings/code?status=open'))
  await other.goto(workspace.at('/findings/code?status=open'))
  await live(page)
  await theirs.startKeys()
  const ids = () => mine.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
  const before = await ids()
  await other.keyboard.press('r')
  await expect(await mine.cell(mine.row(before[0] ?? ''), 'Status')).toHaveText('Reviewing')
  expect(await ids()).toEqual(before)
  await expect(mine.total).toHaveText('5')

  await workspace.scan('acme/other', generateFindings(3))
  await expect(mine.foot.getByText('3 new')).toBeVisible()
  expect(await ids()).toEqual(before)
  await mine.foot.getByRole('button', { name: 'show' }).click()
  await expect(mine.rows).toHaveCount(8)
  await context.close()
})

test('the tabs of a browser share one connection, and another tab takes it over', async ({
  page,
  context,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(2))
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/events')) streams.push(request.url())
  })
  await page.goto(workspace.at('/findings/code'))
  await live(page)
  const second = await context.newPage()
  await second.goto(workspace.at('/findings/code'))
  await live(second)
  expect(streams).toHaveLength(1)
  const [first] = await workspace.findings()
  const list = new FindingsPage(second)
  await workspace.decide([first?.id ?? 0], 'fixing')
  await expect(await list.cell(list.row(first?.id ?? 0), 'Status')).toHaveText('Fixing')

  await page.close()
  await expect.poll(() => streams.length).toBe(2)
  await workspace.decide([first?.id ?? 0], 'reviewing')
  await expect(await list.cell(list.row(first?.id ?? 0), 'Status')).toHaveText('Reviewing')
})

test('a connection that ends is made again, and what happened meanwhile shows', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(2))
  const list = new FindingsPage(page)
  const away = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let times = 0
  await page.route('**/events', async (route) => {
    times += 1
    // The first answer ends at once; the second waits until something has happened.
    if (times === 1) return route.fulfill({ headers: { 'content-type': 'text/event-stream' }, body: '' })
    asked.resolve()
    await away.promise
    await route.fallback()
  })
  await page.goto(workspace.at('/findings/code?status=open'))
  await expect(indicator(page)).toHaveText('Reconnecting…')
  await asked.promise
  const [first] = await workspace.findings()
  await workspace.decide([first?.id ?? 0], 'fixing')
  away.resolve()
  await live(page)
  await expect(await list.cell(list.row(first?.id ?? 0), 'Status')).toHaveText('Fixing')
})

test.describe('a first connection that takes long', () => {
  test.use({ expectedErrors: [/ERR_FAILED.*events/] })

  test('is not called a lost one', async ({ page, workspace, signedIn: _ }) => {
    await workspace.scan('acme/shop', generateFindings(2))
    const asked = Promise.withResolvers<void>()
    const away = Promise.withResolvers<void>()
    let times = 0
    await page.route('**/events', async (route) => {
      times += 1
      if (times === 1) return route.abort()
      asked.resolve()
      await away.promise
      await route.fallback()
    })
    const said: string[] = []
    await page.exposeFunction('say', (text: string) => said.push(text))
    await page.goto(workspace.at('/findings/code?status=open'))
    await indicator(page).evaluate((element) => {
      // parse: the function above.
      const { say } = window as unknown as { say: (text: string | null) => void }
      say(element.textContent)
      new MutationObserver(() => say(element.textContent)).observe(element, {
        subtree: true,
        characterData: true,
        childList: true,
      })
    })
    await asked.promise
    await expect(indicator(page)).toHaveText('Connecting…')
    away.resolve()
    await live(page)
    expect(new Set(said)).toEqual(new Set(['Connecting…', 'Live']))
  })
})

test.describe('a service that has no events', () => {
  // The browser writes a refused request to its console.
  test.use({ expectedErrors: [/status of 501/] })

  test('is said to be off, and everything else works', async ({ page, workspace, signedIn: _ }) => {
    await workspace.scan('acme/shop', generateFindings(2))
    await page.route('**/events', (route) => route.fulfill({ status: 501, body: '{}' }))
    await page.goto(workspace.at('/findings/code'))
    await expect(indicator(page)).toHaveText('Off')
    await expect(new FindingsPage(page).rows).toHaveCount(2)
  })
})
