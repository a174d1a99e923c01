import { FindingsPage } from '../support/findings-page.ts'
import { expect, signIn, test } from '../support/test.ts'

for (const [folder, name] of [
  ['code', 'Code findings'],
  ['supply-chain', 'Supply-chain findings'],
] as const) {
  test(`the rows of ${folder} are there before any script, and stay as they are`, async ({
    page,
    demo,
    signedIn: _,
  }) => {
    const list = new FindingsPage(page, name)
    const gate = Promise.withResolvers<void>()
    await page.route(/\/assets\/frame-[^/]+\.js$/, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(demo.at(`/findings/${folder}?status=open`), { waitUntil: 'commit' })
    await expect(list.rows.nth(12)).toBeVisible()
    const rows = () => list.rows.evaluateAll((all) => all.slice(0, 12).map((row) => row.textContent))
    const before = await rows()
    const first = await list.rows.first().elementHandle()

    gate.resolve()
    await expect(list.value('Severity', 'High')).toBeVisible()
    expect(await rows()).toEqual(before)
    // The very same row: nothing was thrown away and rendered again.
    expect(await first?.evaluate((row) => row.isConnected)).toBe(true)
  })
}

test('keys and words typed before any script is there are not lost', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}, {}])
  const list = new FindingsPage(page)
  // The scripts that hear keys come late; the one that keeps them is there.
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/frame-[^/]+\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  const kept = page.waitForResponse(/\/assets\/entry-[^/]+\.js$/)
  await page.goto(workspace.at('/findings/code?status=open'), { waitUntil: 'commit' })
  await (await kept).finished()
  await list.rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('r')
  gate.resolve()
  await expect(list.rows.nth(1)).toContainText('Reviewing')
  await expect(list.rows.first()).not.toContainText('Reviewing')
})

test('a search typed before any script is there is made', async ({ page, demo, signedIn: _ }) => {
  const list = new FindingsPage(page)
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/frame-[^/]+\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(demo.at('/findings/code?status=open'), { waitUntil: 'commit' })
  await list.search.fill('hash')
  gate.resolve()
  await expect(page).toHaveURL(/q=hash/)
  await expect(list.search).toHaveValue('hash')
})

test('the document holds the rows of whoever asks for it, and of nobody else', async ({
  page,
  browser,
  service,
  demo,
  workspace,
}) => {
  const address = demo.at('/findings/code?status=open')
  const stranger = await workspace.token({
    name: 'stranger',
    person: 'stranger',
    role: 'viewer',
    webApiEnabled: true,
  })
  const documentOf = async (token: string | undefined) => {
    const context = await browser.newContext({ baseURL: service.base })
    const other = await context.newPage()
    if (token !== undefined) await signIn(other, service.base, token)
    const text = await (await other.request.get(address)).text()
    await context.close()
    return text
  }
  expect(await documentOf(service.token)).toContain('data-row=')
  expect(await documentOf(undefined)).not.toContain('data-row=')
  expect(await documentOf(stranger)).not.toContain('data-row=')

  await signIn(page, service.base, service.token)
  await page.goto(address)
  await expect(new FindingsPage(page).rows.first()).toBeVisible()
})
