import type { Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { Policies, PolicyPage } from '../support/policies-page.ts'
import { type RunningService, sendRequest } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

const rule = 'rules.sqli'
const other = 'rules.xss'

/** Two projects with a finding of two rules each; `acme/shop` has the tag `pci`. The rule blocks nothing yet. */
async function twoProjects(workspace: Workspace) {
  for (const project of ['acme/shop', 'acme/blog']) await workspace.scan(project, [{ rule }, { rule: other }])
  await workspace.tag('acme/shop', ['pci'])
}

const effect = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'Effect' })
const scope = (page: Page) => page.getByRole('region', { name: 'Applies to' })

test('a policy is copied for a tag, narrowed, renamed and deleted by keyboard, each undone', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await twoProjects(workspace)
  const policies = new Policies(service, workspace)
  await policies.set(await policies.code(), rule, 'MODE_BLOCK')
  await page.goto(workspace.at('/policies'))
  const rows = page.getByRole('table', { name: 'Policies' }).getByRole('row')

  await test.step('a copy for projects with a tag', async () => {
    await page.getByRole('button', { name: 'Actions for Code policy' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Copy…' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Payments')
    await page.getByRole('combobox', { name: 'Tags' }).focus()
    await page.keyboard.type('pc')
    await expect(page.getByRole('option', { name: /^pci/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove pci' })).toBeVisible()
    await expect(effect(page)).toHaveText('No effective mode changes.')
    await page.getByRole('textbox', { name: 'Note' }).focus()
    await page.keyboard.type('The audit')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  })

  await test.step('its page says what it applies to, and lists these projects', async () => {
    await expect(scope(page)).toContainText('tag pci')
    await scope(page).getByRole('link', { name: '1 project' }).click()
    await expect(
      page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: 'acme/shop' }),
    ).toBeVisible()
    await expect(page.getByText('acme/blog')).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Filters in use' })).toContainText('Policy Payments')
    await page.goBack()
  })

  await test.step('other projects, with what that does', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await policies.set(id, rule, 'MODE_MONITOR')
    await scope(page).getByRole('button', { name: 'Choose projects' }).click()
    await page.getByRole('combobox', { name: 'Projects' }).fill('blog')
    await page.getByRole('option', { name: 'acme/blog' }).click()
    await expect(effect(page)).toHaveText('1 project; 0 findings would block, 1 would no longer.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(scope(page)).toContainText('tag pci, acme/blog')
    await expect(scope(page).getByRole('link', { name: '2 projects' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(scope(page).getByRole('link', { name: '1 project' })).toBeVisible()
  })

  await test.step('another name', async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Edit name and projects…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Payments, strict')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Payments, strict' })).toBeVisible()
  })

  await test.step('deleted, and restored', async () => {
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await expect(effect(page)).toHaveText('1 project; 1 finding would block, 0 would no longer.')
    await page.getByRole('button', { name: 'Delete policy' }).click()
    await expect(rows.filter({ hasText: 'Code policy' })).toBeVisible()
    await expect(rows.filter({ hasText: 'Payments, strict' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows.filter({ hasText: 'Payments, strict' })).toContainText('tag pci')
  })
})

test('rules are added to a policy and removed from it', async ({ page, service, workspace, signedIn: _ }) => {
  await twoProjects(workspace)
  const policies = new Policies(service, workspace)
  const id = await policies.create({ name: 'Strict', appliesTo: { tags: ['pci'] } })
  const list = new PolicyPage(page)
  await page.goto(workspace.at(`/policies/${id}`))
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Add rules' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add rules to Strict' })
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Choose a rule')
  for (const path of [rule, other]) {
    await page.keyboard.type(path.slice(-3))
    await expect(page.getByRole('option', { name: path })).toBeVisible()
    await page.keyboard.press('Enter')
  }
  // Escape closes the list, and takes back nothing.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option', { name: rule })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^Remove rules/ })).toHaveCount(2)
  await dialog.getByRole('combobox', { name: 'Mode' }).selectOption('Block')
  await expect(effect(page)).toHaveText('1 project; 2 findings would block, 0 would no longer.')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add rules' }).click()
  await expect(list.mode(rule)).toHaveText('Block')
  await expect(list.mode(other)).toHaveText('Block')

  await list.focus(other)
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Remove from policy' }).click()
  const form = page.getByRole('form', { name: 'Remove 1 rule from this policy' })
  await expect(form).toContainText('1 project; 0 findings would block, 1 would no longer.')
  await page.keyboard.press('Enter')
  await expect(list.row(other)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list.mode(other)).toHaveText('Block')
})

