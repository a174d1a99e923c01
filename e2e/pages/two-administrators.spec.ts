import type { Page } from '@playwright/test'
import { Policies, PolicyPage } from '../support/policies-page.ts'
import { expect, signIn, test } from '../support/test.ts'

const rule = 'rules.sqli'
const other = 'rules.xss'
const stale = 'Another change of the policies made this preview stale.'

// Two administrators, each in a browser of their own: what one previews and another one makes stale is not applied.
test.use({ expectedErrors: [/status of 409/] })

/** Two projects with a finding of two rules each, a policy for the tag `pci`, and two signed-in administrators. */
const administrators = test.extend<{
  first: Page
  second: Page
  strict: string
  /** The second administrator sets the mode of a rule in the code policy. */
  interfere: (mode: 'Comment' | 'Monitor') => Promise<void>
}>({
  strict: async ({ service, workspace }, use) => {
    for (const project of ['acme/shop', 'acme/blog'])
      await workspace.scan(project, [{ rule }, { rule: other }])
    await workspace.tag('acme/shop', ['pci'])
    const policies = new Policies(service, workspace)
    const id = await policies.create({ name: 'Strict', appliesTo: { tags: ['pci'] } })
    await policies.addRules(id, [{ rulePath: rule, policyMode: 'MODE_BLOCK' }])
    await use(id)
  },
  first: async ({ page, workspace, strict: _ }, use) => {
    await signIn(page, workspace.service.base, await workspace.token({ name: 'Ada', role: 'admin' }))
    await use(page)
  },
  second: async ({ browser, workspace, strict: _ }, use) => {
    const context = await browser.newContext({ baseURL: workspace.service.base })
    const page = await context.newPage()
    await signIn(page, workspace.service.base, await workspace.token({ name: 'Omar', role: 'admin' }))
    await use(page)
    await context.close()
  },
  interfere: async ({ second, service, workspace }, use) => {
    const code = await new Policies(service, workspace).code()
    const list = new PolicyPage(second)
    await second.goto(workspace.at(`/policies/${code}`))
    await use(async (mode) => {
      await list.focus(other)
      await second.keyboard.press(mode === 'Comment' ? '2' : '1')
      await expect(list.mode(other)).toHaveText(mode)
    })
  },
})

administrators(
  'a dialog of a policy that another change made stale says so, and applies nothing',
  async ({ first, interfere, strict, workspace, service }) => {
    test.slow()
    const policies = new Policies(service, workspace)
    const dialog = first.getByRole('dialog')
    const effect = dialog.getByRole('region', { name: 'Effect' })
    const actions = first.getByRole('button', { name: 'Actions', exact: true })
    const openMenu = async (entry: string) => {
      await actions.click()
      await first.getByRole('menuitem', { name: entry }).click()
    }
    const dialogs: [button: string, open: () => Promise<void>][] = [
      [
        'Save',
        async () => {
          await openMenu('Edit name and projects…')
          await first.getByRole('radio', { name: 'All projects' }).check()
        },
      ],
      ['Create copy', () => openMenu('Copy…')],
      ['Delete policy', () => openMenu('Delete…')],
      [
        'Add rules',
        async () => {
          await first.getByRole('button', { name: 'Add rules' }).click()
          await first.keyboard.type('xss')
          await first.getByRole('option', { name: other }).click()
        },
      ],
    ]
    await first.goto(workspace.at(`/policies/${strict}`))
    const before = await policies.modes(strict)
    for (const [at, [button, open]] of dialogs.entries()) {
      await open()
      await expect(effect).toContainText(/effective mode|project/)
      await expect(effect).toHaveAttribute('aria-busy', 'false')
      await interfere(at % 2 === 0 ? 'Comment' : 'Monitor')
      await expect(effect).toContainText(stale)
      await expect(dialog.getByRole('button', { name: button })).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Use the new numbers' }).click()
      await expect(effect).not.toContainText(stale)
      await expect(dialog.getByRole('button', { name: button })).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
    }
    expect(await policies.modes(strict)).toEqual(before)
  },
)

administrators(
  'tags, modes and a removal that were previewed are not applied either',
  async ({ first, interfere, strict, workspace, service }) => {
    test.slow()
    const policies = new Policies(service, workspace)
    const list = new PolicyPage(first)
    await first.goto(workspace.at(`/policies/${strict}`))
    await list.focus(rule)
    await first.keyboard.press('x')
    for (const [at, button] of ['Remove from policy', /^Disabled/].entries()) {
      await first.getByRole('button', { name: button }).last().click()
      const form = first.getByRole('form')
      await expect(form).toContainText(/would|no longer|0 /)
      await interfere(at % 2 === 0 ? 'Comment' : 'Monitor')
      await expect(form).toContainText(stale)
      await form.getByRole('button', { name: 'Use the new numbers' }).click()
      await expect(form).not.toContainText(stale)
      await form.getByRole('button', { name: 'Cancel' }).click()
    }
    expect(await policies.modes(strict)).toEqual({ [rule]: 'MODE_BLOCK' })

    await first.goto(workspace.at('/projects/acme/blog'))
    await first.getByRole('button', { name: 'Add tag' }).click()
    await first.getByRole('combobox', { name: 'New tag' }).fill('pci')
    await first.keyboard.press('Enter')
    const dialog = first.getByRole('dialog', { name: 'These tags change modes of rules' })
    await expect(dialog).toContainText('1 project; 1 finding would block, 0 would no longer.')
    await interfere('Comment')
    await dialog.getByRole('button', { name: 'Change tags' }).click()
    await expect(first.getByText('A policy has changed meanwhile')).toBeVisible()
    await expect(first.getByRole('list', { name: 'Tags of acme/blog' })).toHaveCount(0)
  },
)

