import { violations } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

test('refs are protected by name and by pattern, and unprotected', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}], { ref: 'main' })
  await workspace.scan('acme/shop', [{}], { ref: 'release/4.2' })
  await page.goto(workspace.at('/projects/acme/shop'))
  const group = page.getByRole('group', { name: 'Protected refs' })
  const field = group.getByRole('combobox', { name: 'Protect ref' })
  const protect = group.getByRole('button', { name: 'Protect', exact: true })
  await expect(group).toContainText('compared with those of the primary branch and of protected branches')
  await protect.click()
  await expect(group).toContainText('Enter a branch, such as release/4.2')
  await field.fill('main')
  await field.press('Enter')
  await expect(group).toContainText('The primary branch needs no protection')
  await field.fill('rel')
  await group.getByRole('option', { name: 'release/4.2' }).click()
  await protect.click()
  const refs = group.getByRole('list', { name: 'Protected refs' }).getByRole('listitem')
  await expect(refs).toHaveText(['release/4.2'])
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'release/4.2 is now protected',
  )
  await field.fill('hotfix/*')
  await protect.click()
  await expect(refs).toHaveText(['release/4.2', 'hotfix/*'])
  expect(await violations(page)).toEqual([])
  await page.reload()
  await group.getByRole('button', { name: 'Stop protecting release/4.2' }).click()
  await expect(refs).toHaveText(['hotfix/*'])
})

test('a branch is deleted with its findings, and comes back with Undo', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}], { ref: 'main' })
  await workspace.scan('acme/shop', [{}, {}], { ref: 'feature/login' })
  await page.goto(workspace.at('/projects/acme/shop'))
  const branches = page.getByRole('region', { name: 'Branches' })
  const rows = branches.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'feature/login' })).toContainText('2 Code')
  await expect(branches.getByRole('button', { name: 'Delete main' })).toHaveCount(0)
  await branches.getByRole('button', { name: 'Delete feature/login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete feature/login?' })
  await expect(dialog).toContainText('Its findings (2 open) leave all lists and counts')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete branch' }).click()
  await expect(rows).toHaveCount(1)
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText('2 findings removed')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'feature/login' })).toContainText('2 Code')
})

test('a primary branch that is not scanned yet says which one is shown', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}], { ref: 'main' })
  await page.goto(workspace.at('/projects/acme/shop'))
  await page.getByRole('combobox', { name: 'Primary branch' }).selectOption({ label: 'Other…' })
  await page.getByRole('textbox', { name: 'Primary branch' }).fill('trunk')
  await page.keyboard.press('Enter')
  await expect(page.getByText('not scanned yet: main is shown')).toBeVisible()
  await expect(
    page.getByText('Not scanned yet: until its first full scan, lists and counts use main.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: '1 open finding in code' })).toBeVisible()
  await workspace.scan('acme/shop', [{}, {}], { ref: 'trunk' })
  await page.reload()
  await expect(page.getByRole('link', { name: '2 open findings in code' })).toBeVisible()
  await expect(page.getByText('not scanned yet')).toHaveCount(0)
})
