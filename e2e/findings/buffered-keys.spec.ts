import type { Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

const made = (count: number) => Array.from({ length: count }, () => ({}))

test('keys pressed before their code is there are kept, each for its own row', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', made(30))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.rows.first().focus()
  for (let row = 0; row < 20; row++) await page.keyboard.press(row % 2 === 0 ? 'r' : 'f')
  await expect(list.foot).toContainText('20 triaged findings no longer match')
  // A decision shows at once; the service hears of it right after.
  for (const status of ['reviewing', 'fixing']) {
    await expect.poll(async () => (await workspace.findings({ status })).length).toBe(10)
  }
})

test('a reason and a note typed in one go reach the line that is still on its way', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', made(2))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.rows.first().focus()
  await page.keyboard.type('i2for now')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () =>
      (await workspace.findings({ status: 'ignored' })).map((finding) => finding.triage_comment),
    )
    .toEqual(['for now'])
})

test('what is typed into the palette stays there when a page arrives meanwhile', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', made(2))
  const list = new FindingsPage(page)
  const there = Promise.withResolvers<void>()
  // The page of a project, whose code comes late.
  await page.route(/\/assets\/(other-pages|route|project)/, async (route) => {
    if (await list.panel.isVisible()) await there.promise
    await route.continue()
  })
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await list.rows.first().getByRole('link').click()
  await list.panel.getByRole('link', { name: 'acme/shop', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: /^Search pages/ })
  await field.pressSequentially('sh')
  there.resolve()
  await expect(page).toHaveTitle(/^acme\/shop/)
  await page.keyboard.type('op')
  await expect(field).toHaveValue('shop')
})

test.describe('before the code of every page is there', () => {
  async function atPolicies(page: Page, workspace: Workspace) {
    await workspace.scan('acme/shop', made(2))
    const there = Promise.withResolvers<void>()
    await page.route(/\/assets\/deferred-/, async (route) => {
      await there.promise
      await route.continue()
    })
    await page.goto(workspace.at('/findings/code'))
    await expect(new FindingsPage(page).rows.first()).toBeVisible()
    await page.getByRole('link', { name: 'Policies' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
    return there
  }

  test('the key of the palette is kept, on the page that somebody went to meanwhile', async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    const there = await atPolicies(page, workspace)
    await page.keyboard.press('ControlOrMeta+k')
    there.resolve()
    await page.getByRole('combobox', { name: /^Search pages/ }).fill('shop')
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  })

  test('so are two keys that go to a page', async ({ page, workspace, signedIn: _ }) => {
    const there = await atPolicies(page, workspace)
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    there.resolve()
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  })
})
