import type { Request } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

const isList = (request: Request) => new URL(request.url()).pathname.endsWith('/findings')
const isListAddress = /\/api\/v1\/deployments\/[^/]+\/findings\?/
const isScript = (request: Request) => request.resourceType() === 'script'

test('data and code are requested at once: neither waits for the other', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (isScript(request)) scripts.push(request.url())
  })
  const listAsked = page.waitForRequest(isList)

  await test.step('the list is requested while the code that shows it is not there', async () => {
    await page.route(/\/assets\/(frame|findings)-[^/]+\.js$/, async (route) => {
      await listAsked
      await route.continue()
    })
    // The browser resolves a relative time, so it asks for these rows itself.
    await page.goto(demo.at('/findings/code?since=365d'))
    await expect(new FindingsPage(page).rows.first()).toBeVisible()
  })

  await test.step('the code is requested while the list is not answered', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    const gate = Promise.withResolvers<void>()
    await page.route(isListAddress, async (route) => {
      await gate.promise
      await route.continue()
    })
    scripts.length = 0
    await page.goto(demo.at('/findings/code?severities=high&since=365d'))
    const list = new FindingsPage(page)
    await expect(list.heading).toBeVisible()
    const withoutRows = new Set(scripts)
    gate.resolve()
    await expect(list.rows.first()).toBeVisible()
    const late = [...new Set(scripts)].filter((url) => !withoutRows.has(url))
    // What comes after the rows is the filters, the menus and the triage, never the table.
    expect(late.filter((url) => /route|table|frame|\/findings-/.test(url))).toEqual([])
  })
})

for (const path of ['/findings/code?status=open', '/findings/supply-chain?status=open']) {
  test(`nothing shifts while ${path} loads`, async ({ page, demo, signedIn: _ }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) {
          if ('value' in entry)
            Object.assign(window, { shift: Number(Reflect.get(window, 'shift')) + Number(entry.value) })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(demo.at(path))
    const name = path.includes('supply') ? 'Supply-chain findings' : 'Code findings'
    const list = new FindingsPage(page, name)
    await expect(list.value('Severity', 'High')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Signed in as/ })).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBeLessThanOrEqual(0.01)
  })
}
