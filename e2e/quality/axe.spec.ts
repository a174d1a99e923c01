import { violations } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { Policies, PolicyPage } from '../support/policies-page.ts'
import { ProjectsPage } from '../support/projects-page.ts'
import { secretsFile } from '../support/scan-file.ts'
import { sendRequest } from '../support/service.ts'
import { expect, test } from '../support/test.ts'

test('sign-in, also with a fault', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('textbox', { name: 'Token' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter a token')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('the list of code findings, with its filters, a decided row and the line under another', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ severity: 'ERROR' }, { severity: 'WARNING' }, { severity: 'INFO' }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await expect(list.value('Severity', 'High')).toBeVisible()
  await list.startKeys()
  await page.keyboard.press('r')
  await expect(list.foot).toContainText('no longer match')
  await page.keyboard.press('i')
  await expect(page.getByRole('form', { name: 'Ignore this finding' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a selection with its bar, and a large decision', async ({ page, workspace, signedIn: _ }) => {
  test.slow()
  await workspace.scan('acme/shop', [{}, {}, {}, {}])
  const list = new FindingsPage(page)
  const dialog = page.getByRole('dialog', { name: 'Ignore 3 findings' })
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('r')
  await page.keyboard.press('x')
  await page.keyboard.press('i')
  await expect(page.getByRole('form', { name: 'Ignore 1 selected' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.keyboard.press('i')
  await expect(dialog).toContainText('3 findings will be ignored')
  expect(await violations(page)).toEqual([])
})

test('the jobs, and the own decisions', async ({ page, service, workspace, signedIn: _ }) => {
  test.slow()
  await workspace.scan('acme/shop', [{}, {}, {}])
  const body = { issue_type: 'sast', status: ['open'], new_triage_state: 'fixing', expected_count: 3 }
  await sendRequest(service, 'POST', `/deployments/${workspace.slug}/triage/jobs`, { body })
  await expect.poll(async () => (await workspace.findings({ status: 'fixing' })).length).toBe(3)
  await page.goto(workspace.at('/findings/code'))
  await page.getByRole('button', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Jobs' })).toContainText('3 findings')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'My recent triage' }).click()
  await expect(page.getByRole('dialog', { name: 'My recent triage' }).getByRole('listitem')).toHaveCount(1)
  expect(await violations(page)).toEqual([])
})

test('the projects, with tags being edited, one project and several, and a project with its dialog', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/api', [{ severity: 'ERROR' }])
  await workspace.scan('acme/shop', [{ severity: 'ERROR' }, { severity: 'WARNING' }])
  const body = { projects: ['acme/shop'], add: ['pci', 'tier-1'] }
  await sendRequest(service, 'POST', `/deployments/${workspace.slug}/tags`, { body })
  const list = new ProjectsPage(page)
  await page.goto(workspace.at('/projects'))
  await expect(list.rail.getByRole('checkbox', { name: /^pci/ })).toBeVisible()
  await list.row('acme/api').focus()
  await page.keyboard.press('t')
  await list.type('a,b')
  await expect(page.getByRole('alert')).toContainText('contain commas')
  await list.tagField.fill('p')
  await expect(page.getByRole('option', { name: /^pci/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(workspace.at('/projects'))
  await list.row('acme/api').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('t')
  await list.type('web')
  await expect(page.getByRole('list', { name: 'Pending changes' })).toContainText('web')
  expect(await violations(page)).toEqual([])

  await page.goto(workspace.at('/projects/acme/shop'))
  await expect(page.getByRole('slider')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Scan \d+/ }).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('button', { name: 'Delete project…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('groups that are selected, and the sheet of a phone', async ({ page, workspace, signedIn: _ }) => {
  test.slow()
  await workspace.scan('acme/shop', [{}, {}, { rule: 'rules.other' }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open&group=rules'))
  await list.region.getByRole('treegrid').getByRole('checkbox').nth(1).check()
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 group selected')
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(workspace.at('/findings/code?status=open'))
  await page.getByRole('button', { name: 'Triage row 1' }).click()
  const sheet = page.getByRole('dialog', { name: 'Triage this finding' })
  await sheet.getByRole('button', { name: 'Ignore' }).click()
  await expect(sheet.getByRole('radio')).toHaveCount(4)
  expect(await violations(page)).toEqual([])
})

test('the sheet of the keys, and the palette with nothing and with something asked', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', [{}])
  await page.goto(workspace.at('/findings/code?status=open'))
  await expect(page.getByRole('button', { name: 'Search and actions' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: /^Code/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('acme')
  const palette = page.getByRole('dialog', { name: 'Search and actions' })
  await expect(palette.getByText('Projects', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('groups and an open one, and the export as it breaks off', async ({ page, workspace, signedIn: _ }) => {
  test.slow()
  await workspace.scan('acme/shop', [{ severity: 'ERROR' }, { severity: 'INFO' }, { rule: 'rules.other' }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open&group=rules'))
  const group = list.region.locator('tr[aria-level="1"]').first()
  await expect(page.getByRole('status', { name: 'Updates: Live' })).toBeVisible()
  await group.focus()
  await page.keyboard.press('ArrowRight')
  await expect(list.region.locator('tr[aria-level="2"]')).toHaveCount(2)
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export 3 findings' })
  const headers = { 'x-total-count': '3', 'content-type': 'text/csv' }
  await page.route('**/findings/export?*', (route) => route.fulfill({ headers, body: 'id\r\n' }))
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('secrets: groups, those that do not work folded away, an open one and its detail', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  const dead = { value: 'old0123456789abcdefABCDEF', state: 'CONFIRMED_INVALID', path: 'old.env' } as const
  const values = [{ value: 'abc0123456789abcdefABCDEF' }, { ...dead }]
  await workspace.upload('acme/shop', secretsFile(values))
  const list = new FindingsPage(page, 'Secrets')
  await page.goto(workspace.at('/findings/secrets?status=open&group=secret'))
  await list.region.locator('tr[aria-level="1"]').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(list.region.locator('tr[aria-level="2"]:focus')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(list.panel.getByRole('heading', { name: 'Locations' })).toBeVisible()
  await expect(list.panel.getByText('This finding', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('an open menu', async ({ page, signedIn: _ }) => {
  test.slow()
  await page.goto('/d/acme/findings/code')
  for (const name of [/^Theme/, /^Signed in as/]) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    // A menu floats over the page: it belongs to its button, and to no landmark.
    expect(await violations(page, { except: ['region'] })).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
})

test('views: their menu and dialogs, and the choice of the columns of a wide table', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', [{}])
  await page.goto(
    workspace.at('/findings/code?status=open&columns=severity,finding,location,rule,cwe,project,ticket,age'),
  )
  const region = page.getByRole('region', { name: 'Code findings' })
  await expect(region.getByRole('separator').first()).toBeVisible()
  await region.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox').first()).toBeVisible()
  expect(await violations(page, { except: ['region'] })).toEqual([])
  await page.keyboard.press('Escape')
  const views = region.getByRole('button', { name: /^View/ })
  await views.click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('textbox').fill('Mine')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(views).toHaveAccessibleName('View Mine, private')
  await region.getByRole('columnheader', { name: 'Severity' }).getByRole('button').click()
  await expect(views).toHaveAccessibleName(/ edited, /)
  await views.click()
  await expect(page.getByRole('menuitem', { name: 'Reset' })).toBeVisible()
  expect(await violations(page, { except: ['region'] })).toEqual([])
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete view?' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

for (const [name, path] of [
  ['Code findings', '/findings/code'],
  ['Supply-chain findings', '/findings/supply-chain'],
] as const) {
  test(`${name.toLowerCase()}: list, panel beside it, own page`, async ({ page, demo, signedIn: _ }) => {
    test.slow()
    const list = new FindingsPage(page, name)
    await page.goto(demo.at(path))
    await expect(list.value('Severity', 'High')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await list.startKeys()
    await page.keyboard.press('Enter')
    await expect(list.panel.getByRole('heading', { name: 'History' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await list.panel.getByRole('button', { name: 'Open as a page' }).click()
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
    await expect(list.region).toBeHidden()
    expect(await violations(page)).toEqual([])
  })

  test(`${name.toLowerCase()} on a phone: list, filters, detail`, async ({ page, demo, signedIn: _ }) => {
    test.slow()
    await page.setViewportSize({ width: 390, height: 844 })
    const list = new FindingsPage(page, name)
    await page.goto(demo.at(path))
    const card = list.region.getByRole('list', { name }).getByRole('listitem').first()
    await expect(card).toBeVisible()
    expect(await violations(page)).toEqual([])
    await list.region.getByRole('button', { name: 'Filters' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await expect(drawer.getByRole('checkbox').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await card.getByRole('link').click()
    await expect(list.panel.getByRole('heading', { name: 'History' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}

test('policies: their list, the rules with the strip, a selection, a typed path', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', [{ rule: 'rules.a' }, { rule: 'rules.b' }])
  const policies = new Policies(service, workspace)
  const id = await policies.code()
  await policies.set(id, 'rules.b', 'MODE_COMMENT')
  const list = new PolicyPage(page)
  await page.goto(workspace.at('/policies'))
  await expect(page.getByRole('link', { name: '1 rule in Comment' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.goto(workspace.at(`/policies/${id}`))
  await list.focus('rules.a')
  await page.keyboard.press('3')
  await expect(page.getByRole('form')).toContainText('Open findings')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  await page.keyboard.press('4')
  await expect(page.getByRole('form')).toContainText('Open findings')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Set by rule ID' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('policies: the history with its strip, a rule, the rules on a phone', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', [{ rule: 'rules.a' }, { rule: 'rules.b' }])
  const policies = new Policies(service, workspace)
  const id = await policies.code()
  await policies.set(id, 'rules.b', 'MODE_COMMENT')
  await page.goto(workspace.at(`/policies/${id}?tab=history`))
  await page.getByRole('button', { name: /^Revert/ }).click()
  await expect(page.getByRole('form')).toContainText('Open findings')
  expect(await violations(page)).toEqual([])
  await page.goto(workspace.at('/rules/rules.b'))
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('Monitor → Comment')
  await expect(page.getByRole('figure', { name: 'Findings by day, 90 days' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(workspace.at(`/policies/${id}`))
  await expect(page.getByRole('list', { name: 'Rules of the policy' }).getByRole('listitem')).toHaveCount(2)
  expect(await violations(page)).toEqual([])
})

test.describe('places with nothing', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('no such page, no such deployment, no such finding, nothing yet, nothing that matches', async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    test.slow()
    for (const [address, words] of [
      ['/nowhere', 'The link may be incomplete, or the page has moved.'],
      ['/d/no-such-place/findings/code', 'Deployment “no-such-place” not found'],
      ['/d/acme/findings/code/4294967295', 'Finding 4294967295 not found'],
      [workspace.at('/findings/code'), 'Waiting for the first scan…'],
      ['/d/acme/findings/code?q=nothing-like-this', 'No findings match “nothing-like-this”'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByText(words)).toBeVisible()
      if (address !== '/nowhere')
        await expect(page.getByRole('button', { name: /^Signed in as/ })).toBeVisible()
      expect(await violations(page), address).toEqual([])
    }
  })
})

test('the list of scans with its chart, and a scan', async ({ page, demo, signedIn: _ }) => {
  test.slow()
  await page.goto(demo.at('/scans?since=90d'))
  await page.getByRole('button', { name: 'Duration chart' }).click()
  const rows = page.getByRole('table', { name: 'Scans' }).getByRole('row')
  await expect(page.getByRole('slider', { name: /Scan duration/ })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Completed/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await rows.nth(1).press('Enter')
  await expect(page.getByRole('heading', { name: 'Reported findings' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
