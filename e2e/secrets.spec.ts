import { expect, test } from './test.ts'

test('secrets stand in groups, those that do not work folded away, and open by keyboard', async ({
  page,
  demo,
  signedIn: _,
}) => {
  await page.goto(demo.at('/findings/secrets?status=open&dedup=true&group=secret'))
  const tree = page.getByRole('treegrid', { name: 'Secrets' })
  const groups = tree.locator('tr[aria-level="1"]')
  await expect(groups.first()).toContainText('Confirmed working')
  await groups.first().focus()
  await page.keyboard.press('End')
  const fold = groups.filter({ hasText: /\d+ confirmed not working/ })
  await expect(fold).toBeFocused()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(groups.filter({ hasText: 'Confirmed not working' }).first()).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  const row = tree.locator('tr[aria-level="2"]').first()
  await expect(row).toBeVisible()
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The secret itself is not shown')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where it stands' })).toBeVisible()
})
