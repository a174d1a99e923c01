import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { violations, violationsInAllModes } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { pressUntil } from '../support/press-until.ts'
import { generateFindings } from '../support/scan-file.ts'
import { sendRequest } from '../support/service.ts'
import { expect, signInAgain, test } from '../support/test.ts'

test('numbers and points open the list of exactly what they count', async ({ page, demo, signedIn: _ }) => {
  test.slow()
  await page.goto(demo.at(''))
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const cases = [
    ['Code findings', /^([\d,]+) in the backlog: Code$/],
    ['Supply-chain findings', /^([\d,]+) in the backlog: High, Supply chain$/],
    ['Secrets', /^([\d,]+) in the backlog: Secrets$/],
    ['Code findings', /^Fixed in the period: ([\d,]+)$/],
    ['Code findings', /^Removed in the period: ([\d,]+)$/],
    ['Code findings', /^Severity lowered in the period: ([1-9][\d,]*)$/],
    ['Code findings', /^([\d,]+) came since .+: Code$/],
    ['Code findings', /^([\d,]+) went since .+: Code$/],
    ['Supply-chain findings', /^([\d,]+) came Critical, Supply chain$/],
    ['Secrets', /^([\d,]+) went Medium, Secrets$/],
    ['Code findings', /^([\d,]+) new findings, Code: acme\//],
    ['Supply-chain findings', /^([\d,]+) new findings, Supply chain: CVE-/],
    ['Projects', /^Not scanned for 30 days: ([1-9][\d,]*) projects?$/],
  ] as const
  // A median opens the list of the open findings that it is computed from: one of the cases above.
  const median = page.getByRole('link', { name: /^Age in the backlog, Supply chain, High: [\d.]+ days$/ })
  const counted = page.getByRole('link', { name: /^[\d,]+ in the backlog: High, Supply chain$/ })
  await expect(median).toHaveAttribute('href', (await counted.getAttribute('href')) ?? '')
  for (const [name, pattern] of cases) {
    const link = page.getByRole('link', { name: pattern }).first()
    const count = pattern.exec((await link.getAttribute('aria-label')) ?? '')?.[1]
    await link.click()
    const heading = page.getByRole('heading', { level: 1, name, exact: true })
    await expect(heading.locator('+ *')).toHaveText(new RegExp(`^${count}\\b`))
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  }
  // The first point is the backlog that the change is counted from; each opens what was open then.
  const numberOf = async (name: RegExp) =>
    Number((await page.getByRole('link', { name }).textContent())?.replace(/\D/g, ''))
  const before =
    (await numberOf(/ in the backlog: Code$/)) -
    (await numberOf(/ came since .+: Code$/)) +
    (await numberOf(/ went since .+: Code$/))
  const chart = page.getByRole('figure', { name: 'Backlog over time' })
  const slider = chart.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`: Code ${before},`))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/flow=open/)
  await expect(page.getByRole('heading', { level: 1 }).locator('+ *')).toHaveText(String(before))
})

test('a list of changes of severity says so', async ({ page, demo, signedIn: _ }) => {
  await page.goto(demo.at(''))
  const chart = page.getByRole('figure', { name: 'Severity in the backlog' })
  await chart.getByRole('button', { name: 'Table' }).click()
  const table = chart.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText(['Day', 'Severity raised', 'Severity lowered'])
  await page.getByRole('link', { name: /^Severity raised in the period/ }).click()
  const list = new FindingsPage(page)
  await expect(list.chips.filter({ hasText: 'Severity raised' })).toHaveCount(1)
})

test('each chart has its numbers as a table, with links', async ({ page, demo, signedIn: _ }) => {
  await page.goto(demo.at(''))
  const chart = page.getByRole('figure', { name: 'Left the backlog' })
  await chart.getByRole('button', { name: 'Table' }).click()
  const table = chart.getByRole('table', { name: 'Left the backlog' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Day',
    'Fixed',
    'Ignored',
    'Suppressed in code',
    'Removed',
    'Branch no longer primary',
  ])
  const cell = table
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: /^[1-9]/ }) })
    .first()
  const number = cell.getByRole('link', { name: /^[1-9]/ }).first()
  const count = await number.textContent()
  await number.click()
  await expect(new FindingsPage(page).total).toHaveText(new RegExp(`^${count}\\b`))
})

