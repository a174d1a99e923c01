import { collectListRequests, FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

test('all branches show a finding once, and its branches on demand', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ rule: 'rules.eval' }])
  await workspace.scan('acme/shop', [{ rule: 'rules.eval' }], { ref: 'refs/heads/release/4.1' })
  await workspace.scan('acme/shop', [{ rule: 'rules.eval' }], { ref: 'refs/heads/release/4.2' })
  await workspace.scan('acme/api', [{ rule: 'rules.hash' }])
  const list = new FindingsPage(page)
  const asked = collectListRequests(page)
  const details: string[] = []
  page.on('request', (request) => {
    if (/\/findings\/\d+$/.test(new URL(request.url()).pathname)) details.push(request.url())
  })
  await page.goto(workspace.at('/findings/code?status=open&primary_ref=true'))
  await page.getByRole('button', { name: 'Remove filter: Primary branches' }).click()
  await expect(page).toHaveURL(/dedup=true/)
  await expect(list.chips).toHaveText([/^Status Open/, /^All branches/])
  await expect(list.rows).toHaveCount(2)
  const row = list.rows.filter({ hasText: 'acme/shop' })
  const other = list.rows.filter({ hasText: 'acme/api' })
  await expect(other.getByRole('button', { name: /branches/ })).toHaveCount(0)

  // By keyboard: the row, then what it says of its branches.
  await list.startKeys()
  await row.focus()
  const branches = row.getByRole('button', { name: 'on 3 branches' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(branches).toBeFocused()
  await page.keyboard.press('Enter')
  const shown = list.table.getByRole('list', { name: 'Branches with this finding' })
  await expect(shown.getByRole('link')).toHaveText(['main', 'release/4.2', 'release/4.1'])
  expect(new Set(details).size).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  await expect(row).toBeFocused()

  await branches.click()
  await shown.getByRole('link', { name: 'release/4.2' }).click()
  await expect(page.getByText('release/4.2').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Eval')
  await page.goBack()

  // The whole list, each by itself.
  await list.rail.getByRole('combobox', { name: 'Branches' }).selectOption('Each branch')
  await expect(list.rows).toHaveCount(4)
  await expect(list.rows.getByRole('button', { name: /branches/ })).toHaveCount(0)
  expect(asked.length).toBeLessThan(6)
})

test('flags tell what they mean on hover and by keyboard, all of them at one stop', async ({
  page,
  demo,
  signedIn: _,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?status=open&has_ticket=true&autotriage_verdict=true_positive'))
  const row = list.rows.filter({ hasText: 'TP' }).first()
  await expect(row).toBeVisible()
  const hint = page.locator('[popover]:popover-open')
  await list.startKeys()
  await row.getByText('TP', { exact: true }).hover()
  await expect(hint).toHaveText('Assistant: true positive')

  await row.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const flags = row.getByRole('group', { name: 'Flags' })
  await expect(flags).toBeFocused()
  await expect(hint).toContainText('Assistant: true positive · ')
  await expect(hint).toContainText('Ticket ')
  // Other rows take no stop: the next one is after the list.
  await page.keyboard.press('Tab')
  await expect(list.table.locator(':focus')).toHaveCount(0)
})
