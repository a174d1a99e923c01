import { FindingsPage } from './findings-page.ts'
import { expect, test } from './test.ts'

test('groups count what their lists hold, and open in place by keyboard for deciding', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [
    { rule: 'rules.first', severity: 'ERROR' },
    { rule: 'rules.first', severity: 'WARNING' },
    { rule: 'rules.first', severity: 'INFO' },
    { rule: 'rules.<img onerror=alert(1)>' },
  ])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open&group=rules'))
  const tree = list.region.getByRole('treegrid', { name: 'Code findings' })
  const groups = tree.locator('tr[aria-level="1"]')
  await expect(groups).toHaveCount(2)
  const first = groups.filter({ hasText: 'rules.first' })
  await expect(first.getByRole('link', { name: '3 findings' })).toBeVisible()
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  const rows = tree.locator('tr[aria-level="2"]')
  await expect(rows).toHaveCount(3)
  await expect(async () => {
    // A press that was only heard late has gone on to the next row.
    await first.focus()
    await page.keyboard.press('j')
    await expect(rows.first()).toBeFocused({ timeout: 250 })
  }).toPass()
  await page.keyboard.press('r')
  await expect(rows.first()).toContainText('Reviewing')
  await expect(rows.nth(1)).toBeFocused()
  await expect(first.getByRole('link', { name: '2 findings' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(0)
  await first.getByRole('link', { name: '2 findings' }).click()
  await expect(list.total).toHaveText('2')
  await page.goBack()
  await expect(groups).toHaveCount(2)
})

test('an upgrade says what it closes, the one that closes most first', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new FindingsPage(page, 'Supply-chain findings')
  await page.goto(demo.at('/findings/supply-chain?status=open&primary_ref=true&group=upgrade'))
  const groups = page
    .getByRole('treegrid', { name: 'Supply-chain findings' })
    .locator('tr[aria-level="1"]')
    .filter({ hasText: ' → ' })
  await expect(groups.first()).toContainText(
    / → \S+\s*closes [\d,]+ findings in [\d,]+ projects, [\d,]+ reachable/,
  )
  const closes = (await groups.allInnerTexts()).map((text) => Number(/closes ([\d,]+)/.exec(text)?.[1]))
  expect(closes).toEqual([...closes].sort((one, other) => other - one))
  const severities =
    ((await groups.first().textContent()) ?? '').split('reachable')[1]?.match(/[\d,]+/g) ?? []
  expect(severities.reduce((sum, count) => sum + Number(count), 0)).toBe(closes[0])
  await groups
    .first()
    .getByRole('link', { name: `${closes[0]} findings` })
    .click()
  await expect(list.total).toHaveText(String(closes[0]))
})