administrators(
  'an undo of tags that would change modes is refused once another one changed a policy',
  async ({ first, interfere, workspace }) => {
    const tags = first.getByRole('list', { name: 'Tags of acme/blog' })
    await first.goto(workspace.at('/projects/acme/blog'))
    await first.getByRole('button', { name: 'Add tag' }).click()
    await first.getByRole('combobox', { name: 'New tag' }).fill('pci')
    await first.keyboard.press('Enter')
    await first.getByRole('button', { name: 'Change tags' }).click()
    await expect(tags).toHaveText('pci')
    await interfere('Comment')
    await first.getByRole('button', { name: 'Undo' }).click()
    await expect(first.getByRole('region', { name: 'Notifications' })).toContainText(
      "Couldn't undo the tag change",
    )
    await expect(tags).toHaveText('pci')
  },
)

administrators(
  'a refused revert offers no way around',
  async ({ first, second, strict, workspace, service }) => {
    const policies = new Policies(service, workspace)
    await policies.set(strict, rule, 'MODE_COMMENT')
    await first.goto(workspace.at(`/policies/${strict}?tab=history`))
    await first.getByRole('button', { name: `Revert ${rule}, Block → Comment` }).click()
    const form = first.getByRole('form')
    await expect(form).toContainText(/\d/)
    // The second one changes the same rule in between.
    const theirs = new PolicyPage(second)
    await second.goto(workspace.at(`/policies/${strict}`))
    await theirs.focus(rule)
    await second.keyboard.press('1')
    await expect(theirs.mode(rule)).toHaveText('Monitor')
    const apply = form.getByRole('button', { name: /^(Apply|Use the new numbers|Revert)/ })
    await apply.click()
    if (await form.isVisible()) await apply.click()
    await expect(first.getByRole('region', { name: 'Notifications' })).toContainText(/changed/)
    await expect(first.getByRole('button', { name: /mine|anyway|force|overwrite/i })).toHaveCount(0)
    expect(await policies.modes(strict)).toEqual({ [rule]: 'MODE_MONITOR' })
  },
)

administrators(
  'the text of a rule is not saved over that of another administrator',
  async ({ first, second, workspace }) => {
    const edit = async (page: Page, name: string) => {
      await page.goto(workspace.at(`/rules/${rule}`))
      await page.getByRole('button', { name: 'Edit text' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill(name)
    }
    const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await edit(first, 'Of the first')
    await edit(second, 'Of the second')
    await save(second)
    await save(first)
    await expect(first.getByRole('dialog').getByRole('alert')).toBeVisible()
    await expect(second.getByRole('heading', { level: 1, name: 'Of the second' })).toBeVisible()
  },
)

administrators(
  'retention periods are not saved over those of another administrator',
  async ({ first, second, workspace }) => {
    for (const page of [first, second]) await page.goto(workspace.at('/settings/retention'))
    const period = (page: Page, name: string) => page.getByRole('combobox', { name })
    const save = (page: Page) => page.getByRole('button', { name: 'Save periods' })
    await period(first, 'Finding history').selectOption('30 days')
    await period(second, 'SBOM exports').selectOption('90 days')
    await save(second).click()
    await expect(second.getByText('Retention periods saved')).toBeVisible()
    const seen = first.getByRole('button', { name: 'Use the new periods' })
    // Refused, or known before it is sent: either way nothing is saved before the new periods were seen.
    await expect(async () => {
      if (await seen.isHidden()) await save(first).click({ timeout: 2000 })
      await expect(seen).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(first.getByText('Someone else changed the periods meanwhile')).toBeVisible()
    await seen.click()
    await expect(period(first, 'SBOM exports')).toHaveValue('90')
    await expect(period(first, 'Finding history')).toHaveValue('30')
    await save(first).click()
    await expect(first.getByText('Retention periods saved')).toBeVisible()
    // Undo takes back what was saved here alone, and not over a later change.
    await second.reload()
    await period(second, 'SBOM exports').selectOption('1 year')
    await save(second).click()
    await expect(second.getByText('Retention periods saved')).toBeVisible()
    await first.getByRole('button', { name: 'Undo' }).click()
    await expect(first.getByText('The retention periods have changed since').or(seen)).toBeVisible()
    await second.reload()
    await expect(period(second, 'Finding history')).toHaveValue('30')
  },
)
