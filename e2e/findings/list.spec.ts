import { collectListRequests, FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

test('every change of the filter is one request for the list', async ({ page, demo, signedIn: _ }) => {
  const list = new FindingsPage(page)
  const asked = collectListRequests(page)
  await page.goto(demo.at('/findings/code?status=open'))
  await expect(list.value('Severity', 'High')).toBeVisible()
  // The first rows came with the document.
  expect(asked).toHaveLength(0)

  await list.choose('Severity', 'High')
  await expect(page).toHaveURL(/severities=high/)
  await expect(list.chips).toHaveText([/^Severity High/, /^Status Open/])
  await expect.poll(() => asked.length).toBe(1)

  // In one go: letters with a rest between them are requested one after the other.
  await list.search.fill('hash')
  await expect(page).toHaveURL(/q=hash/)
  await expect.poll(() => asked.length).toBe(2)

  await page.getByRole('button', { name: 'Remove filter: Severity High' }).click()
  await expect(page).not.toHaveURL(/severities/)
  await expect.poll(() => asked.length).toBe(3)

  await expect(list.head('Severity')).toHaveAttribute('aria-sort', 'descending')
  await list.head('Severity').getByRole('button').click()
  await expect(list.head('Severity')).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => asked.length).toBe(4)
  const age = list.table.getByRole('columnheader', { name: 'Age', exact: true })
  await age.getByRole('button').click()
  await expect(age).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => asked.length).toBe(5)

  await list.region.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(list.foot).toContainText('1–100 of 3,600')
  expect(asked).toHaveLength(6)
  expect(asked.map(({ searchParams }) => searchParams.get('page'))).toEqual(Array(6).fill('0'))
})

test('a choice makes one entry of the history, typing none', async ({ page, demo, signedIn: _ }) => {
  const list = new FindingsPage(page)
  const entries = () => page.evaluate(() => history.length)
  await page.goto(demo.at('/findings/code'))
  await expect(list.value('Severity', 'High')).toBeVisible()
  const start = Date.now()
  await page.clock.setFixedTime(start)
  const before = await entries()

  await list.choose('Severity', 'High')
  await page.clock.setFixedTime(start + 2900)
  await list.choose('Severity', 'Critical')
  await expect(page).toHaveURL(/severities=high,critical/)
  expect(await entries()).toBe(before + 1)

  await page.clock.setFixedTime(start + 6000)
  await list.choose('Severity', 'Low')
  await expect(page).toHaveURL(/severities=high,critical,low/)
  expect(await entries()).toBe(before + 2)

  await list.choose('Status', 'Open')
  await expect(page).toHaveURL(/status=open/)
  expect(await entries()).toBe(before + 3)

  await list.search.pressSequentially('token')
  await expect(page).toHaveURL(/q=token/)
  await list.search.fill('')
  await expect(page).not.toHaveURL(/q=/)
  expect(await entries()).toBe(before + 3)

  await page.goBack()
  await expect(page).toHaveURL(/severities=high,critical,low$/)
  await expect(list.value('Status', 'Open')).not.toBeChecked()
  await page.goBack()
  await expect(list.value('Severity', 'Low')).not.toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL(/\/findings\/code$/)
  await expect(list.foot).toContainText('of 3,600')
})

test('rows stay until the new ones are there', async ({ page, demo, signedIn: _ }) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code'))
  await expect(list.value('Severity', 'Critical')).toBeVisible()
  const [first = ''] = await list.rows.first().allInnerTexts()

  const gate = Promise.withResolvers<void>()
  await page.route(/\/findings\?.*severities=critical/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await list.choose('Severity', 'Critical')
  await expect(list.table.locator('..')).toHaveAttribute('aria-busy', 'true')
  await expect(list.rows.first()).toHaveText(first, { useInnerText: true })
  gate.resolve()
  await expect(list.table.locator('..')).not.toHaveAttribute('aria-busy', 'true')
  await expect(list.rows.first()).toContainText('Critical')
  const cell = await list.cell(list.rows.first(), 'Severity')
  await expect(cell).toHaveText('Critical')
})

