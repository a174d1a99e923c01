import { violations } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { secretsFile } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

test('secrets stand in groups, those that do not work folded away, and open by keyboard', async ({
  page,
  demo,
  signedIn: _,
}) => {
  await page.goto(demo.at('/findings/secrets?status=open&dedup=true&group=secret'))
  const tree = page.getByRole('treegrid', { name: 'Secrets' })
  const groups = tree.locator('tr[aria-level="1"]')
  await expect(groups.first()).toContainText('Active')
  await groups.first().focus()
  await page.keyboard.press('End')
  const fold = groups.filter({ hasText: /\d+ inactive secrets?/ })
  await expect(fold).toBeFocused()
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await expect(groups.filter({ hasText: 'Inactive' }).first()).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  // Into the group before its findings are there: the first of them takes the focus when they come.
  await page.keyboard.press('ArrowRight')
  await expect(tree.locator('tr[aria-level="2"]:focus').getByRole('checkbox')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Gatehouse does not store secrets')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Locations' })).toBeVisible()
})

test('a secret that stands on two branches is one, and is decided on both by keyboard', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const kind = '<img src=x onerror=alert(1)>'
  const value = 'abc0123456789abcdefABCDEF'
  const dead = { value: 'old0123456789abcdefABCDEF', state: 'CONFIRMED_INVALID' } as const
  const everywhere = { value, kind }
  await workspace.upload('acme/shop', secretsFile([everywhere, { ...dead, path: 'old.env' }]))
  await workspace.upload('acme/shop', secretsFile([everywhere]), { ref: 'refs/heads/release/4.2' })
  await workspace.upload('acme/api', secretsFile([{ ...everywhere, path: 'deploy/prod.env', line: 3 }]))
  const list = new FindingsPage(page, 'Secrets')
  await page.goto(workspace.at('/findings/secrets?status=open&group=secret'))
  const groups = list.region.locator('tr[aria-level="1"]')
  await expect(groups).toHaveCount(2)
  const group = groups.first()
  await expect(group).toContainText(kind)
  await expect(group).toContainText(/Active\s*checked just now/)
  await expect(group.getByRole('link', { name: '3 locations' })).toBeVisible()
  await expect(group).toContainText(/3 branches\s*2 projects/)
  await expect(groups.last()).toContainText('1 inactive secret')
  await expect(list.region.locator('img')).toHaveCount(0)

  await group.focus()
  await page.keyboard.press('ArrowRight')
  const rows = list.region.locator('tr[aria-level="2"]')
  await expect(rows).toHaveCount(3)
  const row = rows.filter({ hasText: 'acme/shop' }).filter({ hasText: 'main' })
  await row.focus()
  await list.openIgnoreForm()
  await expect(list.ignoreForm).toContainText('Also on release/4.2')
  await page.keyboard.press('2')
  await page.keyboard.type('Revoked already')
  await page.keyboard.press('Enter')
  const others = rows.filter({ hasText: 'release/4.2' })
  for (const one of [row, others]) await expect(one).toContainText('Ignored')
  await expect(rows.filter({ hasText: 'acme/api' })).toContainText('Open')
  await expect(group.getByRole('link', { name: '1 location' })).toBeVisible()
  await expect(list.total).toHaveText('2')

  await page.keyboard.press('u')
  for (const one of [row, others]) await expect(one).toContainText('Open')
  await expect(list.total).toHaveText('4')
  await expect(list.region.getByText('in 2 secrets', { exact: true })).toBeVisible()
  await group.getByRole('link', { name: '3 locations' }).click()
  await expect(list.total).toHaveText('3')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Export 3 findings' })).toBeVisible()
})

test('a rotated secret is marked as revoked, until a scan finds it active', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const secret = { value: 'abc0123456789abcdefABCDEF' }
  await workspace.upload('acme/shop', secretsFile([{ ...secret, state: 'CONFIRMED_VALID' }]))
  await page.goto(workspace.at('/findings/secrets?dedup=true'))
  const list = new FindingsPage(page, 'Secrets')
  await list.rows.first().click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Revoked', exact: true }).click()
  await expect(panel.getByRole('radio', { name: 'Revoked' })).toBeChecked()
  await expect(panel.getByText('Until a scan finds it active')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await panel.getByRole('textbox', { name: 'Note' }).fill('Rotated in the vault.')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Marked as revoked' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Revoked', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(panel.getByText('Revoked until a scan finds it active')).toBeVisible()
  await expect(list.rows.first()).toContainText('Revoked')
  await page.goto(workspace.at('/findings/secrets?dedup=true&triage_reasons=revoked'))
  await expect(list.rows).toHaveCount(1)
  await workspace.upload('acme/shop', secretsFile([{ ...secret, state: 'CONFIRMED_VALID', line: 8 }]))
  await page.goto(workspace.at('/findings/secrets?status=open&dedup=true'))
  await list.rows.first().click()
  await expect(panel.getByText(/reopened it: a scan found it active/)).toBeVisible()
})
