import { violations } from '../support/accessibility.ts'
import { expect, signInAgain, test } from '../support/test.ts'

test('a project is renamed after a preview, and its former address leads to it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}])
  await workspace.scan('acme/api', [{}])
  await page.goto(workspace.at('/projects/acme/shop'))
  await page.getByRole('button', { name: 'Rename…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename acme/shop' })
  await dialog.getByLabel('New name').fill('acme/api')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('alert')).toContainText('There is a project called acme/api')
  await dialog.getByLabel('New name').fill('emea/team/shop')
  await dialog.getByLabel('New name').press('Enter')
  const preview = dialog.getByRole('status', { name: 'What follows the new name' })
  await expect(preview).toContainText('2 findings')
  await expect(preview).toContainText('1 scan')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Rename project' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('emea/team/shop')
  await expect(page).toHaveURL(/projects\/emea\/team\/shop$/)
  await page.goto(workspace.at('/projects/acme/shop'))
  await expect(page).toHaveURL(/projects\/emea\/team\/shop$/)
})

test('a project is merged into another after a preview, which is undone; a folder without findings is not split off', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}])
  await workspace.scan('acme/api', [{}])
  await page.goto(workspace.at('/projects/acme/shop'))
  await page.getByRole('button', { name: 'Split off a folder…' }).click()
  const split = page.getByRole('dialog', { name: 'Split a folder off acme/shop' })
  await split.getByLabel('Name of the new project').fill('acme/part')
  await split.getByRole('button', { name: 'Preview' }).click()
  await expect(split.getByLabel('Folder', { exact: true })).toHaveAccessibleDescription(/Enter a folder/)
  await split.getByLabel('Folder', { exact: true }).fill('nowhere')
  await split.getByRole('button', { name: 'Preview' }).click()
  await expect(split.getByRole('alert')).toContainText('no findings and no lockfiles under nowhere/')
  await split.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Merge into another…' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge acme/shop into another project' })
  await merge.getByLabel('Merge into').fill('acme/api')
  await merge.getByRole('button', { name: 'Preview' }).click()
  await merge.getByRole('button', { name: 'Merge project' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('acme/api')
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText('acme/shop merged into acme/api')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('acme/shop')
})

test('a folder is split off after a preview, and is a project of its own', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/mono', [{ path: 'services/api/a.py' }, { path: 'web/b.py' }])
  await page.goto(workspace.at('/projects/acme/mono'))
  await page.getByRole('button', { name: 'Split off a folder…' }).click()
  const split = page.getByRole('dialog', { name: 'Split a folder off acme/mono' })
  await split.getByLabel('Folder', { exact: true }).fill('services/api')
  await split.getByLabel('Name of the new project').fill('acme/api')
  await split.getByRole('button', { name: 'Preview' }).click()
  await expect(split.getByRole('status', { name: 'What moves' })).toContainText('1 finding')
  expect(await violations(page)).toEqual([])
  await split.getByRole('button', { name: 'Split project' }).click()
  await expect(split).toBeHidden()
  const found = await workspace.findings({ repos: 'acme/api' })
  expect(found.map(({ location }) => location?.filePath)).toEqual(['services/api/a.py'])
  const toast = page.getByRole('region', { name: 'Notifications' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(toast).toContainText('Undone: acme/mono')
  expect(await workspace.findings({ repos: 'acme/mono' })).toHaveLength(2)
})

test('whoever may not change projects sees why', async ({ page, service, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', [{}])
  const token = await workspace.token({ name: 'reader', person: 'Vic', role: 'viewer' })
  await signInAgain(page, service.base, token)
  await page.goto(workspace.at('/projects/acme/shop'))
  await expect(page.getByRole('button', { name: 'Rename…' })).toHaveAccessibleDescription(
    /lacks the scope projects:write/,
  )
  await expect(page.getByRole('button', { name: 'Merge into another…' })).toHaveAccessibleDescription(
    /Only administrators can merge projects/,
  )
})
