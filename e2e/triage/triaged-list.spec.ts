import { expect } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { signIn, test } from '../support/test.ts'

test('who ignored what this week, and why, takes two clicks from the list', async ({
  page,
  workspace,
  service,
}) => {
  await workspace.scan('acme/shop', [{}, {}, {}, {}])
  const [first, second, third] = (await workspace.findings()).map(({ id }) => id)
  if (!first || !second || !third) throw new Error('four findings were sent')
  const ann = await workspace.token({ name: 'Ann', person: 'Ann Alyst', role: 'analyst' })
  const bob = await workspace.token({ name: 'Bob', person: 'Bob, Jr.', role: 'admin' })
  await workspace.decide([first], 'ignored', { reason: 'false_positive', note: 'Constant input', token: ann })
  await workspace.decide([second], 'ignored', { reason: 'no_time', token: bob })
  await workspace.decide([third], 'reviewing', { token: bob })
  await signIn(page, service.base, bob)
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open&primary_ref=true'))
  await expect(list.rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemradio', { name: 'Ignored this week' }).click()
  await expect(list.rows).toHaveCount(2)
  await expect(page).toHaveURL(/status=ignored&.*triaged_since=7d/)
  const byAnn = list.rows.filter({ hasText: 'Ann Alyst' })
  await expect(byAnn).toContainText('False positive')
  await expect(byAnn).toContainText('Constant input')
  await expect(list.head('Triaged').last()).toHaveAttribute('aria-sort', 'descending')
  await expect(list.rows.filter({ hasText: 'Bob, Jr.' })).toContainText('No time')
  await expect(list.chips.filter({ hasText: 'Triaged since' })).toHaveCount(1)

  await page.getByRole('button', { name: 'View Ignored this week' }).click()
  await page.getByRole('menuitemradio', { name: 'My recent triage' }).click()
  await expect(list.rows).toHaveCount(2)
  const reviewing = list.row(third)
  await expect(reviewing).toContainText('Reviewing')
  await expect(list.chips.filter({ hasText: 'Triaged by Bob, Jr.' })).toHaveCount(1)
  await reviewing.focus()
  await page.keyboard.press('f')
  await expect(reviewing).toContainText('Fixing')
})

test('the time of triage is chosen in words, kept in the URL as words, and counted from its choice', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}])
  const [first] = await workspace.findings()
  await workspace.decide([first?.id ?? 0], 'fixing')
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await expect(list.rows).toHaveCount(2)
  const span = list.rail.getByRole('combobox', { name: 'Triaged' })
  await span.selectOption('Last 7 days')
  await expect(page).toHaveURL(/\?triaged_since=7d$/)
  await expect(list.rows).toHaveCount(1)
  await page.reload()
  await expect(list.rows).toHaveCount(1)
  await expect(span).toHaveValue('7d')
  await span.selectOption('Between days…')
  await expect(list.rail.getByLabel('Triaged until')).toBeVisible()
  await list.rail.getByLabel('Triaged until').fill('2026-01-02')
  await expect(page).not.toHaveURL(/triaged_since=7d/)
  await span.selectOption('Any time')
  await expect(list.rows).toHaveCount(2)
  await expect(page).toHaveURL(/findings\/code$/)
})

test('a card on a phone says who ignored a finding, and why', async ({ page, workspace, service }) => {
  await workspace.scan('acme/shop', [{}, {}])
  const [first] = await workspace.findings()
  const ann = await workspace.token({ name: 'Ann', person: 'Ann Alyst', role: 'analyst' })
  await workspace.decide([first?.id ?? 0], 'ignored', { reason: 'no_time', token: ann })
  await signIn(page, service.base, ann)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(workspace.at('/findings/code'))
  const cards = new FindingsPage(page).region.getByRole('listitem').filter({ has: page.locator('a') })
  await expect(cards).toHaveCount(2)
  await expect(cards.filter({ hasText: 'Ignored' })).toContainText('Triaged by Ann Alyst: No time')
  await expect(cards.filter({ hasText: 'Open' })).not.toContainText('Triaged by')
})
