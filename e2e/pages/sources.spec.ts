import { violations } from '../support/accessibility.ts'
import { minimalSarif } from '../support/scan-file.ts'
import { expect, signInAgain, test } from '../support/test.ts'

test('a source is retired with its findings, and restored', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', [{}, {}])
  await workspace.upload('acme/shop', minimalSarif(3), { category: '<b>nightly</b>' })
  await page.goto(workspace.at('/projects/acme/shop'))
  const source = page
    .getByRole('list', { name: 'Sources' })
    .getByRole('listitem')
    .filter({ hasText: 'PlainLint' })
  await expect(source).toContainText('<b>nightly</b>')
  await expect(source).toContainText('3 open findings')

  await source.getByRole('button', { name: 'Retire PlainLint' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retire PlainLint' })
  await expect(dialog).toContainText('3 findings on the primary branch')
  await expect(dialog).toContainText('You can restore it for 24 hours')
  await dialog.getByRole('button', { name: 'Retire source' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('3 findings removed')
  await expect(source).toContainText('Can be restored until')
  expect(await workspace.findings({ status: 'open' })).toHaveLength(2)

  expect(await violations(page)).toEqual([])
  await source.getByRole('button', { name: 'Restore PlainLint' }).click()
  await expect(source.getByRole('button', { name: 'Retire PlainLint' })).toBeVisible()
  await expect(source).toContainText('3 open findings')
  expect(await workspace.findings({ status: 'open' })).toHaveLength(5)
})

test('pipelines are allowed to apply held scans, and whoever may not change that sees why', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}])
  await page.goto(workspace.at('/projects/acme/shop'))
  const box = page.getByRole('checkbox', { name: 'Let pipelines apply held scans' })
  await box.click()
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText('Pipelines can now apply held scans')
  await page.reload()
  await expect(box).toBeChecked()

  const token = await workspace.token({ name: 'reader', person: 'Vic', role: 'viewer' })
  await signInAgain(page, service.base, token)
  await page.goto(workspace.at('/projects/acme/shop'))
  await expect(box).toBeDisabled()
  const retire = page.getByRole('button', { name: 'Retire Semgrep' })
  await expect(retire).toHaveAccessibleDescription(/lacks the scope projects:write/)
})
