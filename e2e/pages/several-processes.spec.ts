import { readFile } from 'node:fs/promises'
import { ExportsPage } from '../support/exports-page.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings, sbomFile, semgrepFile } from '../support/scan-file.ts'
import { startSharedService } from '../support/shared-service.ts'
import { expect, test } from '../support/test.ts'
import { Workspace } from '../support/workspace.ts'

test('somebody signs in, imports, triages and exports while three processes on PostgreSQL take turns', async ({
  page,
}) => {
  test.slow()
  const service = await startSharedService(3)
  try {
    const list = new FindingsPage(page)
    await test.step('signs in by the link that one of them printed', async () => {
      await page.goto(service.signInLink)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Code' }).click()
      await expect(list.rows.first()).toBeVisible()
      await expect(page.getByRole('banner').getByText('Demo data')).toBeVisible()
    })

    const workspace = await Workspace.create(service, 'shared')
    await test.step('imports a report', async () => {
      await page.goto(`${service.base}${workspace.at('/import')}`)
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose files' }).click()
      const report = Buffer.from(semgrepFile(generateFindings(30)))
      await (await chooser).setFiles([{ name: 'semgrep.json', mimeType: 'application/json', buffer: report }])
      await page.getByRole('combobox', { name: 'Project' }).fill('acme/shop')
      await page.getByRole('button', { name: /^Import/ }).click()
      await expect(page.getByRole('heading', { name: 'Scan imported' })).toBeVisible()
      await expect(page.getByRole('link', { name: '30 new' })).toBeVisible()
    })

    await test.step('decides ten findings by keyboard, and sees each decision at once', async () => {
      await page.goto(`${service.base}${workspace.at('/findings/code?status=open')}`)
      await expect(list.total).toHaveText('30')
      await list.startKeys()
      for (let decided = 0; decided < 10; decided += 1) await page.keyboard.press('f')
      await expect.poll(async () => (await workspace.findings({ status: 'fixing' })).length).toBe(10)
      await page.reload()
      await expect(list.total).toHaveText('20')
    })

    await test.step('exports the rest as a table', async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      const saving = page.waitForEvent('download')
      await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
      const lines = (await readFile(await (await saving).path(), 'utf8')).split('\r\n')
      expect(lines).toHaveLength(22)
      await page.keyboard.press('Escape')
    })

    await test.step('hands on the SBOM of the project, whichever process made it', async () => {
      await workspace.upload('acme/shop', sbomFile([{ name: 'lodash', version: '4.17.20', license: 'MIT' }]))
      await page.goto(`${service.base}${workspace.at('/projects')}`)
      await page.getByRole('link', { name: 'acme/shop' }).click()
      const exports = new ExportsPage(page)
      await page.getByRole('button', { name: 'Export SBOM' }).click()
      await exports.export.click()
      await expect(exports.toast).toContainText('The SBOM of acme/shop is ready')
      const saved = page.waitForEvent('download')
      await exports.toast.getByRole('button', { name: 'Download' }).click()
      const bom = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
      expect(JSON.stringify(bom)).toContain('pkg:npm/lodash@4.17.20')
    })
    await page.goto('about:blank')
  } finally {
    await service.stop()
  }
})