test.describe('a change that cannot be made', () => {
  test.use({ expectedErrors: [/status of 40[349]/] })

  test('says that a name is taken, and what to do about a stale preview', async ({
    page,
    service,
    workspace,
    signedIn: _,
  }) => {
    await twoProjects(workspace)
    const policies = new Policies(service, workspace)
    await policies.create({ name: 'Payments', appliesTo: { tags: ['pci'] } })
    await page.goto(workspace.at('/policies'))
    await page.getByRole('button', { name: 'New policy' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Enter a name')
    await name.fill('Payments')
    await expect(name).toHaveAccessibleDescription('Another policy is called Payments.')
    await name.fill('Own')
    await expect(effect(page)).toHaveText('No effective mode changes.')
    // Somebody else changes a policy while the change is on its way.
    await page.route('**/policies', async (route) => {
      if (route.request().method() === 'POST') await policies.set(await policies.code(), rule, 'MODE_COMMENT')
      await route.continue()
    })
    await page.getByRole('button', { name: 'Create policy' }).click()
    await expect(effect(page)).toContainText('made this preview stale')
    await page.unroute('**/policies')
    await page.getByRole('button', { name: 'Use the new numbers' }).click()
    await page.getByRole('button', { name: 'Create policy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Own' })).toBeVisible()
  })

  test('says that a policy is gone, whose page restores it', async ({
    page,
    service,
    workspace,
    signedIn: _,
  }) => {
    await twoProjects(workspace)
    const policies = new Policies(service, workspace)
    const id = await policies.create({ name: 'Payments', appliesTo: { tags: ['pci'] } })
    await page.goto(workspace.at('/policies'))
    await page.getByRole('button', { name: 'Actions for Payments' }).click()
    await page.getByRole('menuitem', { name: 'Edit name and projects…' }).click()
    await expect(effect(page)).toHaveText('No effective mode changes.')
    await policies.delete(id)
    await expect(effect(page)).toContainText('Someone deleted this policy')
    await page.keyboard.press('Escape')
    await page.goto(workspace.at(`/policies/${id}`))
    await expect(page.getByRole('heading', { name: 'This policy was deleted' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Revert deleted the policy' }).click()
    await page
      .getByRole('form', { name: 'Revert this change' })
      .getByRole('button', { name: /^Apply/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  })

  test('offers nothing to who may only read', async ({ page, service, workspace }) => {
    await twoProjects(workspace)
    const id = await new Policies(service, workspace).create({
      name: 'Payments',
      appliesTo: { tags: ['pci'] },
    })
    await signIn(page, service.base, await workspace.token({ name: 'Vera', person: 'Vera', role: 'viewer' }))
    await page.goto(workspace.at('/policies'))
    await expect(page.getByRole('link', { name: 'Payments' })).toBeVisible()
    await expect(page.getByRole('button', { name: /New policy|Actions/ })).toHaveCount(0)
    await page.goto(workspace.at(`/policies/${id}`))
    await expect(scope(page)).toContainText('tag pci')
    await expect(
      page.getByRole('button', { name: /Add rules|Actions|Choose projects|Set by rule ID/ }),
    ).toHaveCount(0)
  })
})

test('the default policy can be renamed and copied, not deleted or narrowed', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await twoProjects(workspace)
  await page.goto(workspace.at('/policies'))
  await page.getByRole('button', { name: 'Actions for Code policy' }).click()
  await expect(page.getByRole('menuitem', { name: /^Delete…/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Edit name and projects…' }).click()
  await expect(page.getByRole('dialog')).toContainText('A default policy applies to all projects.')
  await page.getByRole('textbox', { name: 'Name' }).fill('Code for all')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Code for all' })).toBeVisible()
  const policies = await sendRequest<{ policies: { name: string }[] }>(
    workspace.service,
    'GET',
    `/deployments/${workspace.slug}/policies`,
  )
  expect(policies.policies.map(({ name }) => name)).toContain('Code for all')
})

/** A policy for the tag `pci` in which the rule blocks. */
async function withStrict(service: RunningService, workspace: Workspace) {
  await twoProjects(workspace)
  const policies = new Policies(service, workspace)
  const id = await policies.create({ name: 'Strict', appliesTo: { tags: ['pci'] } })
  await policies.addRules(id, [{ rulePath: rule, policyMode: 'MODE_BLOCK' }])
  return { policies, id }
}

test('a tag that changes modes is asked about, on the page of a project and for several', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await withStrict(service, workspace)
  const dialog = page.getByRole('dialog', { name: 'These tags change modes of rules' })
  const tags = page.getByRole('list', { name: 'Tags of acme/blog' })
  await page.goto(workspace.at('/projects/acme/blog'))
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('combobox', { name: 'New tag' }).fill('web')
  await page.keyboard.press('Enter')
  await expect(tags).toHaveText('web')
  await expect(dialog).toBeHidden()

  await page.keyboard.type('pci')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Add “pci” to acme/blog')
  await expect(dialog).toContainText('1 project; 1 finding would block, 0 would no longer.')
  await expect(dialog).toContainText('Strict applies by these tags.')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(tags).toHaveText('web')

  await page.goto(workspace.at('/projects'))
  const row = page.getByRole('table', { name: 'Projects' }).getByRole('row', { name: /acme\/blog/ })
  await row.getByRole('checkbox').check()
  await page.keyboard.press('t')
  await page.getByRole('combobox', { name: 'New tag' }).fill('pci')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Update tags of 1 project' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Update tags of 1 project' }).click()
  await dialog.getByRole('button', { name: 'Change tags' }).click()
  await expect(row).toContainText('pci')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).not.toContainText('pci')
})

test('rules are added to a policy from the list of another one, and on the page of a rule', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await twoProjects(workspace)
  const policies = new Policies(service, workspace)
  const id = await policies.create({ name: 'Strict', appliesTo: { tags: ['pci'] } })
  const list = new PolicyPage(page)
  await page.goto(workspace.at(`/policies/${await policies.code()}`))
  for (const path of [rule, other]) {
    await list.focus(path)
    await page.keyboard.press('x')
  }
  await page.getByRole('button', { name: 'Add to policy…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add 2 rules to a policy' })
  await expect(dialog.getByRole('combobox', { name: 'Policy' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Add rules' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Policy' })).toHaveAccessibleDescription(
    'Choose a policy',
  )
  await dialog.getByRole('combobox', { name: 'Policy' }).selectOption('Strict')
  await dialog.getByRole('combobox', { name: 'Mode' }).selectOption('Block')
  await expect(effect(page)).toHaveText('1 project; 2 findings would block, 0 would no longer.')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add rules' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Undone: 2 rules')

  await page.goto(workspace.at(`/policies/${id}`))
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
  await page.goto(workspace.at(`/rules/${rule}`))
  const panel = page.getByRole('region', { name: 'Mode in each policy' })
  await panel.getByRole('button', { name: 'Add to policy…' }).click()
  const add = page.getByRole('dialog', { name: 'Add 1 rule to a policy' })
  await add.getByRole('combobox', { name: 'Policy' }).selectOption('Strict')
  await add.getByRole('combobox', { name: 'Mode' }).selectOption('Block')
  await expect(effect(page)).toHaveText('1 project; 1 finding would block, 0 would no longer.')
  await add.getByRole('button', { name: 'Add rules' }).click()
  await expect(panel.getByRole('radiogroup', { name: 'Mode in Strict' })).toBeVisible()
  await expect(panel.getByRole('button', { name: /^Remove from policy/ })).toHaveCount(1)
  await panel.getByRole('button', { name: 'Remove from policy Strict' }).click()
  const form = panel.getByRole('form', { name: 'Remove this rule from Strict' })
  await expect(form).toContainText('1 project; 0 findings would block, 1 would no longer.')
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: /^Apply/ }).click()
  await expect(panel.getByRole('radiogroup', { name: 'Mode in Strict' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByRole('radiogroup', { name: 'Mode in Strict' })).toBeVisible()
})

test.describe('who may not change policies', () => {
  test.use({ expectedErrors: [/status of 403/] })

  test('is told which policy a tag would change', async ({ page, service, workspace }) => {
    await withStrict(service, workspace)
    const token = await workspace.token({
      name: 'Nils',
      person: 'Nils',
      scopes: ['findings:read', 'projects:write'],
    })
    await signIn(page, service.base, token)
    await page.goto(workspace.at('/projects/acme/shop'))
    await page.getByRole('button', { name: 'Remove tag pci' }).click()
    await expect(
      page.getByRole('region', { name: 'Notifications' }).getByText('by the policy Strict'),
    ).toBeVisible()
    await expect(page.getByRole('list', { name: 'Tags of acme/shop' })).toHaveText('pci')
  })
})

test('the page of a project says which policies decide, and that of a scan by which one a finding blocks', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  const { id } = await withStrict(service, workspace)
  await page.goto(workspace.at('/projects/acme/shop'))
  const panel = page.getByRole('region', { name: 'Policies' })
  await expect(panel.getByRole('list', { name: 'Decide first, for the rules they contain' })).toHaveText(
    'Strict tag pci',
  )
  await expect(panel.getByRole('list', { name: 'Decide all other rules' }).getByRole('listitem')).toHaveText([
    /^Code policy/,
    /^Supply chain policy/,
    /^Secrets policy/,
  ])
  await page.goto(workspace.at('/projects/acme/blog'))
  await expect(panel.getByRole('list', { name: 'Decide all rules' })).toContainText('Code policy')
  await expect(panel).not.toContainText('Strict')

  const scan = await workspace.scan('acme/shop', [{ rule }, { rule: other }, { rule: 'rules.new' }, { rule }])
  await page.goto(workspace.at(`/scans/${scan.id}`))
  const gate = page.getByRole('list', { name: 'Findings that count' })
  await expect(gate).toContainText('Block by Strict')
  await expect(gate.getByRole('link', { name: 'Strict' }).first()).toHaveAttribute(
    'href',
    workspace.at(`/policies/${id}`),
  )
})
