import { readFile } from 'node:fs/promises'
import { violationsInAllModes } from '../support/accessibility.ts'
import { expect, test } from '../support/test.ts'

/** Findings, one of which has a hostile name and a long path. */
const findings = {
  sastFindings: {
    findings: ['high', 'low', 'low'].map((severity, at) => ({
      rule_name: 'rules.injection',
      rule: { name: 'rules.injection' },
      severity,
      match_based_id: `finding-${at}`,
      location: { filePath: `src/<b>${'deep/'.repeat(at * 12)}app-${at}.py`, line: at + 1 },
    })),
  },
}

test('an auditor reads, prints and exports the accepted risks', async ({ page, workspace, signedIn: _ }) => {
  test.slow()
  await workspace.upload('acme/shop', JSON.stringify(findings))
  await page.goto(workspace.at(''))
  await page.getByRole('link', { name: 'Accepted risks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Accepted risks' })).toBeVisible()
  await expect(page.getByText('No accepted risks')).toBeVisible()

  const [first, second, third] = await workspace.findings({})
  const note = '=1+1 Behind the firewall,\n<b>see</b> the plan'
  await workspace.decide([first?.id ?? 0, second?.id ?? 0], 'ignored', { reason: 'acceptable_risk', note })
  await workspace.decide([third?.id ?? 0], 'ignored', { reason: 'false_positive' })
  await page.reload()
  const table = page.getByRole('table', { name: 'Accepted risks' })
  await expect(table.getByRole('row')).toHaveCount(3)
  const row = table.getByRole('row').nth(1)
  await expect(row).toContainText('<b>see</b> the plan')
  await expect(row).toContainText('Administrator')
  await expect(row).toContainText('Not required')
  await expect(row).toContainText('No end')
  expect(await violationsInAllModes(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.split('\r\n')[0]).toBe(
    'id,type,severity,finding,rule,project,place,reason,requested by,requested at,approved by,approved at,approval note,ignored until,or until,url',
  )
  expect(csv).toContain('"\'=1+1 Behind the firewall,')

  await page.emulateMedia({ media: 'print' })
  await expect(table).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeHidden()
  await page.emulateMedia({ media: null })

  // The filters are in the URL.
  const project = page.getByRole('combobox', { name: 'Project', exact: true })
  await project.fill('acme/unknown')
  await project.press('Enter')
  await expect(page.getByText('There is no project acme/unknown')).toBeVisible()
})

test.use({ expectedErrors: [/404/] })
