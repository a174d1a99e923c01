import { FindingsPage } from '../support/findings-page.ts'
import { ProjectsPage } from '../support/projects-page.ts'
import { type RunningService, sendRequest } from '../support/service.ts'
import { expect, signInAgain, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

/** Gives a project tags, as a program does. */
function tag(service: RunningService, workspace: Workspace, name: string, tags: readonly string[]) {
  const path = `/deployments/${workspace.slug}/projects/${encodeURIComponent(name)}/tags`
  return sendRequest<{ project: { tags: string[] } }>(service, 'PUT', path, { body: [...tags] })
}

async function projectOf(service: RunningService, workspace: Workspace, name: string) {
  const path = `/deployments/${workspace.slug}/projects/${encodeURIComponent(name)}?include=summary`
  const { project } = await sendRequest<{
    project: { tags: string[]; primary_branch: string; managed_scan_config: object }
  }>(service, 'GET', path)
  return project
}

const fifty = Array.from({ length: 50 }, (_, at) => `t${at}`)

test('tags are added and removed in the list by keyboard, with what is wrong said at the field', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/api', [])
  await workspace.scan('acme/shop', [])
  await tag(service, workspace, 'acme/api', ['pci'])
  const list = new ProjectsPage(page)
  await page.goto(workspace.at('/projects'))
  await list.row('acme/shop').focus()
  await page.keyboard.press('t')
  await expect(list.tagField).toBeFocused()
  for (const [text, words] of [
    ['', 'Enter a tag'],
    ['a,b', 'contain commas'],
    ['x'.repeat(65), 'at most 64 characters; this one has 65'],
    ['a\u0007b', 'contains the control character U+0007'],
  ] as const) {
    await list.type(text)
    await expect(page.getByRole('alert')).toContainText(words)
  }
  await list.type('web')
  await expect(list.tags('acme/shop')).toContainText(['web'])
  await expect(list.tagField).toBeFocused()
  await expect(list.tagField).toHaveValue('')

  // A tag of the deployment is offered; the row shows what it has.
  await list.tagField.pressSequentially('pc')
  await page.getByRole('option', { name: /^pci/ }).click()
  await expect(list.tags('acme/shop')).toContainText(['web', 'pci'])
  await expect(list.row('acme/shop').getByRole('link', { name: 'pci' })).toBeVisible()

  await page.getByRole('button', { name: 'Remove tag web' }).click()
  await expect(list.tags('acme/shop')).toHaveText(['pci'])
  await expect(page.getByRole('button', { name: 'Remove tag pci' })).toBeFocused()
  await expect(list.toast).toContainText('Removed “web” from acme/shop')
  expect((await projectOf(service, workspace, 'acme/shop')).tags).toEqual(['pci'])
  await list.toast.getByRole('button', { name: 'Undo' }).click()
  await expect(list.tags('acme/shop')).toHaveText(['pci', 'web'])
  await expect
    .poll(async () => (await projectOf(service, workspace, 'acme/shop')).tags)
    .toEqual(['pci', 'web'])

  await list.tagField.focus()
  await page.keyboard.press('Escape')
  await expect(list.tagField).toBeHidden()
  await expect(list.row('acme/shop')).toBeFocused()
  // The change before the one that was undone.
  await page.keyboard.press('u')
  await expect(list.row('acme/shop').getByRole('link', { name: 'pci' })).toHaveCount(0)
})

