import { readFile } from 'node:fs/promises'
import { violations } from '../support/accessibility.ts'
import { expect, signInAgain, test } from '../support/test.ts'

const purl = 'pkg:npm/lodash@4.17.20'
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ 'bom-ref': purl, type: 'library', name: 'lodash', version: '4.17.20', purl }],
  vulnerabilities: [{ id: 'CVE-2021-23337', affects: [{ ref: purl }] }],
}
const statement = (name: string) => ({
  vulnerability: { name },
  products: [{ '@id': purl }],
  status: 'not_affected',
  justification: 'vulnerable_code_not_present',
})
const document = {
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.com/vex/1',
  author: 'Example',
  timestamp: '2026-01-14T08:00:00Z',
  version: 1,
  statements: [statement('CVE-2021-23337'), statement('<b>CVE-2000-0001</b>')],
}

// An export of which there is nothing.
test.use({ expectedErrors: [/status of 422/] })

test('a VEX document is imported with its result shown, and the triage exported', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/shop', JSON.stringify(bom))
  await page.goto(workspace.at('/projects/acme/shop'))
  const panel = page.getByRole('region', { name: 'VEX', exact: true })
  await panel.getByRole('button', { name: 'Export VEX' }).click()
  await expect(panel.getByRole('alert')).toContainText('There is no statement to export')

  const chosen = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'Import VEX' }).click()
  const buffer = Buffer.from(JSON.stringify(document))
  await (await chosen).setFiles({ name: 'supplier.json', mimeType: 'application/json', buffer })
  await expect(panel.getByRole('status')).toContainText('Preview of supplier.json')
  await expect(panel.getByRole('status')).toContainText('1 statement will triage 1 finding')
  await expect(panel.getByRole('list', { name: 'Severities' })).toHaveText(/^1 /)
  expect(await workspace.findings({ issue_type: 'sca', status: 'ignored' })).toEqual([])
  await panel.getByRole('button', { name: 'Triage 1 finding' }).click()
  await expect(panel.getByRole('status')).toContainText('1 finding triaged by 1 statement')
  await expect(panel.getByRole('status')).toContainText('Import of supplier.json')
  const others = panel.getByRole('list', { name: 'Statements without effect' })
  await expect(others).toContainText('2: <b>CVE-2000-0001</b>')
  await expect(panel.getByRole('alert')).toBeHidden()
  expect(await violations(page)).toEqual([])

  await panel.getByRole('button', { name: 'Undo import' }).click()
  await expect(panel.getByRole('status')).toContainText('Undone: 1 finding restored')
  expect(await workspace.findings({ issue_type: 'sca', status: 'ignored' })).toEqual([])
  await panel.getByRole('button', { name: 'Close' }).click()
  const again = page.waitForEvent('filechooser')
  await panel.getByRole('button', { name: 'Import VEX' }).click()
  await (await again).setFiles({ name: 'supplier.json', mimeType: 'application/json', buffer })
  await panel.getByRole('button', { name: 'Triage 1 finding' }).click()
  await expect(panel.getByRole('button', { name: 'Undo import' })).toBeVisible()

  await panel.getByRole('combobox', { name: 'Format' }).selectOption('Trivy ignore file')
  const started = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Export VEX' }).click()
  const download = await started
  expect(download.suggestedFilename()).toMatch(/^vex-acme-shop-main-.*\.trivyignore\.yaml$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('- id: "CVE-2021-23337"')

  const token = await workspace.token({ name: 'reader', person: 'Vic', role: 'viewer' })
  await signInAgain(page, service.base, token)
  await page.goto(workspace.at('/projects/acme/shop'))
  await expect(panel.getByRole('button', { name: 'Import VEX' })).toHaveAccessibleDescription(
    /lacks the scope findings:triage/,
  )
})
