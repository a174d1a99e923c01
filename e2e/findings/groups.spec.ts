import type { Locator } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { pressUntil } from '../support/press-until.ts'
import { expect, test } from '../support/test.ts'

test('groups count what their lists hold, and open in place by keyboard for triage', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [
    { rule: 'rules.first', severity: 'ERROR' },
    { rule: 'rules.first', severity: 'WARNING' },
    { rule: 'rules.first', severity: 'INFO' },
    { rule: 'rules.<img onerror=alert(1)>' },
  ])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open&group=rules'))
  const tree = list.region.getByRole('treegrid', { name: 'Code findings' })
  const groups = tree.locator('tr[aria-level="1"]')
  await expect(groups).toHaveCount(2)
  const first = groups.filter({ hasText: 'rules.first' })
  await expect(first.getByRole('link', { name: '3 findings' })).toBeVisible()
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(first).toHaveAttribute('aria-expanded', 'true')
  const rows = tree.locator('tr[aria-level="2"]')
  await expect(rows).toHaveCount(3)
  await pressUntil(
    async () => {
      // A press that was only heard late has gone on to the next row.
      await first.focus()
      await page.keyboard.press('j')
    },
    (timeout) => expect(rows.first()).toBeFocused({ timeout }),
  )
  await page.keyboard.press('r')
  await expect(rows.first()).toContainText('Reviewing')
  await expect(rows.nth(1)).toBeFocused()
  await expect(first.getByRole('link', { name: '2 findings' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(0)
  await first.getByRole('link', { name: '2 findings' }).click()
  await expect(list.total).toHaveText('2')
  await page.goBack()
  await expect(groups).toHaveCount(2)
})

test('groups stand under headers that match them, the most severe first, and so do the findings in them', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [
    ...Array.from({ length: 3 }, () => ({ rule: 'rules.often', severity: 'INFO' as const })),
    { rule: 'rules.severe', severity: 'ERROR' },
    { rule: 'rules.severe', severity: 'INFO' },
  ])
  await page.goto(workspace.at('/findings/code?status=open&group=rules'))
  const list = page.getByRole('region', { name: 'Code findings' })
  const tree = list.getByRole('treegrid', { name: 'Code findings' })
  const groups = tree.locator('tr[aria-level="1"]')
  await expect(groups).toContainText(['Severe', 'Often'])
  /** Where the text begins or ends that stands under a header. */
  const under = async (head: string, text: Locator) => {
    const [above, below] = [
      await list.getByText(head, { exact: true }).boundingBox(),
      await text.boundingBox(),
    ]
    expect(below?.y).toBeGreaterThan(above?.y ?? 0)
    return [above, below].map((box) => ({ left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) }))
  }
  const first = groups.first()
  const besideHead = async () => {
    const [rule, title] = await under('Rule', first.getByText('Severe', { exact: true }))
    return Math.abs((title?.left ?? 0) - (rule?.left ?? 0))
  }
  // The width of the columns is known once the list is laid out.
  await expect.poll(besideHead).toBeLessThan(0.5)
  const [findings, count] = await under('Findings', first.getByRole('link', { name: '2 findings' }))
  expect(count?.right).toBeCloseTo(findings?.right ?? 0, 0)
  await expect(list.getByText('Low', { exact: true })).toBeVisible()
  await expect(first).toContainText(/1 high\s*1 low/)

  await first.focus()
  await page.keyboard.press('Enter')
  const rows = tree.locator('tr[aria-level="2"]')
  await expect(rows).toHaveCount(2)
  const heads = tree.locator('tbody tr').nth(1)
  await expect(heads).toContainText('Status')
  // They are no row: the keyboard goes past them.
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(first).toBeFocused()
})

test('upgrades of one package are one group, which says what each version closes', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const vulnerable = (at: number, version: string) => ({
    id: `CVE-2026-${1000 + at}`,
    ratings: [{ severity: at === 0 ? 'critical' : 'medium' }],
    recommendation: `Upgrade express to version ${version}`,
    affects: [{ ref: 'express' }],
  })
  await workspace.upload(
    'acme/shop',
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [
        {
          'bom-ref': 'express',
          type: 'library',
          name: 'express',
          version: '4.18.0',
          purl: 'pkg:npm/express@4.18.0',
        },
      ],
      vulnerabilities: [
        ...Array.from({ length: 4 }, (_, at) => vulnerable(at, '4.19.2')),
        ...Array.from({ length: 2 }, (_, at) => vulnerable(at + 4, '4.20.0')),
      ],
    }),
  )
  const list = new FindingsPage(page, 'Supply-chain findings')
  await page.goto(workspace.at('/findings/supply-chain?status=open&group=upgrade'))
  const group = page.getByRole('treegrid').locator('tr[aria-level="1"]')
  await expect(group).toHaveCount(1)
  await expect(group).toContainText('express→ 4.20.0 closes 6, 4.19.2 closes 4 of them')
  await group.getByRole('link', { name: '4', exact: true }).click()
  await expect(list.total).toHaveText('4')
  await expect(list.chips.filter({ hasText: 'express → 4.19.2' })).toBeVisible()
  await page.goBack()
  await group.getByRole('link', { name: '6 findings' }).click()
  await expect(list.total).toHaveText('6')
  await expect(list.chips.filter({ hasText: 'express' })).toBeVisible()
})
