import { violations } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, signInAgain, test } from '../support/test.ts'

// The refused member of a team.
test.use({ expectedErrors: [/400 \(Bad Request\).*\/teams$/] })

test('an administrator gives findings to a team, and a member finds them as theirs', async ({
  page,
  service,
  workspace,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const person = (name: string, role: 'admin' | 'analyst') => workspace.token({ name, person: name, role })
  const [mara, ann] = [await person('Mara', 'admin'), await person('Ann', 'analyst')]

  await signInAgain(page, service.base, mara)
  await page.goto(workspace.at('/settings/teams'))
  await expect(page.getByText('No teams yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create team' }).click()
  const form = page.getByRole('dialog', { name: 'Create team' })
  await form.getByLabel('Name').fill('Payments')
  await form.getByLabel('Members').fill('Anna')
  await form.getByLabel('Handles').fill('@acme/payments')
  await form.getByRole('button', { name: 'Create team' }).click()
  await expect(form.getByRole('alert')).toContainText('"Anna" is no person who can sign in')
  await form.getByLabel('Members').fill('Ann')
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: 'Create team' }).click()
  await expect(page.getByRole('list', { name: 'Teams' })).toContainText('Payments')

  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('a')
  const assign = page.getByRole('dialog', { name: 'Assign' })
  await expect(assign).toContainText('2 findings')
  await assign.getByLabel('Owner').fill('Nobody we know')
  await page.keyboard.press('Enter')
  await expect(assign.getByText('No person or team has this name')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // A part of a name is enough where it means one owner.
  await assign.getByLabel('Owner').fill('paym')
  await expect(assign.getByRole('option')).toHaveText(['Payments (team)'])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('Assigned to Payments: 2 findings').first()).toBeVisible()
  await expect.poll(async () => (await workspace.findings({ owner: 'team:Payments' })).length).toBe(2)

  await signInAgain(page, service.base, ann)
  await page.goto(
    workspace.at('/findings/code?view=builtin:assigned-to-me&owner=me&status=open,reviewing,fixing'),
  )
  await expect(list.total).toHaveText('2')
  await expect(list.chips.filter({ hasText: 'Owner' })).toContainText('Me')
  await list.rows.first().click()
  await expect(list.panel.getByText('Payments', { exact: true })).toBeVisible()
  await list.panel.getByRole('button', { name: 'Change owner' }).click()
  await page.getByRole('dialog', { name: 'Assign' }).getByRole('button', { name: 'Assign to me' }).click()
  await expect(list.panel.getByText('Ann assigned it to Ann')).toBeVisible()
  await expect(list.panel.getByText('Mara assigned it to Payments')).toBeVisible()
  await list.panel.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(list.panel.getByText('Ann undid the assignment: back to Payments')).toBeVisible()

  await page.goto(workspace.at('/findings/code?group=owner&status=open'))
  await expect(page.getByRole('row', { name: /Payments 2 high/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /No owner 1 high/ })).toBeVisible()
})

test('a handle is mapped to a person in the settings', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', generateFindings(2))
  await workspace.token({ name: 'Ann', person: 'Ann', role: 'analyst' })
  const [finding] = await workspace.findings()
  await page.goto(workspace.at(`/findings/code/${finding?.id}`))
  await page.getByRole('button', { name: 'Assign A' }).click()
  const assign = page.getByRole('dialog', { name: 'Assign' })
  await assign.getByLabel('Owner').fill('@ann-at-work')
  await assign.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('@ann-at-work', { exact: true })).toBeVisible()

  await page.goto(workspace.at('/settings/teams'))
  await page.getByRole('link', { name: '1 code finding', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Code findings' }).getByText('1–1 of 1')).toBeVisible()
  await page.goBack()
  await page.getByLabel('Owner of @ann-at-work').fill('Ann')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: /Map @ann-at-work/ }).click()
  await expect(page.getByRole('heading', { name: 'Handles of people' })).toBeVisible()
  await page.goto(workspace.at('/findings/code?columns=severity,finding,owner&status=open'))
  await expect(page.getByRole('cell', { name: 'Ann', exact: true })).toBeVisible()
})

test('a CODEOWNERS file and a tag give findings to people, who are told apart from what somebody assigned', async ({
  page,
  service,
  workspace,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const person = (name: string, role: 'manager' | 'analyst') => workspace.token({ name, person: name, role })
  const [mara, ann] = [await person('Mara', 'manager'), await person('Ann', 'analyst')]

  await signInAgain(page, service.base, mara)
  await page.goto(workspace.at('/projects/acme/shop'))
  const file = page.getByRole('textbox', { name: 'CODEOWNERS file' })
  await expect(page.getByText('The project has no CODEOWNERS file yet')).toBeVisible()
  const long = 'long/'.repeat(60)
  await file.fill(`* @acme/all\n[Payments]\n/${long} nobody\n*.js ann@acme.example`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('CODEOWNERS file saved').first()).toBeVisible()
  await expect(page.getByText('Line 2: sections are not supported')).toBeVisible()
  // Long lines do not widen the page.
  const width = (await file.boundingBox())?.width ?? 0
  expect(width).toBeGreaterThan(100)
  expect(width).toBeLessThan(page.viewportSize()?.width ?? 0)
  expect(await violations(page)).toEqual([])
  await expect.poll(async () => (await workspace.findings({ owner: 'ann@acme.example' })).length).toBe(3)

  await page.goto(workspace.at('/settings/teams'))
  await page.getByLabel('Owner of ann@acme.example').fill('Ann')
  await page.getByRole('button', { name: /Map ann@acme.example/ }).click()
  await expect(page.getByRole('heading', { name: 'Handles of people' })).toBeVisible()

  await signInAgain(page, service.base, ann)
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?owner=me&status=open'))
  await expect(list.total).toHaveText('3')
  await list.rows.first().click()
  await expect(list.panel.getByText('Assigned to ann@acme.example by CODEOWNERS')).toBeVisible()
  await page.goto(workspace.at('/projects/acme/shop'))
  await expect(page.getByText(/Set by Mara/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled()

  await signInAgain(page, service.base, mara)
  await page.goto(workspace.at('/projects/acme/shop'))
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('CODEOWNERS file removed').first()).toBeVisible()
  await expect(file).toBeFocused()
  await page.goto(workspace.at('/settings/teams'))
  await page.getByLabel('Tag', { exact: true }).fill('shop')
  await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('No person or team has this name')).toBeVisible()
  await page.getByLabel('Owner', { exact: true }).fill('Ann')
  await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Owners by tag or rule' })).toContainText('shop')
  expect(await violations(page)).toEqual([])
})