test.describe('the filters', () => {
  test.use({ expectedErrors: [/404/] })

  test('are in the URL, and an unknown project is told', async ({ page, workspace, signedIn: _ }) => {
    await workspace.scan('acme/shop', [{ rule: 'rules.a' }, { rule: 'rules.b' }])
    await workspace.scan('acme/api', [{ rule: 'rules.a' }])
    await workspace.setMode('rules.b', 'MODE_BLOCK')
    const pullRequest = { ref: 'refs/pull/7/merge', pull_request_id: '7', gate: 'true' }
    await workspace.scan('acme/api', [{ rule: 'rules.a' }, { rule: 'rules.b' }], pullRequest)
    await page.goto(workspace.at(''))
    await expect(page.getByRole('link', { name: '3 in the backlog: Code' })).toBeVisible()

    await page.getByRole('combobox', { name: 'Project', exact: true }).fill('acme/shop')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: '2 in the backlog: Code' })).toBeVisible()
    await expect(page).toHaveURL(/project=acme\/shop/)
    await expect(page.getByRole('heading', { name: 'Coverage' })).toBeHidden()
    await page.getByRole('combobox', { name: 'Period' }).selectOption('1 year')
    await expect(page).toHaveURL(/period=1y/)
    await page.getByRole('combobox', { name: 'Project', exact: true }).fill('no/where')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'There is no project no/where' })).toBeVisible()
    await page.getByRole('button', { name: 'All projects' }).click()
    await expect(page.getByRole('link', { name: '3 in the backlog: Code' })).toBeVisible()

    // A disabled rule is left out, here and in the list.
    await workspace.setMode('rules.a', 'MODE_DISABLED')
    await expect(page.getByRole('link', { name: '1 in the backlog: Code' })).toBeVisible()
    await page.getByRole('checkbox', { name: 'Includes disabled rules' }).click()
    await expect(page.getByRole('link', { name: '3 in the backlog: Code' })).toBeVisible()
    await expect(page.getByText(/ · Includes disabled rules · /)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('link', { name: '1 in the backlog: Code' })).toBeVisible()

    await page.getByRole('link', { name: 'Blocked: 1 pull request' }).click()
    const scans = page.getByRole('heading', { level: 1, name: 'Scans' })
    await expect(scans.locator('+ *')).toHaveText('1')
    await expect(page.getByRole('table', { name: 'Scans' })).toContainText('acme/api')
  })
})

test('counts what somebody owns, and the lists are of the same owner', async ({
  page,
  service,
  workspace,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const ann = await workspace.token({ name: 'Ann', person: 'Ann', role: 'analyst' })
  const [first] = await workspace.findings({})
  const body = { issue_type: 'sast', issue_ids: [first?.id], new_owner: 'person:Ann' }
  await sendRequest(service, 'POST', `/deployments/${workspace.slug}/triage`, { body })
  await signInAgain(page, service.base, ann)
  await page.goto(workspace.at(''))
  await expect(page.getByRole('link', { name: '3 in the backlog: Code' })).toBeVisible()

  const owner = page.getByRole('combobox', { name: 'Owner' })
  await owner.fill('Somebody else')
  await page.keyboard.press('Enter')
  await expect(owner).toHaveAccessibleDescription('No person or team has this name')
  await expect(page.getByRole('link', { name: '3 in the backlog: Code' })).toBeVisible()
  await owner.fill('Ann')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: '1 in the backlog: Code' })).toBeVisible()
  await expect(page).toHaveURL(/owner%5B%5D=person:Ann|owner(\[\])?=person(:|%3A)Ann/)
  await page.goBack()
  await owner.fill('Nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Without an owner')).toBeVisible()
  const flow = page.getByRole('link', { name: 'New in the period: 2' })
  await flow.click()
  const list = new FindingsPage(page)
  await expect(list.total).toHaveText(/^2\b/)
  await expect(list.chips.filter({ hasText: 'Owner' })).toContainText('None')
  await page.goBack()
  await owner.fill('')
  await expect(page.getByRole('link', { name: '3 in the backlog: Code' })).toBeVisible()
})

