import type { Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { uploadDueFindings } from '../support/due-findings.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { Policies } from '../support/policies-page.ts'
import { expect, test } from '../support/test.ts'

/** What axe finds in both themes in a wide window and on a phone. */
async function violationsAtWidths(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    found.push(...(await violations(page)).map((each) => `${width} px, ${each}`))
  }
  return found
}

for (const [name, path] of [
  ['Code findings', '/findings/code'],
  ['Supply-chain findings', '/findings/supply-chain'],
  ['Secrets', '/findings/secrets'],
] as const) {
  test(`${name.toLowerCase()} with due dates: list, column, groups, panel and page`, async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    test.slow()
    await uploadDueFindings(workspace)
    const list = new FindingsPage(page, name)
    for (const search of [
      'sort=due_at',
      'columns=severity,due,status,owner',
      'due=overdue,week&group=rules',
    ]) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(workspace.at(`${path}?${search}`))
      await expect(list.value('Severity', 'High')).toBeVisible()
      expect.soft(await violationsAtWidths(page), search).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(workspace.at(`${path}?sort=due_at`))
    await list.startKeys()
    await page.keyboard.press('x')
    await page.keyboard.press('Enter')
    await expect(list.panel.getByRole('list', { name: 'Summary' })).toContainText(/Overdue|Due/)
    await expect(list.panel.getByRole('heading', { name: 'History' })).toBeVisible()
    expect.soft(await violationsAtWidths(page), 'panel').toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await list.panel.getByRole('button', { name: 'Open as a page' }).click()
    await expect(list.region).toBeHidden()
    await expect(page.getByRole('list', { name: 'Summary' })).toContainText(/Overdue|Due/)
    expect.soft(await violationsAtWidths(page), 'page').toEqual([])
  })
}

const pages: readonly (readonly [path: string, heading: string | RegExp])[] = [
  ['?period=1y', 'Overview'],
  ['/inbox', 'Inbox'],
  ['/projects', 'Projects'],
  ['/projects/acme/shop', 'acme/shop'],
  ['/dependencies', 'Dependencies'],
  ['/policies', 'Policies'],
  ['/rules/rules.after-40', /after.40/i],
  ['/scans', 'Scans'],
  ['/approvals', 'Approvals'],
  ['/accepted-risks', 'Accepted risks'],
  ['/exports', 'Exports'],
  ['/settings/due-dates', 'Settings'],
  ['/settings/audit', /Audit log|Settings/],
]

test('all other pages with due dates', async ({ page, workspace, signedIn: _ }) => {
  test.slow()
  await uploadDueFindings(workspace)
  const findings = await workspace.findings()
  await workspace.assign(
    findings.map(({ id }) => id),
    'person:Administrator',
  )
  for (const [path, heading] of pages) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(workspace.at(path))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect.soft(await violationsAtWidths(page), path).toEqual([])
  }
})

/** Dialogs, by their page and the names of what opens them one after the other. */
const dialogs: readonly (readonly [path: string, ...opens: (string | RegExp)[]])[] = [
  ['/policies', 'New policy'],
  ['/policies', 'Actions for Strict', 'Copy…'],
  ['/policies', 'Actions for Strict', 'Edit name and projects…'],
  ['/policies', 'Actions for Strict', 'Delete…'],
  ['/policies/STRICT', 'Add rules'],
  ['/policies/STRICT', 'Set by rule ID'],
  ['/settings/people', 'Invite person'],
  ['/settings/teams', 'Create team'],
  ['/settings/tokens', 'New token'],
  ['/settings/tokens', /^Revoke Build server/],
  ['/settings/webhooks', 'Create webhook'],
  ['/exports', 'New export'],
  ['/projects/acme/shop', 'Delete project…'],
]

test('dialogs with due dates', async ({ page, service, workspace, signedIn: _ }) => {
  test.slow()
  await uploadDueFindings(workspace)
  await workspace.token({ name: 'Build server', role: 'ci', machine: true })
  const policies = new Policies(service, workspace)
  const strict = await policies.create({ name: 'Strict', appliesTo: { tags: ['public'] } })
  for (const [path, ...opens] of dialogs) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(workspace.at(path.replace('STRICT', strict)))
    for (const name of opens) {
      const main = page.getByRole('main').getByRole('button', { name })
      await main.or(page.getByRole('menuitem', { name })).first().click()
    }
    await expect(page.getByRole('dialog')).toBeVisible()
    expect.soft(await violationsAtWidths(page), `${path} ${opens}`).toEqual([])
  }
})
