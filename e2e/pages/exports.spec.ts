import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download, Route } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { ExportsPage, type SbomExportsAnswer, showAsRunning } from '../support/exports-page.ts'
import { sbomFile } from '../support/scan-file.ts'
import { sendRequest } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'

const lodash = { name: 'lodash', version: '4.17.20' }

/** The names of the components that a downloaded file lists. */
async function componentsOf(download: Download): Promise<string[]> {
  const bom: { components: { name: string }[] } = JSON.parse(await readFile(await download.path(), 'utf8'))
  return bom.components.map(({ name }) => name)
}

test('two presses lead from a project to its file, filled in with the defaults of the deployment', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/shop', sbomFile([lodash, { name: 'express', version: '4.18.2' }]))
  await page.goto(workspace.at('/settings'))
  const block = page.getByRole('region', { name: 'SBOM exports' })
  await block.getByRole('combobox', { name: 'Format' }).selectOption('CycloneDX 1.6 JSON')
  await block.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme Inc.')
  await block.getByRole('textbox', { name: 'Website' }).fill('acme')
  await block.getByRole('button', { name: 'Save defaults' }).click()
  await expect(block.getByRole('textbox', { name: 'Website' })).toHaveAccessibleDescription(
    /not an HTTP or HTTPS URL/,
  )
  await block.getByRole('textbox', { name: 'Website' }).fill('https://acme.example')
  await block.getByRole('button', { name: 'Save defaults' }).click()
  const exports = new ExportsPage(page)
  await expect(exports.toast).toContainText('SBOM defaults saved')

  await page.goto(workspace.at('/projects/acme/shop'))
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export SBOM' }).click()
  await expect(exports.dialog).toContainText('2 package uses')
  await expect(exports.field('Name')).toHaveValue('Acme Inc.')
  await exports.export.click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^acme-shop_.*\.cdx\.json$/)
  expect(await componentsOf(download)).toEqual(expect.arrayContaining(['lodash', 'express']))
  const bom = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(bom).toMatchObject({ specVersion: '1.6', metadata: { supplier: { name: 'Acme Inc.' } } })
  await expect(page.getByText(/^The SBOM is ready/)).toContainText('2 components')

  await page.goto(workspace.at('/exports'))
  const state = exports.rows.first().getByText('Completed')
  const target = exports.rows.first().getByText('acme/shop')
  await expect(state).toBeVisible()
  const [left, right] = [await state.boundingBox(), await target.boundingBox()]
  expect((right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)).toBeGreaterThanOrEqual(8)
})

test('a finished SBOM says what it lacks, and leads to the field of the supplier', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/shop', sbomFile([lodash, { name: 'express', version: '4.18.2' }]))
  const exports = new ExportsPage(page)
  await page.goto(workspace.at('/projects/acme/shop'))
  await expect(page.getByText('An SBOM lists it once')).toBeVisible()
  await page.getByRole('button', { name: 'Export SBOM' }).click()
  await exports.export.click()
  await expect(exports.toast).toContainText('Supplier: 0 of 3')
  const lacking = page.getByRole('list', { name: 'Completeness' })
  await expect(lacking.getByRole('listitem').first()).toHaveText(/^Supplier: 0 of 3\s*Set the supplier$/)
  await exports.toast.getByRole('button', { name: 'Set the supplier' }).click()
  const supplier = page
    .getByRole('region', { name: 'SBOM exports' })
    .getByRole('textbox', { name: 'Name', exact: true })
  await expect(supplier).toBeFocused()
  await supplier.fill('Acme Inc.')
  await supplier.press('Enter')
  await expect(exports.toast).toContainText('saved')

  // What packages' suppliers are nobody says: there is nothing left to set.
  await page.goto(workspace.at('/projects/acme/shop'))
  await page.getByRole('button', { name: 'Export SBOM' }).click()
  await exports.export.click()
  await expect(exports.toast).toContainText('Supplier: 1 of 3')
  await expect(lacking.getByRole('link', { name: 'Set the supplier' })).toHaveCount(0)
})

