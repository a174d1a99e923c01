import { readFile } from 'node:fs/promises'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { DependenciesPage } from '../support/dependencies-page.ts'
import { ExportsPage, showAsRunning } from '../support/exports-page.ts'
import { sbomFile } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

test('somebody searches a version range across projects, follows it to a lockfile, and hands on a bill of materials that validates', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.upload(
    'acme/shop',
    sbomFile([
      { name: 'express', version: '4.18.2', license: 'MIT', dependsOn: ['lodash', 'typescript'] },
      { name: 'lodash', version: '4.17.20', license: 'MIT' },
      { name: 'typescript', version: '5.4.5' },
    ]),
  )
  await workspace.upload('acme/api', sbomFile([{ name: 'lodash', version: '4.17.15' }]))
  await workspace.upload('acme/web', sbomFile([{ name: 'lodash', version: '4.17.21' }]))
  const dependencies = new DependenciesPage(page)
  await page.goto(workspace.at('/dependencies'))
  await dependencies.ask('"lodash" <4.17.21')
  await dependencies.view('Projects').click()
  await expect(dependencies.lines(1)).toHaveCount(2)
  const shop = dependencies.line(1, 'acme/shop')
  await shop.click()
  await dependencies.lines(2).first().click()
  await expect(dependencies.lines(3)).toHaveText([/lodash.*4\.17\.20/])

  await shop.getByRole('link', { name: /^Project page of/ }).click()
  const exports = new ExportsPage(page)
  const release = await showAsRunning(page)
  await page.getByRole('button', { name: 'Export SBOM' }).click()
  await expect(exports.dialog).toContainText('3 package uses')
  await exports.export.click()
  await expect(page.getByRole('button', { name: 'Jobs, 1 running' })).toBeVisible()
  // Away, to what was searched, and somewhere else meanwhile.
  await page.goBack()
  await expect(dependencies.lines(1)).toHaveCount(2)
  release()
  await expect(exports.toast).toContainText('The SBOM of acme/shop is ready')
  await page.getByRole('link', { name: 'Exports', exact: true }).click()
  const saved = page.waitForEvent('download')
  await exports.rows.getByRole('button', { name: 'Download the SBOM of acme/shop' }).click()
  const text = await readFile(await (await saved).path(), 'utf8')
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(text)).toBeNull()
  const bom: { components: { purl: string }[] } = JSON.parse(text)
  expect(bom.components.map(({ purl }) => purl).sort()).toEqual([
    'pkg:npm/express@4.18.2',
    'pkg:npm/lodash@4.17.20',
    'pkg:npm/typescript@5.4.5',
  ])
})
