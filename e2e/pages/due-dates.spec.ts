import { violations } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { sendRequest } from '../support/service.ts'
import { expect, signIn, test } from '../support/test.ts'

const day = 24 * 3600_000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString()

/** Findings as another service answers them, found so many days ago. */
const foundAgo = (...ages: number[]) =>
  JSON.stringify({
    findings: ages.map((age, index) => ({
      id: index + 1,
      rule_name: `rule-${age}`,
      rule: { name: `rule-${age}` },
      severity: 'high',
      state: 'unresolved',
      status: 'open',
      triage_state: 'untriaged',
      created_at: daysAgo(age),
      relevant_since: daysAgo(age),
      ref: 'refs/heads/main',
      match_based_id: `id-${age}`,
      repository: { name: 'acme/shop', url: 'https://github.com/acme/shop' },
      location: { filePath: `src/after-${age}.py`, line: 1, column: 1, endLine: 1, endColumn: 9 },
    })),
  })

test('an administrator sees what becomes overdue, saves it, somebody works through the overdue findings, and the overview tells how many were fixed in time', async ({
  page,
  workspace,
}) => {
  await workspace.upload('acme/shop', foundAgo(1, 25, 32, 40))
  const tags = `/deployments/${workspace.slug}/projects/${encodeURIComponent('acme/shop')}/tags`
  await sendRequest(workspace.service, 'PUT', tags, { body: ['public'] })
  const ada = await workspace.token({ name: 'Ada Park', person: 'Ada Park', role: 'admin' })
  const [mine] = await workspace.findings()
  await workspace.assign([mine?.id ?? 0], 'person:Ada Park')
  await signIn(page, workspace.service.base, ada)
  await page.goto(workspace.at(''))
  const open = page.getByRole('region', { name: 'Backlog' })
  await expect(open.getByRole('link', { name: '4 in the backlog: Code' })).toBeVisible()
  await expect(open).not.toContainText('overdue')

  await page.goto(workspace.at('/settings/due-dates'))
  await page.getByLabel('Findings have due dates').check()
  const all = page.getByRole('group', { name: 'All projects' })
  await expect(all.getByLabel('High')).toHaveValue('30')
  const preview = page.getByRole('status').filter({ hasText: 'overdue' })
  await expect(preview).toHaveText(
    'After you save, 2 code findings will become overdue. Overdue then: 2 code findings. Due within a week: 1 code finding.',
  )
  await all.getByLabel('High').fill('100')
  await expect(all.getByText('Must not be longer than for medium')).toBeVisible()
  await all.getByLabel('High').fill('30')
  await page.getByLabel('Project tag').selectOption('public')
  const tagged = page.getByRole('group', { name: 'Projects with tag public' })
  await expect(tagged.getByLabel('High')).toHaveValue('30')
  await tagged.getByLabel('High').fill('28')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save due dates' }).click()
  await expect(page.getByText('Due dates saved')).toBeVisible()

  await page.goto(workspace.at(''))
  await open.getByRole('link', { name: '2 overdue: Code' }).click()
  const list = new FindingsPage(page, 'Code findings')
  await expect(list.total).toHaveText(/^2\b/)
  await page.goto(workspace.at('/findings/code'))
  const openView = async (view: string) => {
    await list.region.getByRole('button', { name: /^View/ }).click()
    await page.getByRole('menuitemradio', { name: view }).click()
  }
  await openView('Assigned to me')
  await expect(list.total).toHaveText('1')
  await expect(list.chips.filter({ hasText: 'Owner' })).toContainText('Me')
  await openView('Due this week')
  await expect(list.rows).toContainText(['Due in 3 days'])
  await openView('Overdue')
  await expect(list.total).toHaveText(/^2\b/)
  // The one that is overdue for longer is first, by the days of the tag.
  await expect(list.rows.first()).toContainText('Overdue by 12 days')
  await list.rows.first().getByRole('link').first().click()
  await expect(page.getByRole('list', { name: 'Summary' }).getByText('Overdue by 12 days')).toBeVisible()
  expect(await violations(page)).toEqual([])

  // Two are fixed, one of them late: the overview counts them in this month.
  await workspace.upload('acme/shop', foundAgo(1, 40))
  await page.goto(workspace.at('?period=1y'))
  const fixed = page.getByRole('table', { name: /^Findings that were fixed in each month/ })
  const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const row = fixed.getByRole('row', { name: month.format(new Date()) })
  await expect(row.getByRole('cell')).toHaveText(['None', '50% 1 of 2', 'None', 'None'])
  await row.getByRole('link', { name: '1 fixed in time: Code, High,' }).click()
  await expect(list.total).toHaveText(/^1\b/)
  await page.goBack()
  await row.getByRole('link', { name: '2 fixed: Code, High,' }).click()
  await expect(list.total).toHaveText(/^2\b/)
})