test('an export goes on while its page is left; the tray follows it through navigation and reload to the file', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.upload('acme/shop', sbomFile([lodash]))
  const exports = new ExportsPage(page)
  const release = await showAsRunning(page)
  await page.goto(workspace.at('/exports'))
  await expect(page.getByRole('heading', { name: 'No exports yet' })).toBeVisible()
  await page.getByRole('button', { name: 'New export' }).click()
  await expect(exports.export).toHaveAccessibleDescription('Choose a project or the entire deployment')
  await exports.choose('sho', 'acme/shop')
  await exports.field('Component version').fill('4.2.0')
  await exports.export.click()
  await expect(exports.dialog).toBeHidden()
  await expect(exports.rows.filter({ hasText: 'Running' })).toHaveCount(1)
  await page.getByRole('link', { name: /^Projects/ }).click()
  await expect(page.getByRole('button', { name: 'Jobs, 1 running' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Jobs, 1 running' }).click()
  await expect(exports.tray.getByRole('listitem')).toContainText('Running')
  release()
  await expect(exports.tray.getByRole('listitem')).toContainText('Completed')
  const saved = page.waitForEvent('download')
  await exports.tray.getByRole('button', { name: 'Download the SBOM of acme/shop' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^acme-shop_4\.2\.0_.*\.cdx\.json$/)
  expect(await componentsOf(download)).toEqual(['lodash'])

  await exports.tray.getByRole('link', { name: 'All my exports' }).click()
  await exports.rows.first().press('Enter')
  await expect(page.getByRole('button', { name: 'Copy SHA-256' })).toBeVisible()
  // It lies over the end of the detail.
  await exports.toast.getByRole('button', { name: 'Dismiss' }).click()
  const again = page.waitForEvent('download')
  await exports.detail.getByRole('button', { name: 'Create again: the SBOM of acme/shop' }).click()
  expect(await componentsOf(await again)).toEqual(['lodash'])
  await expect(exports.rows).toHaveCount(2)
})

test.describe('where something is wrong', () => {
  test.use({ expectedErrors: [/status of (400|422)/] })

  test('a refusal stands at its field, nothing typed is lost, and a failed export says why and is tried again', async ({
    page,
    workspace,
    signedIn: _,
  }) => {
    await workspace.upload('acme/shop', sbomFile([lodash]))
    await workspace.scan('acme/code', [{}])
    const exports = new ExportsPage(page)
    await page.goto(workspace.at('/exports'))
    await page.getByRole('button', { name: 'New export' }).click()
    await exports.choose('code', 'acme/code')
    await expect(exports.export).toHaveAccessibleDescription(/lockfile/)
    await exports.choose('shop', 'acme/shop')
    await expect(exports.dialog).toContainText('1 package use')
    await exports.field('Contact email').fill('nobody')
    await exports.export.click()
    await expect(exports.field('Contact email')).toHaveAccessibleDescription(/not an email address/)
    await expect(exports.field('Contact email')).toBeFocused()
    await exports.field('Contact email').fill('security@acme.example')
    await exports.field('Component version').fill('4.2.0')
    // Another rule of the service than the contract's.
    await page.route('**/sbom/export', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        json: {
          title: 'Impossible',
          status: 422,
          errors: [{ pointer: '/componentVersion', detail: '"4.2.0" is taken' }],
        },
      }),
    )
    await exports.export.click()
    await expect(exports.field('Component version')).toHaveAccessibleDescription('"4.2.0" is taken')
    await expect(exports.field('Contact email')).toHaveValue('security@acme.example')
    await page.unroute('**/sbom/export')

    // One that failed, as the service would tell of it.
    let failed = true
    let lists = 0
    const failing = async (route: Route) => {
      lists += 1
      const response = await route.fetch()
      const answer: SbomExportsAnswer = await response.json()
      for (const one of failed ? answer.exports : []) {
        Object.assign(one, {
          status: 'SBOM_EXPORT_STATUS_FAILED',
          errorMessage: 'More than 100,000 components.',
        })
      }
      await route.fulfill({ response, json: answer })
      lists -= 1
    }
    await page.route('**/sbom/export?*', failing)
    await page.route('**/sbom/export/*/retry', async (route) => {
      failed = false
      // A list that was asked for before says that it failed, and is there before this answer.
      await expect.poll(() => lists).toBe(0)
      const taskToken = new URL(route.request().url()).pathname.split('/').at(-2)
      await route.fulfill({ json: { taskToken } })
    })
    await exports.export.click()
    await expect(exports.toast).toContainText('More than 100,000 components.')
    await expect(exports.rows.filter({ hasText: 'Failed' })).toHaveCount(1)
    // A list that still says it failed would be told once more after the retry.
    await expect.poll(() => lists).toBe(0)
    const saved = page.waitForEvent('download')
    await exports.rows.getByRole('button', { name: 'Retry the SBOM of acme/shop' }).click()
    expect(await componentsOf(await saved)).toEqual(['lodash'])
    await expect(exports.rows.filter({ hasText: 'Completed' })).toHaveCount(1)
  })
})

test('who may not export sees the page, the dialog and the button disabled, with the reason', async ({
  page,
  service,
  workspace,
}) => {
  const viewer = await workspace.token({ name: 'Vic', role: 'viewer' })
  await signIn(page, service.base, viewer)
  await page.goto(workspace.at('/exports'))
  await expect(page.getByRole('heading', { name: "You don't have permission to see exports" })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New export' })).toHaveAccessibleDescription(
    /scope sbom:export/,
  )
  const exports = new ExportsPage(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search pages/ }).fill('export sbom')
  await page.getByRole('option', { name: 'Export SBOM…' }).click()
  await expect(exports.export).toHaveAccessibleDescription(/scope sbom:export/)
})