test('a late answer never stands over a newer question', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/late', [{ rule: 'slow.answer' }])
  await workspace.scan('acme/soon', [{ rule: 'quick.answer' }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await expect(list.rows).toHaveCount(2)

  const gate = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  await page.route(/\/findings\?.*q=slow/, async (route) => {
    await gate.promise
    // The dashboard may have given up on it meanwhile, which is as good.
    const answer = await route.fetch().catch(() => undefined)
    await (answer ? route.fulfill({ response: answer }) : route.abort()).catch(() => undefined)
    over.resolve()
  })
  const waiting = page.waitForRequest(/\/findings\?.*q=slow/)
  await list.search.fill('slow')
  await waiting
  await list.search.fill('quick')
  await expect(list.rows).toHaveCount(1)
  await expect(list.rows).toContainText('acme/soon')
  gate.resolve()
  await over.promise
  await expect(page).toHaveURL(/q=quick/)
  await expect(list.rows).toHaveCount(1)
  await expect(list.rows).toContainText('acme/soon')
  await expect(list.search).toHaveValue('quick')
})

test('Back restores filter, scroll and focus after a finding’s own page', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?severities=high'))
  await list.startKeys()
  for (let row = 0; row < 40; row++) await page.keyboard.press('j')
  await expect(list.focusedRow).toHaveAttribute('aria-rowindex', '42')
  const id = await list.focusedRow.getAttribute('data-row')
  const top = (await list.focusedRow.boundingBox())?.y ?? 0

  await page.keyboard.press('Enter')
  await expect(list.panel).toBeVisible()
  await list.panel.getByRole('button', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL(new RegExp(`/findings/code/${id}\\?severities=high$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`severities=high&open=${id}$`))
  await expect(list.row(id ?? '')).toBeInViewport()
  await page.goBack()
  await expect(page).toHaveURL(/severities=high$/)
  await expect(list.chips).toHaveText([/^Severity High/])
  await expect(list.focusedRow).toHaveAttribute('data-row', id ?? '')
  await expect.poll(async () => (await list.row(id ?? '').boundingBox())?.y).toBeCloseTo(top, -1)
})

test('3000 rows on a page are rendered only where they can be seen', async ({ page, demo, signedIn: _ }) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?page_size=3000'))
  await expect(list.foot).toContainText('1–3,000 of 3,600')
  expect(await list.rows.count()).toBeLessThan(150)
  await expect(list.table).toHaveAttribute('aria-rowcount', '3601')

  await list.startKeys()
  await page.keyboard.press('End')
  await expect(list.focusedRow).toHaveAttribute('aria-rowindex', '3001')
  await expect(list.focusedRow).toBeInViewport()
  expect(await list.rows.count()).toBeLessThan(150)
  await page.keyboard.press('Home')
  await expect(list.focusedRow).toHaveAttribute('aria-rowindex', '2')

  // What comes into sight while it is scrolled is one line of text first, and a row with all its cells at rest.
  await list.rows.nth(10).hover()
  for (let turn = 0; turn < 30; turn++) await page.mouse.wheel(0, 120)
  await expect
    .poll(() => list.rows.evaluateAll((rows) => rows.filter(({ children }) => children.length < 7).length))
    .toBe(0)
  await expect
    .poll(async () => Number(await list.rows.nth(1).getAttribute('aria-rowindex')))
    .toBeGreaterThan(50)
})

test('head, footer, navigation, facets and the service agree on how many there are', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?status=open&primary_ref=true&rule_disabled=false'))
  const open = await demo.findings({ status: 'open', primary_ref: 'true', rule_disabled: 'false' })
  const words = new Intl.NumberFormat('en-GB').format(open.length)
  await expect(list.total).toHaveText(words)
  await expect(list.foot).toContainText(`of ${words}`)
  await expect(page.getByRole('link', { name: `Code ${words} open on primary branches` })).toBeVisible()
  for (const [severity, name] of [
    ['critical', 'Critical'],
    ['high', 'High'],
    ['medium', 'Medium'],
    ['low', 'Low'],
  ] as const) {
    const count = open.filter((finding) => finding.severity === severity).length
    await expect(list.value('Severity', name)).toHaveAccessibleName(new RegExp(`^${name}\\s+${count}$`))
  }
  await list.choose('Severity', 'Critical')
  const critical = open.filter(({ severity }) => severity === 'critical').length
  await expect(list.total).toHaveText(String(critical))
  await expect(list.table).toHaveAttribute('aria-rowcount', String(critical + 1))
})
