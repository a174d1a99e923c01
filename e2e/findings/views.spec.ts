import type { Browser, Locator, Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import type { RunningService } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

const findings = [
  { rule: 'rules.first', severity: 'ERROR' },
  { rule: 'rules.second', severity: 'ERROR' },
  { rule: 'rules.first', severity: 'WARNING' },
  { rule: 'rules.first', severity: 'INFO' },
] as const

/** Another person in a browser of their own. */
async function somebody(
  { browser, service, workspace }: { browser: Browser; service: RunningService; workspace: Workspace },
  role: 'viewer' | 'analyst',
): Promise<Page> {
  const token = await workspace.token({ name: `token of ${role}`, person: `Bob ${role}`, role })
  const context = await browser.newContext({ baseURL: service.base })
  const page = await context.newPage()
  await signIn(page, service.base, token)
  return page
}

/** The button that says which view is open, with its menu. */
class Views {
  readonly page: Page
  readonly button: Locator

  constructor(page: Page) {
    this.page = page
    this.button = page.getByRole('region').getByRole('button', { name: /^View/ })
  }

  async choose(role: 'menuitem' | 'menuitemradio', name: string | RegExp): Promise<void> {
    await this.button.click()
    await this.page.getByRole(role, { name, exact: true }).click()
    await expect(this.page.getByRole('menu')).toBeHidden()
  }

  async saveAs(name: string, { shared = false } = {}): Promise<void> {
    await this.choose('menuitem', 'Save as…')
    const dialog = this.page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByRole('textbox', { name: /^Name/ }).fill(name)
    if (shared) await dialog.getByRole('checkbox', { name: /^Share/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
}

const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

test('a view is saved, edited, reset, and opens the same list for whoever has its URL', async ({
  page,
  browser,
  service,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', findings)
  const list = new FindingsPage(page)
  const views = new Views(page)
  const asSaved = {
    severities: 'high',
    status: 'open',
    sort: 'rule',
    page_size: '250',
    columns: 'severity,finding,project',
  }
  await page.goto(workspace.at(`/findings/code?${new URLSearchParams(asSaved)}`))
  await views.saveAs('<b>High</b> ones', { shared: true })
  await expect(views.button).toHaveAccessibleName('View <b>High</b> ones, shared by Administrator')
  await expect(page.getByRole('banner')).toContainText('<b>High</b> ones')
  const saved = searchOf(page)
  expect(saved).toEqual({ ...asSaved, view: expect.any(String) })

  await list.choose('Severity', 'Medium')
  await expect(views.button).toHaveAccessibleName(/ edited, /)
  await expect(list.total).toHaveText('3')
  await views.choose('menuitem', 'Reset')
  await expect(views.button).not.toHaveAccessibleName(/edited/)
  await expect(list.total).toHaveText('2')
  expect(searchOf(page)).toEqual(saved)

  await list.head('Severity').getByRole('button').click()
  await expect(views.button).toHaveAccessibleName(/ edited, /)
  await views.choose('menuitem', 'Save')
  await expect(views.button).not.toHaveAccessibleName(/edited/)

  const bob = await somebody({ browser, service, workspace }, 'viewer')
  await bob.goto(page.url())
  const theirs = new Views(bob)
  await expect(theirs.button).toHaveAccessibleName('View <b>High</b> ones, shared by Administrator')
  const rows = new FindingsPage(bob)
  await expect(rows.rows).toHaveCount(2)
  await expect(rows.table.locator('th[data-column]')).toHaveText(['Severity', 'Finding', 'Project'])
  await expect(rows.head('Severity')).toHaveAttribute('aria-sort', 'descending')
  await theirs.button.click()
  await expect(bob.getByRole('menuitem', { name: /^Delete/ })).toBeDisabled()
  await bob.getByRole('menuitem', { name: 'Save as…' }).click()
  await expect(bob.getByRole('checkbox', { name: /^Share/ })).toHaveAccessibleDescription(
    /permission to share/,
  )
  await bob.keyboard.press('Escape')

  await views.choose('menuitem', 'Delete…')
  await page.getByRole('dialog', { name: 'Delete view?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(views.button).toHaveAccessibleName('Views')
  await expect(list.total).toHaveText('2')
  await bob.reload()
  // What is said comes with the parts that the page loads last.
  await expect(bob.getByText('View no longer available')).toBeVisible()
  await expect(theirs.button).toHaveAccessibleName('Views')
  expect(searchOf(bob)['view']).toBeUndefined()
  await expect(rows.rows).toHaveCount(2)
  await bob.context().close()
})

test.describe('what stands against it', () => {
  test.use({ expectedErrors: [/status of (404|409)/] })

  test('a name that is taken and a view that somebody deleted meanwhile are said in words', async ({
    page,
    browser,
    service,
    workspace,
    signedIn: _,
  }) => {
    test.slow()
    await workspace.scan('acme/shop', findings)
    const views = new Views(page)
    await page.goto(workspace.at('/findings/code?severities=high'))
    await views.saveAs('High', { shared: true })
    await views.choose('menuitem', 'Save as…')
    const name = page.getByRole('textbox', { name: /^Name/ })
    await expect(name).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(name).toHaveAccessibleDescription('Enter a name')
    await name.fill('High')
    await page.keyboard.press('Enter')
    await expect(name).toHaveAccessibleDescription(/A view named "High" already exists on this page/)
    await page.keyboard.press('Escape')
    await expect(views.button).toBeFocused()
    await views.saveAs('Other')
    await expect(views.button).toHaveAccessibleName('View Other, private')

    const other = await browser.newContext({ baseURL: service.base })
    const second = await other.newPage()
    await signIn(second, service.base, service.token)
    await second.goto(page.url())
    const theirs = new Views(second)
    await expect(theirs.button).toHaveAccessibleName('View Other, private')
    await theirs.choose('menuitem', 'Delete…')
    await second.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(theirs.button).toHaveAccessibleName('Views')
    await other.close()

    await views.choose('menuitem', 'Set as default view')
    await expect(page.getByText('View no longer available')).toBeVisible()
    await expect(views.button).toHaveAccessibleName('Views')
  })
})

test('a default view is what the navigation opens and counts, and the palette finds views', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', findings)
  const list = new FindingsPage(page)
  const views = new Views(page)
  const link = page.getByRole('navigation').getByRole('link', { name: /^Code/ })
  await page.goto(workspace.at('/findings/code?status=open&primary_ref=true'))
  await expect(link).toHaveAccessibleName('Code 4 open on primary branches')
  await page.goto(workspace.at('/findings/code?severities=high&sort=rule'))
  await views.saveAs('Mine')
  await views.choose('menuitem', 'Set as default view')
  await expect(link).toHaveAccessibleName('Code 2 in your view')

  await page.goto(workspace.at('/findings/code'))
  await expect(list.total).toHaveText('4')
  await expect(views.button).toHaveAccessibleName('Views')
  await link.click()
  await expect(views.button).toHaveAccessibleName('View Mine, private')
  await expect(list.total).toHaveText('2')
  expect(searchOf(page)).toMatchObject({ severities: 'high', sort: 'rule' })
  await page.goBack()
  await expect(list.total).toHaveText('4')

  const palette = page.getByRole('combobox', { name: /^Search pages/ })
  await page.keyboard.press('Control+k')
  await expect(palette).toBeFocused()
  await page.keyboard.type('mine')
  await page.getByRole('option', { name: /^Mine/ }).click()
  await expect(list.total).toHaveText('2')
  await page.keyboard.press('Control+k')
  await expect(palette).toBeFocused()
  await page.keyboard.type('export')
  await page.getByRole('option', { name: /^Export(?!s| SBOM)/ }).click()
  await expect(page.getByRole('dialog', { name: 'Export 2 findings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(palette).toBeFocused()
  await page.keyboard.type('remove as default')
  await page.keyboard.press('Enter')
  await expect(link).toHaveAccessibleName('Code 4 open on primary branches')
})

test('columns are chosen, moved and resized by keyboard and by mouse, and stay so', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  const heads = list.table.locator('th[data-column]')
  await page.goto(workspace.at('/findings/code?status=open'))
  const tool = page.getByRole('button', { name: 'Columns', exact: true })
  await tool.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Columns' })
  for (const name of ['Flags', 'Confidence']) {
    await panel.getByRole('checkbox', { name }).focus()
    await page.keyboard.press('Space')
    await expect(panel.getByRole('checkbox', { name })).not.toBeChecked()
  }
  await panel.getByRole('checkbox', { name: 'Project' }).focus()
  await page.keyboard.press('Space')
  await expect(heads).toHaveText(['Severity', 'Finding', 'Status', 'Age', 'Project'])
  await panel.getByRole('button', { name: 'Move Project up' }).focus()
  await page.keyboard.press('Enter')
  await expect(heads).toHaveText(['Severity', 'Finding', 'Status', 'Project', 'Age'])
  await expect(panel.getByRole('button', { name: 'Move Project up' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tool).toBeFocused()

  const divider = list.table.getByRole('separator', { name: 'Width of Status' })
  const width = () => list.head('Status').evaluate((head) => head.getBoundingClientRect().width)
  const before = await width()
  await divider.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(width).toBe(before + 16)
  await page.reload()
  await expect(heads).toHaveText(['Severity', 'Finding', 'Status', 'Project', 'Age'])
  expect(await width()).toBe(before + 16)

  // The head of the status goes to the end, its divider back to where it was.
  const from = await list.head('Status').boundingBox()
  const to = await heads.last().boundingBox()
  if (!from || !to) throw new Error('the heads are not drawn')
  await expect(divider).toBeVisible()
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width - 12, to.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(heads).toHaveText(['Severity', 'Finding', 'Project', 'Age', 'Status'])
  await divider.dblclick()
  await expect.poll(width).toBe(before)

  await page.goBack()
  await expect(heads).toHaveText(['Severity', 'Finding', 'Status', 'Project', 'Age'])
  await page.goForward()
  await expect(heads.last()).toHaveText('Status')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await panel.getByRole('button', { name: 'Reset columns' }).click()
  await expect(heads.nth(2)).toHaveText('Flags')
  expect(searchOf(page)).toEqual({ status: 'open' })
})