test('a service with the documented operation alone is requested an export all the same', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/shop', sbomFile([lodash]))
  await page.route('**/api/v1/capabilities', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), extensions: [] } })
  })
  const exports = new ExportsPage(page)
  await page.goto(workspace.at('/projects/acme/shop'))
  await page.getByRole('button', { name: 'Export SBOM' }).click()
  await expect(exports.dialog).toContainText('Uses the latest full scan.')
  await exports.export.click()
  await expect(page.getByText("This service doesn't report its status.")).toBeVisible()
})

test('what others export shows live; the page, the dialog with its list of projects, and the tray in both themes', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.upload('acme/shop', sbomFile([lodash]))
  const exports = new ExportsPage(page)
  await page.goto(workspace.at('/exports'))
  await expect(page.getByRole('heading', { name: 'No exports yet' })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  // What others ask for is said, and moves nothing until it is requested.
  const path = `/deployments/${workspace.slug}/sbom/export`
  await sendRequest(service, 'POST', path, { body: { repositoryId: await workspace.projectId('acme/shop') } })
  await page.getByRole('button', { name: '1 new · Show' }).click()
  await expect(exports.rows.filter({ hasText: 'Completed' })).toHaveCount(1)
  await exports.rows.first().press('Enter')
  await expect(page.getByRole('button', { name: 'Copy SHA-256' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'New export' }).click()
  await exports.choose('shop', 'acme/shop')
  await exports.dialog.getByRole('combobox', { name: 'Target' }).fill('s')
  await expect(exports.dialog.getByRole('option', { name: 'acme/shop' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await exports.field('Website').fill('acme')
  await exports.export.click()
  await expect(exports.field('Website')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await exports.openTray()
  await expect(exports.tray.getByRole('listitem')).toContainText('Completed')
  expect(await violations(page)).toEqual([])
})

test.describe('a file that is gone', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('is called so once somebody asks for it, and is created again from the same scan', async ({
    page,
    service,
    workspace,
    signedIn: _,
  }) => {
    await workspace.upload('acme/shop', sbomFile([lodash]))
    const repositoryId = await workspace.projectId('acme/shop')
    const { taskToken } = await sendRequest<{ taskToken: string }>(
      service,
      'POST',
      `/deployments/${workspace.slug}/sbom/export`,
      { body: { repositoryId } },
    )
    const exports = new ExportsPage(page)
    await page.goto(workspace.at('/exports'))
    await expect(exports.rows.first()).toContainText('Completed')
    await rm(join(service.dataFolder, 'exports', taskToken))
    await exports.rows.first().getByRole('button', { name: 'Download the SBOM of acme/shop' }).click()
    await expect(exports.rows.first()).toContainText('File missing')
    await exports.rows.first().press('Enter')
    await expect(exports.detail.getByText(/The file is gone/)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await exports.detail.getByRole('button', { name: 'Create again: the SBOM of acme/shop' }).click()
    await expect(exports.rows.filter({ hasText: 'Completed' })).toHaveCount(1)
  })
})

test('a project without a primary branch offers the branches that can be exported', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/shop', sbomFile([lodash]), { ref: 'refs/pull/7/head' })
  const exports = new ExportsPage(page)
  await page.goto(workspace.at('/exports'))
  await page.getByRole('button', { name: 'New export' }).click()
  await exports.choose('shop', 'acme/shop')
  await expect(exports.dialog).toContainText('Export another branch:')
  expect(await violations(page)).toEqual([])
  await exports.dialog.getByRole('button', { name: '7' }).click()
  await expect(exports.dialog.getByRole('combobox', { name: 'Branch' })).toHaveValue('refs/pull/7/head')
  await expect(exports.dialog).toContainText('1 package use')
  await expect(exports.export).toBeEnabled()
})
