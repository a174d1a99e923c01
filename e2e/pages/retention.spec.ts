import { violations } from '../support/accessibility.ts'
import { SettingsPage } from '../support/settings-page.ts'
import { expect, signIn, test } from '../support/test.ts'

test('retention: sees what a period would delete, saves it, and undoes', async ({ page, workspace }) => {
  await signIn(page, workspace.service.base, await workspace.token({ name: 'Ada Park', role: 'admin' }))
  await page.goto(workspace.at('/settings'))
  const settings = new SettingsPage(page)
  await settings.go('Data retention')
  const history = page.getByRole('combobox', { name: 'Finding history' })
  const save = page.getByRole('button', { name: 'Save periods' })
  await expect(history).toHaveValue('everything')
  await expect(page.getByText('Not run yet')).toBeVisible()
  await expect(save).toBeDisabled()
  expect(await violations(page)).toEqual([])

  await history.selectOption('30 days')
  await expect(page.getByText('Nothing to delete')).toBeVisible()
  await page.getByRole('combobox', { name: 'Audit log' }).selectOption('Custom…')
  await save.click()
  await expect(page.getByText('Enter a whole number from 30 to 3,650')).toBeVisible()
  const days = page.getByRole('textbox', { name: 'Days (required)' })
  await expect(days).toBeFocused()
  expect(await violations(page)).toEqual([])
  await days.fill('400')
  await save.click()
  await expect(page.getByText('Retention periods saved')).toBeVisible()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(history).toHaveValue('30')
  await expect(days).toHaveValue('400')
})

test('retention: deletes audit events only once their number was typed', async ({ page, workspace }) => {
  await signIn(page, workspace.service.base, await workspace.token({ name: 'Ada Park', role: 'admin' }))
  // No event of this test is old enough.
  await page.route('**/settings/retention?**', async (route) => {
    const response = await route.fetch()
    const preview = await response.json()
    const audit = { count: 1204, oldest: '2026-01-02T03:04:05.000Z' }
    await route.fulfill({ response, json: { ...preview, audit } })
  })
  await page.goto(workspace.at('/settings/retention'))
  const number = page.getByRole('textbox', { name: 'Number of audit events to delete' })
  const save = page.getByRole('button', { name: 'Save periods' })
  await expect(number).toBeHidden()
  await page.getByRole('combobox', { name: 'Audit log' }).selectOption('30 days')
  await expect(number).toBeVisible()
  expect(await violations(page)).toEqual([])
  for (const wrong of ['', '120', 'yes']) {
    await number.fill(wrong)
    await save.click()
    await expect(page.getByText('Type 1,204', { exact: true })).toBeVisible()
    await expect(number).toBeFocused()
  }
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Audit log' })).toHaveValue('everything')
  await page.getByRole('combobox', { name: 'Audit log' }).selectOption('30 days')
  await number.fill('1,204')
  await save.click()
  await expect(page.getByText('Retention periods saved')).toBeVisible()
  await expect(number).toBeHidden()
})

test('retention: shows the periods to people who cannot change them, with the reason', async ({
  page,
  workspace,
}) => {
  await signIn(page, workspace.service.base, await workspace.token({ name: 'Vera', role: 'viewer' }))
  await page.goto(workspace.at('/settings/retention'))
  await expect(page.getByRole('combobox', { name: 'Audit log' })).toBeDisabled()
  const save = page.getByRole('button', { name: 'Save periods' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  expect(await violations(page)).toEqual([])
})