test.describe('a failure', () => {
  test.use({ expectedErrors: [/500/] })

  test('is told with a retry', async ({ page, demo, signedIn: _ }) => {
    let fails = true
    await page.route('**/overview?*', (route) =>
      fails
        ? route.fulfill({ status: 500, json: { title: 'Internal error', status: 500 } })
        : route.continue(),
    )
    await page.goto(demo.at(''))
    await expect(page.getByRole('heading', { name: "Couldn't load the overview" })).toBeVisible()
    fails = false
    await page.getByRole('button', { name: /Retry|Try again/ }).click()
    await expect(page.getByRole('link', { name: /in the backlog: Code$/ })).toBeVisible()
  })
})

test('the overview is the first page, in the navigation and by key', async ({ page, demo, signedIn: _ }) => {
  await page.goto('/')
  // Of the deployments that there are by now, any may be the first.
  await expect(page).toHaveURL(/\/d\/[^/]+$/)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link').first()).toHaveText('Overview')
  await expect(navigation.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
  await page.goto(demo.at('/scans'))
  await expect(navigation.getByRole('link', { name: 'Overview' })).not.toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { level: 1, name: 'Scans' })).toBeVisible()
  await pressUntil(
    async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('o')
    },
    (timeout) => expect(page).toHaveURL(/\/d\/acme$/, { timeout }),
  )
})

test('names from outside are text, and cells of the export are no formulas', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const name = '=cmd()/<img src=x onerror=alert(1)>'
  await workspace.scan(name, [{ rule: '=1+1' }])
  await page.goto(workspace.at(''))
  await expect(page.getByRole('table', { name: /^Projects with most/ })).toContainText(name)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await (await download).createReadStream()
  const text = (await file.toArray()).join('')
  expect(text).toContain(`,'${name},new,1`)
  expect(text).toContain(",'=1+1,new,1")
})

test('axe finds nothing in either theme, at each width, with a table open', async ({
  page,
  demo,
  signedIn: _,
}) => {
  test.slow()
  await page.goto(demo.at(''))
  await expect(page.getByRole('figure')).toHaveCount(4)
  expect(await violationsInAllModes(page)).toEqual([])
  await page.getByRole('button', { name: 'Table' }).first().click()
  expect(await violations(page)).toEqual([])
  const overflow = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main ? main.scrollWidth - main.clientWidth : -1
  })
  expect(overflow).toBe(0)
})

/** The overview of a deployment with due dates: in each month, findings of each type and severity were fixed. */
function withDueDates(answer: OverviewAnswer): OverviewAnswer {
  const counts = { met: 110, missed: 20 }
  const by_severity = { critical: counts, high: counts, medium: counts, low: counts }
  const day = (month: number, date: number) =>
    new Date(Date.UTC(2026, month, date)).toISOString().slice(0, 10)
  const months = Array.from({ length: 13 }, (_, month) => ({
    from: day(month, 1),
    until: day(month + 1, 0),
    by_severity,
  }))
  const filled = (of: OverviewAnswer['types']['sast']) => ({
    ...of,
    due: { overdue: 20, week: 10 },
    fixed_by_month: months,
  })
  const { sast, sca, secrets } = answer.types
  return { ...answer, types: { sast: filled(sast), sca: filled(sca), secrets: filled(secrets) } }
}

test('the report of a year with due dates is printed on two pages, without what only a screen can do', async ({
  page,
  demo,
  signedIn: _,
}) => {
  await page.route('**/overview?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: withDueDates(await response.json()) })
  })
  await page.goto(demo.at('?period=1y'))
  const activity = page.getByRole('region', { name: 'Recent activity' })
  await expect(activity.getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByRole('figure', { name: 'Severity in the backlog' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('combobox')).toHaveCount(0)
  const fixed = page.getByRole('region', { name: 'Fixed within the due date' })
  await expect(fixed.getByRole('link', { name: '110 fixed in time: Secrets, Low, Jan 2027' })).toBeVisible()
  const margin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' }
  const file = (await page.pdf({ format: 'A4', margin })).toString('latin1')
  expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(2)
})
