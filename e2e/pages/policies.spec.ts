import type { Page } from '@playwright/test'
import type { Audit } from '#contract/responses/deployments.ts'
import { Policies, PolicyPage } from '../support/policies-page.ts'
import { sendRequest } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'

const rule = 'rules.sqli'
const other = 'rules.xss'

/** A number of the impact that is asked about, by its label. */
const impact = (page: Page, label: string) =>
  page
    .getByRole('form')
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(label, { exact: true }) })
    .getByRole('definition')

test('a mode is changed by keyboard after a look at its impact, and stays', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ rule }, { rule }, { rule: other }])
  const policies = new Policies(service, workspace)
  const id = await policies.code()
  const list = new PolicyPage(page)

  await page.goto(workspace.at('/policies'))
  const policy = page.getByRole('table', { name: 'Policies' }).getByRole('row', { name: /^Code policy/ })
  // The name says the product: no badge repeats it.
  await expect(policy).not.toContainText('CodeCode')
  await policy.getByRole('link', { name: '2 rules in Monitor' }).click()
  await expect(page).toHaveURL(/mode=MODE_MONITOR/)
  await expect(page).toHaveTitle(/^Code policy · /)
  await expect(page.getByRole('heading', { level: 1, name: 'Code policy' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Code policy')
  await page.getByRole('button', { name: 'Remove filter: Mode Monitor' }).click()

  await test.step('arrow keys move over the modes without choosing one', async () => {
    await list.focus(rule)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(list.row(rule).getByRole('radio', { name: 'Monitor' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(list.row(rule).getByRole('radio', { name: 'Comment' })).toBeFocused()
    await expect(list.mode(rule)).toHaveText('Monitor')
  })

  await test.step('Esc drops the strip, and the focus is on the row', async () => {
    await list.focus(rule)
    await page.keyboard.press('3')
    await expect(impact(page, 'Open findings')).toHaveText('2')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('form')).toBeHidden()
    await expect(list.row(rule)).toBeFocused()
    expect((await policies.modes(id))[rule]).toBe('MODE_MONITOR')
  })

  await page.keyboard.press('3')
  await page.keyboard.type('The audit')
  await page.reload()
  await list.focus(rule)
  await page.keyboard.press('3')
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('The audit')
  await page.keyboard.press('End')
  await page.keyboard.type(' asks for it')
  await expect(impact(page, 'Open findings')).toHaveText('2')
  await page.keyboard.press('Enter')
  await expect(list.mode(rule)).toHaveText('Block')
  await expect(list.row(rule)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()

  await page.reload()
  await expect(list.mode(rule)).toHaveText('Block')
  expect(await workspace.findings({ policies: 'rule-board-block' })).toHaveLength(2)
  const audit = await sendRequest<Audit>(service, 'GET', `/deployments/${workspace.slug}/audit`)
  expect(JSON.stringify(audit)).toContain('The audit asks for it')

  await test.step('Monitor and Comment are set at once and in order, and u undoes the last', async () => {
    await list.focus(other)
    for (const key of ['2', '1', '2']) await page.keyboard.press(key)
    await expect(list.mode(other)).toHaveText('Comment')
    await expect.poll(async () => (await policies.modes(id))[other]).toBe('MODE_COMMENT')
    await page.keyboard.press('u')
    await expect(list.mode(other)).toHaveText('Monitor')
    await expect.poll(async () => (await policies.modes(id))[other]).toBe('MODE_MONITOR')
  })

  await test.step('what somebody else changes shows in its row', async () => {
    await policies.set(id, other, 'MODE_COMMENT')
    await expect(list.mode(other)).toHaveText('Comment')
  })

  await test.step('Enter opens the rule, and Back the list with the same row', async () => {
    await list.focus(rule)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Mode in each policy' })).toBeVisible()
    await page.goBack()
    await expect(list.row(rule)).toBeFocused()
  })

  await test.step('the number of open findings leads to their list', async () => {
    await list.row(rule).getByRole('link', { name: '2 open findings' }).click()
    await expect(page.getByRole('region', { name: 'Code findings' }).locator('[data-row]')).toHaveCount(2)
    const query = new URL(page.url()).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      status: 'open',
      dedup: 'true',
      rules: rule,
      policy_ids: id,
    })
  })
})

test('two hundred rules are disabled at once, and reverted from the history', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  const paths = Array.from({ length: 200 }, (_, at) => `rules.many.r${String(at).padStart(3, '0')}`)
  await workspace.scan('acme/shop', [...paths.map((path) => ({ rule: path })), { rule: other }])
  const policies = new Policies(service, workspace)
  const id = await policies.code()
  const list = new PolicyPage(page)
  const modes = async () => Object.values(await policies.modes(id)).toSorted()

  await page.goto(workspace.at(`/policies/${id}?q=rules.many`))
  await expect(list.row(paths[0] ?? '')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.keyboard.press('4')
  const strip = page.getByRole('form', { name: 'Set 200 rules to Disabled' })
  await expect(impact(page, 'Open findings')).toHaveText('200')
  // The form stands before the rows and covers none of them.
  const [form, first] = await Promise.all([strip.boundingBox(), list.row(paths[0] ?? '').boundingBox()])
  expect((form?.y ?? 0) + (form?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0)
  await page.keyboard.type('Noise')
  await page.keyboard.press('Enter')
  await expect(list.mode(paths[0] ?? '')).toHaveText('Disabled')
  await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden()
  expect(await modes()).toEqual([...Array(200).fill('MODE_DISABLED'), 'MODE_MONITOR'])

  await page.getByRole('link', { name: 'History' }).click()
  const change = page.getByRole('listitem').filter({ hasText: 'Noise' })
  await change.getByRole('button', { name: '200 rules', exact: true }).click()
  await expect(change.getByRole('list', { name: 'Rules of this change' }).getByRole('listitem')).toHaveCount(
    200,
  )
  await change.getByRole('button', { name: /^Revert/ }).click()
  await expect(impact(page, 'Open findings')).toHaveText('200')
  await change
    .getByRole('form')
    .getByRole('button', { name: /^Apply/ })
    .click()
  await expect(page.getByText('Reverts the change by')).toBeVisible()
  expect(await modes()).toEqual(Array(201).fill('MODE_MONITOR'))
})

test.describe('somebody else changes the same rule', () => {
  test.use({ expectedErrors: [/status of 412/] })

  test('both modes are shown, and either can stand', async ({ page, service, workspace, signedIn: _ }) => {
    await workspace.scan('acme/shop', [{ rule }])
    const policies = new Policies(service, workspace)
    const id = await policies.code()
    const list = new PolicyPage(page)
    let theirs: string | undefined
    // Theirs comes while this person's change is on its way.
    await page.route(`**/policies/${id}`, async (route) => {
      const mode = route.request().method() === 'PUT' ? theirs : undefined
      theirs = undefined
      if (mode) await policies.set(id, rule, mode)
      await route.continue()
    })
    const dialog = page.getByRole('dialog', { name: 'Someone else changed this rule' })
    await page.goto(workspace.at(`/policies/${id}`))

    theirs = 'MODE_DISABLED'
    await list.focus(rule)
    await page.keyboard.press('2')
    await expect(dialog).toContainText('Disabled')
    await expect(dialog).toContainText('Comment')
    await dialog.getByRole('button', { name: 'Keep theirs' }).click()
    await expect(list.mode(rule)).toHaveText('Disabled')
    expect((await policies.modes(id))[rule]).toBe('MODE_DISABLED')

    theirs = 'MODE_MONITOR'
    await list.focus(rule)
    await page.keyboard.press('2')
    await dialog.getByRole('button', { name: 'Use mine' }).click()
    await expect(list.mode(rule)).toHaveText('Comment')
    await expect.poll(async () => (await policies.modes(id))[rule]).toBe('MODE_COMMENT')
  })
})

test.describe('a path that is typed', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('sets the mode of its rule, and says where there is none', async ({
    page,
    service,
    workspace,
    signedIn: _,
  }) => {
    await workspace.scan('acme/shop', [{ rule }])
    const policies = new Policies(service, workspace)
    const id = await policies.code()
    await page.goto(workspace.at(`/policies/${id}?q=nothing-like-this`))
    await expect(page.getByRole('heading', { name: 'No rules match' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('by its ID')
    await page.getByRole('option', { name: /^Set the mode of a rule by its ID/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Set the mode of a rule by its ID' })
    const path = dialog.getByRole('textbox', { name: 'Rule ID' })
    await path.fill('rules.nowhere')
    await dialog.getByRole('radio', { name: 'Comment' }).click()
    await dialog.getByRole('button', { name: 'Preview impact' }).click()
    await expect(dialog).toContainText('rules.nowhere is not a rule of this policy')
    await path.fill(rule)
    await dialog.getByRole('button', { name: 'Preview impact' }).click()
    await expect(impact(page, 'Open findings')).toHaveText('1')
    await dialog.getByRole('button', { name: /^Apply/ }).click()
    await expect(dialog).toBeHidden()
    expect((await policies.modes(id))[rule]).toBe('MODE_COMMENT')
  })
})

test("a rule's page changes its mode in each policy", async ({ page, service, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', [{ rule }])
  const policies = new Policies(service, workspace)
  const id = await policies.code()
  await page.goto(workspace.at(`/rules/${rule}`))
  const mode = page.getByRole('region', { name: 'Mode in each policy' })
  await mode.getByRole('radio', { name: 'Comment' }).click()
  await expect(mode.getByRole('radio', { checked: true })).toHaveText('Comment')
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('Monitor → Comment')
  expect((await policies.modes(id))[rule]).toBe('MODE_COMMENT')
  await page.getByRole('link', { name: '1 open finding in all projects' }).click()
  await expect(page.getByRole('region', { name: 'Code findings' }).locator('[data-row]')).toHaveCount(1)
})

test('who may only read sees the modes, and why they cannot be changed', async ({
  page,
  service,
  workspace,
}) => {
  await workspace.scan('acme/shop', [{ rule }])
  const id = await new Policies(service, workspace).code()
  await signIn(page, service.base, await workspace.token({ name: 'Vera', person: 'Vera', role: 'viewer' }))
  const list = new PolicyPage(page)
  await page.goto(workspace.at(`/policies/${id}`))
  await list.focus(rule)
  await expect(list.row(rule).getByRole('radiogroup')).toBeDisabled()
  await list.row(rule).getByRole('radio', { name: 'Comment' }).click({ force: true })
  await list.focus(rule)
  await page.keyboard.press('2')
  await expect(page.getByText("You don't have permission to change modes")).toBeVisible()
  await expect(list.mode(rule)).toHaveText('Monitor')
})

test('the number on a rule, in its impact and of its list are the same; a rule without findings says so', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ rule }, { rule }, { rule: other }])
  // The same on another branch counts once.
  await workspace.scan('acme/shop', [{ rule }, { rule }], { ref: 'refs/heads/topic' })
  const [done] = await workspace.findings({ rules: other })
  await workspace.decide([done?.id ?? 0], 'ignored', { reason: 'false_positive' })
  const id = await new Policies(service, workspace).code()
  const list = new PolicyPage(page)
  await page.goto(workspace.at(`/policies/${id}`))
  await expect(list.row(other)).toContainText('No findings')
  await expect(list.row(other).getByRole('link', { name: /finding/ })).toHaveCount(0)
  const number = list.row(rule).getByRole('link', { name: '2 open findings' })
  const href = await number.getAttribute('href')
  await list.focus(rule)
  await page.keyboard.press('4')
  const counted = impact(page, 'Open findings').getByRole('link', { name: '2' })
  await expect(counted).toHaveAttribute('href', href ?? '')
  await counted.click()
  await expect(page.getByRole('region', { name: 'Code findings' }).locator('[data-row]')).toHaveCount(2)
})

test('the number on a supply-chain rule, in its impact and of its list are the same', async ({
  page,
  service,
  demo,
  signedIn: _,
}) => {
  const id = await new Policies(service, demo).supplyChain()
  await page.goto(demo.at(`/policies/${id}`))
  const row = page.locator('[data-row]').filter({ has: page.getByRole('link', { name: /open finding/ }) })
  const number = row.first().getByRole('link', { name: /open finding/ })
  const count = /[\d,]+/.exec((await number.textContent()) ?? '')?.[0] ?? ''
  const href = await number.getAttribute('href')
  await row.first().focus()
  await page.keyboard.press('4')
  await expect(impact(page, 'Open findings').getByRole('link', { name: count })).toHaveAttribute(
    'href',
    href ?? '',
  )
  await page.goto(href ?? '')
  const list = page.getByRole('region', { name: 'Supply-chain findings' })
  await expect(list.getByRole('heading', { level: 1 }).locator('+ *')).toHaveText(count)
})

test('a rule shows its mode in a word, and all four modes while it has the focus or the pointer', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ rule }, { rule: other }])
  const id = await new Policies(service, workspace).code()
  const list = new PolicyPage(page)
  await page.goto(workspace.at(`/policies/${id}`))
  await expect(list.mode(rule)).toBeVisible()
  await expect(page.getByRole('radiogroup')).toHaveCount(0)
  const before = await list.row(rule).boundingBox()
  await list.focus(rule)
  await expect(list.row(rule).getByRole('radio', { checked: true })).toHaveText('Monitor')
  await expect(list.mode(rule)).toBeHidden()
  expect(await list.row(rule).boundingBox()).toEqual(before)
  await page.keyboard.press('j')
  await expect(page.getByRole('radiogroup')).toHaveCount(1)
  await expect(list.mode(rule)).toBeVisible()
  await list.row(rule).hover()
  await list.row(rule).getByRole('radio', { name: 'Comment' }).click()
  await expect(list.mode(rule)).toHaveText('Comment')
  await expect(list.row(rule).getByRole('radio', { name: 'Comment' })).toBeFocused()
})

test('title, tags, button and search of a policy never lie over each other', async ({
  page,
  demo,
  signedIn: _,
}) => {
  await page.goto(demo.at('/policies/1'))
  const heading = page.getByRole('heading', { level: 1, name: 'Code policy' })
  const parts = [
    heading,
    page.getByText('Default', { exact: true }),
    page.getByRole('button', { name: 'Set by rule ID' }),
    page.getByRole('searchbox', { name: 'Search rules' }),
  ]
  for (const width of [360, 640, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(heading).toBeVisible()
    const boxes = await Promise.all(parts.map(async (part) => (await part.isVisible()) && part.boundingBox()))
    const seen = boxes.filter((box) => !!box)
    for (const [at, one] of seen.entries()) {
      for (const other of seen.slice(at + 1)) {
        const apart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y
        expect(apart, `${JSON.stringify([one, other])} at ${width} px`).toBe(true)
      }
    }
  }
})
