import { FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

test('a scan is opened from a finding, and Back leads to the list as it was', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const findings = Array.from(
    { length: 60 },
    (_, at) => ({ severity: at < 4 ? 'ERROR' : 'WARNING' }) as const,
  )
  await workspace.scan('group/sub/shop', findings)
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open&severities=medium'))
  await list.startKeys()
  await page.keyboard.press('End')
  await expect(list.focusedRow).toHaveAttribute('aria-rowindex', '57')
  await page.keyboard.press('Enter')
  const row = await list.focusedRow.getAttribute('data-row')
  const link = list.panel.getByRole('link', { name: /^Scan \d+$/ })
  await expect(link).toBeVisible()
  const { region } = list
  const address = page.url()
  const top = () => list.row(row ?? '').evaluate((element) => element.getBoundingClientRect().top)
  const before = await top()

  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: /^Scan \d+/ })).toBeVisible()
  await expect(region).toBeHidden()
  // The numbers lead to the lists that they count.
  await expect(page.getByRole('link', { name: '4 high findings first seen here in code' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'group/sub/shop' })).toHaveAttribute(
    'href',
    workspace.at('/projects/group/sub/shop'),
  )
  await page.getByRole('link', { name: '56 medium findings first seen here in code' }).click()
  await expect(list.heading).toContainText('Code findings')
  await expect(region).toContainText('56')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: /^Scan \d+/ })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(list.panel).toBeVisible()
  await expect.poll(top).toBe(before)
})

test('scans are found by project and kind, opened by row and by id, and Back keeps the filter', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}])
  await workspace.scan('acme/shop', [{}], { kind: 'diff', ref: 'refs/heads/topic' })
  await workspace.scan('acme/<img onerror=alert(1)>', [{}])
  const region = page.getByRole('region', { name: 'Scans' })
  const rows = region.getByRole('table', { name: 'Scans' }).getByRole('row')
  const filters = page.getByRole('complementary', { name: 'Filters' })

  await page.goto(workspace.at('/scans'))
  await expect(rows).toHaveCount(4)
  await expect(region).toContainText('acme/<img onerror=alert(1)>')
  await filters.getByRole('checkbox', { name: /acme\/shop/ }).click()
  await expect(rows).toHaveCount(3)
  await filters.getByRole('combobox', { name: 'Scan type' }).selectOption({ label: 'Diff (1)' })
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/is_full_scan=false&repos=acme\/shop/)
  await expect(region.getByRole('list', { name: 'Filters in use' })).toContainText('Project acme/shop')
  await expect(region.getByText('All 1 scans')).toHaveCount(0)

  const id = (await rows.nth(1).getAttribute('data-row')) ?? ''
  await rows.nth(1).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Scan ${id}` })).toBeVisible()
  await expect(page.getByText('topic')).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type(`#${id}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Scan ${id}` })).toBeVisible()
})

test('a queued scan has no start time and no counts, and after an hour says how long it waits', async ({
  page,
  demo,
  signedIn: _,
}) => {
  await page.clock.setFixedTime(Date.now() + 2 * 3600_000)
  await page.goto(demo.at('/scans?statuses=SCAN_STATUS_PENDING'))
  const rows = page.getByRole('table', { name: 'Scans' }).getByRole('row')
  const queued = rows.filter({ hasText: /Queued \d+ [hd]/ }).first()
  await expect(queued).toContainText('Not started')
  await expect(queued).toContainText('Code: unknown')
  await queued.press('Enter')
  await expect(page.getByText(/queued (\d+ (hour|day)s? ago|yesterday)/)).toBeVisible()
  await expect(page.getByText('Not started yet')).toBeVisible()
  await expect(page.getByText('Nothing yet: the scan has not ended.')).toBeVisible()
})

test('a commit leads to the code host, and the duration chart stays as it was left', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const scan = await workspace.scan('acme/shop', [{}], { url: 'https://github.com/acme/shop' })
  const commit = String(scan.meta?.['commit'])
  await page.goto(workspace.at('/scans'))
  await expect(page.getByRole('link', { name: commit.slice(0, 7) })).toHaveAttribute(
    'href',
    `https://github.com/acme/shop/commit/${commit}`,
  )
  const chart = page.getByRole('button', { name: 'Duration chart' })
  await expect(chart).toHaveAttribute('aria-expanded', 'false')
  await chart.click()
  await expect(page.getByText('No scan in this list has a duration.')).toBeVisible()
  await page.reload()
  await expect(chart).toHaveAttribute('aria-expanded', 'true')
  await chart.click()
  await expect(page.getByText('No scan in this list has a duration.')).toBeHidden()
})

test('where no scan matches, the filter that leaves out most is named and taken off', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}])
  await page.goto(workspace.at('/scans?statuses=SCAN_STATUS_ERROR&branch=main&nonsense=1&min=x'))
  await expect(page.getByText('Parts of this URL were ignored')).toContainText('nonsense')
  await expect(page.getByRole('heading', { name: 'No scans match these filters' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Status Failed' }).click()
  await expect(page.getByRole('table', { name: 'Scans' }).getByRole('row')).toHaveCount(2)
})