test('what others change shows in its row, and a row that no longer matches stays until it is requested', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/api', [])
  await workspace.scan('acme/shop', [{}, {}])
  await tag(service, workspace, 'acme/api', ['pci'])
  await tag(service, workspace, 'acme/shop', ['pci'])
  const list = new ProjectsPage(page)
  await page.goto(workspace.at('/projects?project_tags=pci'))
  await expect(list.rows).toHaveCount(2)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await tag(service, workspace, 'acme/shop', ['theirs'])
  await expect(list.row('acme/shop').getByRole('link', { name: 'theirs' })).toBeVisible()
  const [one] = await workspace.findings()
  await workspace.decide([one?.id ?? 0], 'ignored', { reason: 'false_positive' })
  await expect(list.row('acme/shop').getByRole('link', { name: /^1 open/ })).toBeVisible()
  const body = { projects: ['acme/api'], remove: ['pci'] }
  await sendRequest(service, 'POST', `/deployments/${workspace.slug}/tags`, { body })
  await page.getByRole('button', { name: '1 project no longer matches · Refresh' }).click()
  await expect(list.rows).toHaveCount(1)
  await expect(list.row('acme/shop')).toBeVisible()
})

test.describe('where a tag is refused', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('tags are added and removed on the page, at most fifty, and a refusal undoes what was shown', async ({
    page,
    service,
    workspace,
    signedIn: _,
  }) => {
    await workspace.scan('acme/shop', [])
    await tag(service, workspace, 'acme/shop', fifty.slice(1))
    const list = new ProjectsPage(page)
    await page.goto(workspace.at('/projects/acme/shop'))
    await expect(list.tags('acme/shop')).toHaveCount(49)
    await page.getByRole('button', { name: 'Add tag' }).click()
    // Somebody takes the last place while it is typed, which this page does not hear of.
    await page.route('**/projects/*/tags', async (route) => {
      await tag(service, workspace, 'acme/shop', ['taken'])
      await route.fallback()
    })
    await list.type('mine')
    await expect(page.getByRole('alert')).toContainText('the limit is 50 per project')
    await expect(list.tagField).toHaveValue('mine')
    await page.unroute('**/projects/*/tags')
    await expect(list.tags('acme/shop').filter({ hasText: 'taken' })).toBeVisible()
    await expect(list.tags('acme/shop').filter({ hasText: 'mine' })).toHaveCount(0)
    await list.type('mine')
    await expect(page.getByRole('alert')).toContainText('remove one first')
    await page.getByRole('button', { name: 'Remove tag taken' }).click()
    await expect(list.tags('acme/shop').filter({ hasText: 'taken' })).toHaveCount(0)
    await list.type('mine')
    await expect(list.tags('acme/shop').filter({ hasText: 'mine' })).toBeVisible()
    await expect
      .poll(async () => (await projectOf(service, workspace, 'acme/shop')).tags)
      .toEqual([...fifty.slice(1), 'mine'])
  })
})

test('a project is found by its tag, and Back leads to the same list, place and row', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  const names = Array.from({ length: 45 }, (_, at) => `acme/service-${String(at).padStart(2, '0')}`)
  for (const name of names) await workspace.scan(name, [])
  const body = { projects: names.slice(5), add: ['tier-1'] }
  await sendRequest(service, 'POST', `/deployments/${workspace.slug}/tags`, { body })
  const list = new ProjectsPage(page)
  await page.goto(workspace.at('/projects'))
  await list.rail.getByRole('checkbox', { name: /^tier-1/ }).click()
  await expect(list.foot).toContainText('1–40 of 40')
  await list.rows.first().focus()
  await page.keyboard.press('End')
  await expect(list.row('acme/service-44')).toBeFocused()
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('k')
  await expect(list.row('acme/service-41')).toBeFocused()
  const before = await list.row('acme/service-41').boundingBox()
  const address = page.url()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'acme/service-41' })).toBeVisible()
  await page.goBack()
  expect(page.url()).toBe(address)
  await expect(list.row('acme/service-41')).toBeFocused()
  await expect(list.foot).toContainText('1–40 of 40')
  await expect.poll(async () => (await list.row('acme/service-41').boundingBox())?.y).toBe(before?.y)
})

