import type { Locator } from '@playwright/test'
import { violationsInAllModes } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { Policies } from '../support/policies-page.ts'
import { sbomFile, secretsFile } from '../support/scan-file.ts'
import { sendRequest } from '../support/service.ts'
import { expect, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

// Small lists: what is looked at is the looks, and axe takes its time for every row.
const pagesInAllLooks: readonly (readonly [path: string, heading: string, loaded?: string])[][] = [
  [
    ['/findings/code?status=open', 'Code findings'],
    ['/findings/secrets', 'Secrets'],
    ['/projects', 'Projects'],
    ['/projects/acme/shop', 'acme/shop'],
    ['/dependencies', 'Dependencies'],
  ],
  [
    ['/policies', 'Policies'],
    ['/policies/code', 'Code policy'],
    ['/scans', 'Scans'],
    ['/exports', 'Exports'],
    ['/settings/appearance', 'Settings'],
  ],
  [
    ['/settings', 'Settings', 'findings are ignored'],
    ['/settings/people', 'Settings', 'Carla Cruz'],
    ['/settings/teams', 'Settings', 'Unmapped handles'],
    ['/settings/due-dates', 'Settings', 'Projects with tag public'],
    ['/settings/retention', 'Settings', 'Superseded scans'],
  ],
]

/** People, a team, an unmapped handle and due dates, which the settings show. */
async function fillSettings(workspace: Workspace) {
  const { service, slug } = workspace
  await workspace.token({ name: 'Ann', person: 'Ann', role: 'analyst' })
  const carla = { email: 'carla@acme.example', name: 'Carla Cruz', role: 'manager' }
  await sendRequest(service, 'POST', `/deployments/${slug}/people`, { body: carla })
  const team = { name: 'Payments', members: ['Ann'], handles: ['@acme/payments'] }
  await sendRequest(service, 'POST', `/deployments/${slug}/teams`, { body: team })
  const [finding] = await workspace.findings()
  await workspace.assign([finding?.id ?? 0], '@ann-at-work')
  const days = { critical: 7, high: 30, medium: 90, low: null }
  const dueDates = { days, tags: [{ tag: 'public', days }] }
  await sendRequest(service, 'PATCH', `/deployments/${slug}/settings`, { body: { dueDates } })
}

for (const pages of pagesInAllLooks) {
  test(`${pages.map(([path, name]) => (name === 'Settings' ? path : name)).join(', ')}: both themes, forced colors, three widths`, async ({
    page,
    service,
    workspace,
    signedIn: _,
  }) => {
    test.slow()
    await workspace.scan('acme/shop', [{ rule: 'rules.a' }, { rule: 'rules.b', severity: 'INFO' }])
    const secrets = secretsFile([{ value: 'ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5' }])
    // In one category, the second scan would take the code findings out of the list.
    await workspace.upload('acme/shop', secrets, { category: 'secrets' })
    await workspace.upload('acme/shop', sbomFile([{ name: 'lodash', version: '4.17.20', license: 'MIT' }]))
    await fillSettings(workspace)
    const code = await new Policies(service, workspace).code()
    for (const [path, name, loaded] of pages) {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.goto(
        workspace.at(path.replace('/code', path.startsWith('/policies') ? `/${code}` : '/code')),
      )
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      if (loaded) await expect(page.getByText(loaded).first()).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await violationsInAllModes(page), path).toEqual([])
    }
  })
}

test('with forced colors the open row, the current page and a chosen state keep their marks', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}])
  await page.emulateMedia({ forcedColors: 'active' })
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('Enter')
  await expect(list.panel).toBeVisible()
  const surface = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  const links = page.getByRole('navigation').getByRole('link')
  const plain = await surface(links.filter({ hasText: 'Secrets' }))
  const chosen = await surface(links.filter({ hasText: /^Code/ }).first())
  expect(chosen).not.toBe(plain)
  expect(await surface(list.panel.getByRole('button', { name: 'Open', pressed: true }))).toBe(chosen)
  await expect(list.focusedRow.locator('td').first()).toHaveCSS('border-left-width', '4px')
  await expect(list.focusedRow).toHaveCSS('outline-style', 'solid')
})
