import { violations } from '../support/accessibility.ts'
import { minimalSarif } from '../support/scan-file.ts'
import { expect, signInAgain, test } from '../support/test.ts'

test('a scan that would fix everything is held, and applied on its page', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/shop', minimalSarif(6))
  const held = await workspace.upload('acme/shop', minimalSarif(0))
  expect(held.status).toBe('SCAN_STATUS_PENDING')

  await page.goto(workspace.at('/scans'))
  const row = page.getByRole('table', { name: 'Scans' }).locator(`tr[data-row="${held.id}"]`)
  await expect(row).toContainText('Held')
  await page.goto(workspace.at(`/scans/${held.id}`))
  const banner = page.getByRole('status').filter({ hasText: 'Held' })
  await expect(banner).toContainText(
    'Held: it would fix 6 of 6 open findings, and nothing shows that it scanned the same files as before',
  )
  expect(await violations(page)).toEqual([])
  await banner.getByRole('button', { name: 'Apply' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apply this scan?' })
  await expect(dialog).toContainText('6 of 6 open findings of acme/shop will be closed')
  expect(await violations(page)).toEqual([])
  expect(await workspace.findings({ status: 'open' })).toHaveLength(6)

  await dialog.getByRole('button', { name: 'Apply scan' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`Scan ${held.id} applied`)
  await expect(dialog).toHaveCount(0)
  await expect(banner).toHaveCount(0)
  await expect(page.getByText('Completed')).toBeVisible()
  expect(await workspace.findings({ status: 'open' })).toHaveLength(0)

  await page.getByRole('link', { name: '6 fixed', exact: true }).click()
  await expect(page.getByRole('link', { name: 'No eval 5' })).toBeVisible()
})

test('whoever may not change projects sees why a held scan cannot be applied', async ({
  page,
  service,
  workspace,
  signedIn: _,
}) => {
  await workspace.upload('acme/shop', minimalSarif(6))
  const held = await workspace.upload('acme/shop', minimalSarif(0))
  const token = await workspace.token({ name: 'reader', person: 'Vic', role: 'viewer' })
  await signInAgain(page, service.base, token)
  await page.goto(workspace.at(`/scans/${held.id}`))
  const apply = page.getByRole('button', { name: 'Apply' })
  await expect(apply).toHaveAttribute('aria-disabled', 'true')
  await expect(apply).toHaveAccessibleDescription(/lacks the scope projects:write/)
})

test('a failed run says why, and changes nothing', async ({ page, workspace, signedIn: _ }) => {
  await workspace.upload('acme/shop', minimalSarif(6))
  const hostile = '<img src=x onerror=alert(1)> could not be read'
  const failed = await workspace.upload('acme/shop', minimalSarif(0, { error: hostile }))
  expect(failed.status).toBe('SCAN_STATUS_ERROR')
  await page.goto(workspace.at(`/scans/${failed.id}`))
  await expect(page.getByRole('alert')).toContainText(
    'The run failed and found nothing, so this scan changed no findings.',
  )
  await expect(page.getByRole('list', { name: 'Messages from the tool' })).toContainText(hostile)
  expect(await violations(page)).toEqual([])
  expect(await workspace.findings({ status: 'open' })).toHaveLength(6)
})