test.describe('where one of several projects refuses', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('tags of several projects change together or not at all, and come back as they were', async ({
    page,
    service,
    workspace,
    signedIn: _,
  }) => {
    for (const name of ['acme/api', 'acme/full', 'acme/shop']) await workspace.scan(name, [])
    await tag(service, workspace, 'acme/full', fifty)
    await tag(service, workspace, 'acme/api', ['pci'])
    const tags = async (name: string) => (await projectOf(service, workspace, name)).tags
    const list = new ProjectsPage(page)
    await page.goto(workspace.at('/projects'))
    await list.row('acme/api').focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+J')
    await page.keyboard.press('Shift+J')
    await page.keyboard.press('t')
    await list.type('pci')
    const apply = page.getByRole('button', { name: 'Update tags of 3 projects' })
    await apply.click()
    await expect(page.getByRole('alert').filter({ hasText: 'No tags were changed' })).toContainText(
      'acme/full would result in 51 tags',
    )
    expect(await tags('acme/shop')).toEqual([])
    // The 51st tag fits where another one goes.
    await page.getByRole('button', { name: 'Remove tag t0 from 1 project' }).click()
    await apply.click()
    await expect(list.row('acme/shop').getByRole('link', { name: 'pci' })).toBeVisible()
    await expect.poll(() => tags('acme/full')).toEqual([...fifty.slice(1), 'pci'])
    expect(await tags('acme/api')).toEqual(['pci'])
    await list.toast.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => tags('acme/shop')).toEqual([])
    await expect.poll(async () => (await tags('acme/full')).toSorted()).toEqual(fifty.toSorted())
    expect(await tags('acme/api')).toEqual(['pci'])
  })
})

// The service's own tests have a project for each of these characters.
for (const name of ['group/sub/ünï%2Fcödé/is?this#', '<img src=x onerror=alert(1)>/x']) {
  test(`a project named ${name} has its page and its lists`, async ({ page, workspace, signedIn: _ }) => {
    await workspace.scan(name, [{ severity: 'ERROR' }, { severity: 'WARNING' }])
    await workspace.scan('a/b', [{}])
    const list = new ProjectsPage(page)
    await page.goto(workspace.at('/projects'))
    await list.row(name).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Add tag' }).click()
    await list.type('named')
    await expect(list.tags(name)).toHaveText(['named'])
    await page.getByRole('link', { name: '2 open findings in code' }).click()
    const findings = new FindingsPage(page)
    await expect(findings.total).toHaveText('2')
    await findings.rows.first().getByRole('link').click()
    await findings.panel.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: /^Search pages/ }).fill(name)
    await page.getByRole('option', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.locator('main img')).toHaveCount(0)
  })
}

