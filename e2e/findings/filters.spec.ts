import type { Browser } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { expect, signIn, test } from '../support/test.ts'

/** The number beside a value of a filter. */
async function countBeside(list: FindingsPage, group: string, value: string): Promise<string> {
  const label = list.value(group, value).locator('xpath=ancestor::label')
  await expect(label).toContainText(/\d/)
  return /([\d,]+)$/.exec((await label.textContent())?.trim() ?? '')?.[1] ?? ''
}

test.describe('the number beside a value is the length of its list', () => {
  const cases = [
    [
      'Code findings',
      'code',
      [
        ['Status', 'Ignored'],
        ['Policy', 'Block'],
      ],
    ],
    [
      'Supply-chain findings',
      'supply-chain',
      [
        ['Reachability', 'Not analyzed'],
        ['Severity', 'Critical'],
      ],
    ],
  ] as const
  for (const [name, path, values] of cases) {
    test(name, async ({ page, signedIn: _ }) => {
      const list = new FindingsPage(page, name)
      for (const [group, value] of values) {
        await page.goto(`/d/acme/findings/${path}?primary_ref=true`)
        const count = await countBeside(list, group, value)
        await list.choose(group, value)
        await expect(list.total).toHaveText(count)
      }
    })
  }
})

test('a value is left out with Alt and a click, and the chip says not', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ line: 1 }, { line: 2 }])
  await workspace.scan('acme/api', [{ line: 3 }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await expect(list.rows).toHaveCount(3)
  await list.value('Project', 'acme/shop').click({ modifiers: ['Alt'] })
  await expect(list.chips).toHaveText(/Project not acme\/shop/)
  await expect(list.rows).toHaveCount(1)
  await list.value('Severity', 'High').focus()
  await page.keyboard.press('-')
  await expect(page).toHaveURL(/severities=critical,medium,low/)
})

test('tickets, days and the scan that first saw it can be requested, each with its number', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?primary_ref=true'))
  const ticket = list.rail.getByRole('combobox', { name: 'Ticket' })
  const option = ticket.getByRole('option', { name: /^Has ticket \([\d,]+\)$/ })
  const count = /[\d,]+/.exec((await option.textContent()) ?? '')?.[0] ?? ''
  await ticket.selectOption('true')
  await expect(list.total).toHaveText(count)

  await list.rail.getByRole('combobox', { name: 'Since' }).selectOption('Between days…')
  await list.rail.getByLabel('From', { exact: true }).fill('2020-01-01')
  await list.rail.getByLabel('Until', { exact: true }).fill('2021-12-31')
  await expect(list.chips).toHaveText([/^Since 1 Jan 2020/, /^Until 1 Jan 2022/, /^Primary/, /^Ticket Yes/])
  await expect(page.getByRole('heading', { name: 'No findings match' })).toBeVisible()

  const [row] = await demo.findings({ status: 'open', primary_ref: 'true' })
  await page.goto(demo.at(`/findings/code/${row?.id}`))
  await page
    .getByRole('link', { name: /^Scan \d+$/ })
    .last()
    .click()
  await page.getByRole('link', { name: /^[\d,]+ findings first seen here in code$/ }).click()
  await expect(list.chips).toHaveText([new RegExp(`^First seen in scan ${row?.first_seen_scan_id}`)])
  const first = { first_seen_scan_ids: String(row?.first_seen_scan_id) }
  await expect(list.total).toHaveText(String((await demo.findings(first)).length))
})

test('where nothing matches, the filter that leaves out most is named and taken off', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ line: 1 }, { line: 2 }, { line: 3, severity: 'INFO' }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?severities=high&status=fixed&repos=acme/shop'))
  await expect(page.getByText('Status Fixed excludes the most: 2 findings match without it.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Status Fixed' }).click()
  await expect(list.rows).toHaveCount(2)
  await expect(page).toHaveURL(/severities=high&repos=acme\/shop$/)
})

test('a filter too long for a URL is kept, and stands whole wherever its URL is opened', async ({
  page,
  browser,
  service,
  workspace,
  signedIn: _,
}) => {
  const names = Array.from({ length: 60 }, (_, index) => `acme/${'a-long-name-'.repeat(5)}${index}`)
  for (const name of [names[0] ?? '', names[1] ?? '', 'acme/other']) await workspace.scan(name, [{ line: 7 }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at(`/findings/code?repos=${names.join(',')}&since=7d`))
  await list.choose('Severity', 'High')
  await expect(page).toHaveURL(/\/findings\/code\?since=7d&filter=[\w-]{16}$/)
  await expect(list.chips).toHaveText([/^Severity High/, /^Since/, /^Project .*and 57 more/])
  await expect(list.rows).toHaveCount(2)

  const elsewhere = await openElsewhere(browser, service, page.url())
  await expect(elsewhere.rows).toHaveCount(2)
  await expect(elsewhere.chips).toHaveText([/^Severity High/, /^Since/, /^Project .*and 57 more/])
  await elsewhere.page.getByRole('button', { name: /^Remove filter: Project/ }).click()
  await expect(elsewhere.page).toHaveURL(/\/findings\/code\?severities=high&since=7d$/)
  await expect(elsewhere.rows).toHaveCount(3)
  await elsewhere.page.context().close()
})

/** The same address in a browser that has seen nothing of this one. */
async function openElsewhere(browser: Browser, service: { base: string; token: string }, url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, service.base, service.token)
  await page.goto(url)
  return new FindingsPage(page)
}

test('rules with the same end show what tells them apart', async ({ page, workspace, signedIn: _ }) => {
  const rules = ['java.lang.security.audit.sqli', 'python.django.security.injection.sqli'].map(
    (start) => `${start}.tainted-sql-string-of-a-request`,
  )
  await workspace.scan(
    'acme/shop',
    rules.map((rule) => ({ rule })),
  )
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  for (const rule of rules) {
    const label = list.value('Rule', rule).locator('xpath=ancestor::label')
    const [start] = rule.split('.')
    const lead = label.getByText(`${start}.`, { exact: true })
    await expect(lead).toBeVisible()
    // All of it is shown, however narrow the column is.
    expect(await lead.evaluate(({ parentElement: box }) => box && box.scrollWidth <= box.clientWidth)).toBe(
      true,
    )
  }
})

test('the path says whether it is read as a prefix or as a pattern', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan(
    'acme/shop',
    ['src/app.py', 'src/web/views.py', 'src/web/views.js', 'tests/app.py'].map((path) => ({ path })),
  )
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  const path = list.rail.getByRole('searchbox', { name: 'Path prefix or pattern' })
  await path.fill('src/')
  await expect(list.rail.getByText('Read as a prefix')).toBeVisible()
  await expect(list.rows).toHaveCount(3)
  await path.fill('src/**/*.py')
  await expect(list.rail.getByText('Read as a pattern')).toBeVisible()
  await expect(list.rows).toHaveCount(2)
  await path.fill('')
  await expect(list.rail.getByText('Read as a')).toHaveCount(0)
  await list.rail.getByRole('searchbox', { name: 'Exclude path' }).fill('**/web/')
  await expect(list.rail.getByText('Read as a pattern')).toBeVisible()
  await expect(list.rows).toHaveCount(2)
})
