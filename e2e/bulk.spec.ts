import { decisions, FindingsPage } from './findings-page.ts'
import { made } from './scan-file.ts'
import { expect, test } from './test.ts'

test('rows selected on two pages by keyboard are decided together, each exactly once', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', made(120))
  const list = new FindingsPage(page)
  const asked = decisions(page)
  const bar = page.getByRole('region', { name: 'Selection' })
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await expect(bar).toContainText('2 selected')
  await page.keyboard.press(']')
  await expect(list.foot).toContainText('101–120 of 120')
  await expect(bar).toContainText('2 on other pages')
  await list.rows.first().focus()
  await page.keyboard.press('x')
  await expect(bar).toContainText('3 selected')

  await page.keyboard.press('i')
  await expect(page.getByRole('form', { name: 'Ignore 3 selected' }).locator(':focus')).toBeVisible()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(bar).toBeHidden()
  await expect(list.rows.nth(1)).toBeFocused()
  await expect
    .poll(async () => (await workspace.findings({ triage_reasons: 'acceptable_risk' })).length)
    .toBe(3)
  expect(asked).toHaveLength(3)
  expect(new Set(asked).size).toBe(3)
})
