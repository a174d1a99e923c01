import type { Page } from '@playwright/test'
import { responsesElementId } from '../../src/lib/first-render.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

/** Delays the code of the list, but not that of the frame, which starts the dashboard. */
async function holdListCode(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/(findings|supply-chain-list)-[^/]+\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate
}

/** Waits until the dashboard has started: it then has the responses embedded in the document. */
const started = (page: Page) => expect(page.locator(`#${responsesElementId}`)).toHaveCount(0)

for (const [folder, name] of [
  ['code', 'Code findings'],
  ['supply-chain', 'Supply-chain findings'],
] as const) {
  test(`the rows of ${folder} stay as they are however late their code is`, async ({
    page,
    demo,
    signedIn: _,
  }) => {
    const list = new FindingsPage(page, name)
    const gate = await holdListCode(page)
    await page.clock.install()
    await page.goto(demo.at(`/findings/${folder}?status=open`), { waitUntil: 'commit' })
    await started(page)
    const first = await list.rows.first().elementHandle()
    // Longer than any response is fresh.
    await page.clock.fastForward('02:00')

    gate.resolve()
    await expect(list.value('Severity', 'High')).toBeVisible()
    // The very same row: nothing was thrown away and rendered again.
    expect(await first?.evaluate((row) => row.isConnected)).toBe(true)
  })
}

test('Back while the code of the list is late shows the page before', async ({ page, demo, signedIn: _ }) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/projects'))
  await page.getByRole('link', { name: /^Code/ }).click()
  await expect(list.rows.first()).toBeVisible()
  const gate = await holdListCode(page)
  await page.reload({ waitUntil: 'commit' })
  await started(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  gate.resolve()
})

test.describe('without its code', () => {
  test.use({ expectedErrors: [/Failed to (load resource|fetch dynamically imported module)/] })

  test('a list says so instead of its rows', async ({ page, demo, signedIn: _ }) => {
    await page.route(/\/assets\/findings-[^/]+\.js$/, (route) => route.abort())
    await page.goto(demo.at('/findings/code?status=open'))
    await expect(page.getByRole('main').getByRole('alert')).toContainText("Couldn't load")
    await expect(new FindingsPage(page).rows).toHaveCount(0)
  })
})

test('a page after a finding keeps its position when it is loaded again', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(103))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  // The row no longer matches, so the next page is not a number of rows away.
  await list.startKeys()
  await page.keyboard.press('r')
  await expect(list.rows.first()).toContainText('Reviewing')
  await list.foot.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(list.foot).toContainText('100–102 of 102')
  await page.reload()
  await expect(list.value('Severity', 'High')).toBeVisible()
  await expect(list.foot).toContainText('100–102 of 102')
})