test.describe('where a setting is refused', () => {
  test.use({ expectedErrors: [/status of 400/] })

  test('settings are shown at once, undone by Undo, and what is no branch is refused at its field', async ({
    page,
    service,
    workspace,
    signedIn: _,
  }) => {
    await workspace.scan('acme/shop', [{}])
    await workspace.scan('acme/shop', [{}, {}], { ref: 'refs/heads/release/4.2' })
    const list = new ProjectsPage(page)
    await page.goto(workspace.at('/projects/acme/shop'))
    await page.getByRole('combobox', { name: 'Primary branch' }).selectOption({ label: 'release/4.2' })
    await expect(page.getByRole('link', { name: '2 open findings in code' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Full scans' }).click()
    await expect(page.getByRole('checkbox', { name: 'Full scans' })).toBeChecked()
    await expect(list.toast).toContainText('Managed full scans turned on')
    await expect
      .poll(() => projectOf(service, workspace, 'acme/shop'))
      .toMatchObject({
        primary_branch: 'refs/heads/release/4.2',
        managed_scan_config: { full_scan: { enabled: true }, diff_scan: { enabled: false } },
      })
    await list.toast.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('checkbox', { name: 'Full scans' })).not.toBeChecked()

    await page.getByRole('combobox', { name: 'Primary branch' }).selectOption({ label: 'Other…' })
    await page.getByRole('textbox', { name: 'Primary branch' }).fill('no branch')
    await page.keyboard.press('Enter')
    await expect(page.getByText('has a character that no ref has')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox', { name: 'Primary branch' })).toHaveValue('refs/heads/release/4.2')
  })
})

test('what is open of each product stands in its own columns at every width, and no tag is cut short', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new ProjectsPage(page)
  const row = list.row('acme/admin-console')
  await page.goto(demo.at('/projects'))
  await expect(row).toBeVisible()
  for (const product of ['Code', 'Supply chain', 'Secrets']) {
    const name = `${product} Critical High Other`
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  const cut = () =>
    list.table
      .locator('td a > span')
      .evaluateAll((cells) =>
        cells.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
  const ends = (name: RegExp) =>
    list.table
      .getByRole('link', { name })
      .evaluateAll((links) => [...new Set(links.map((one) => Math.round(one.getBoundingClientRect().right)))])
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    // Columns follow the window a frame later.
    await expect.poll(cut).toEqual([])
    // A column each: every number of a severity and product ends at the same place.
    for (const name of [
      /open critical findings? in code/,
      /open high findings? in supply/,
      /open medium and low findings? in secrets/,
    ])
      await expect.poll(() => ends(name)).toHaveLength(1)
  }
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(row.getByRole('link', { name: /findings? in (code|supply chain|secrets)$/ })).toHaveCount(8)
  await expect(row).toContainText('internal, team-platform')

  await page.setViewportSize({ width: 360, height: 800 })
  const card = page
    .getByRole('list', { name: 'Projects' })
    .getByRole('listitem')
    .filter({ hasText: 'acme/admin-console' })
  const all = card.getByRole('link', { name: /open findings? in code$/ })
  await expect(all).toHaveAttribute('href', /status=open&primary_ref=true&repos=acme%2Fadmin-console$/)
  const count = await all.textContent()
  await all.click()
  await expect(page.getByRole('heading', { level: 1 }).locator('xpath=following-sibling::*[1]')).toHaveText(
    count ?? '',
  )
})

test('the bill of materials of a project is two presses away', async ({ page, demo, signedIn: _ }) => {
  await page.goto(demo.at('/projects/acme/billing'))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export SBOM' }).click()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/^acme-billing_main_.*\.cdx\.json$/)
  await expect(page.getByText('The SBOM is ready: main')).toContainText('CycloneDX 1.5 JSON')
})

test('an administrator deletes a project by typing its name; others see why they may not', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}])
  await workspace.scan('acme/api', [{}])
  const list = new ProjectsPage(page)
  await page.goto(workspace.at('/projects/acme/shop'))
  await page.getByRole('button', { name: 'Delete project…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this project?' })
  await dialog.getByRole('textbox').fill('acme/shops')
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect(dialog).toContainText("The name doesn't match")
  await dialog.getByRole('textbox').fill('acme/shop')
  await page.keyboard.press('Enter')
  await expect(list.row('acme/api')).toBeVisible()
  await expect(list.rows).toHaveCount(1)
  await expect(list.toast).toContainText('acme/shop deleted')

  await signInAgain(page, service.base, await workspace.token({ name: 'Vic', role: 'viewer' }))
  await page.goto(workspace.at('/projects/acme/api'))
  for (const [button, scope] of [
    ['Add tag', 'projects:write'],
    ['Export SBOM', 'sbom:export'],
    ['Delete project…', 'admin'],
  ] as const) {
    await expect(page.getByRole('button', { name: button })).toHaveAccessibleDescription(new RegExp(scope))
  }
  await expect(page.getByRole('checkbox', { name: 'Full scans' })).toBeDisabled()
})

test.describe('a project that is not there', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('is said not to be there, by its name', async ({ page, workspace, signedIn: _ }) => {
    await page.goto(workspace.at('/projects/acme/%3Cimg%20onerror%3E'))
    const words = 'Project “acme/<img onerror>” not found'
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await page.getByRole('link', { name: 'All projects' }).click()
    await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  })
})
