import { FindingsPage, tabTo } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

test('a person finds, reads, ignores and reopens a finding by keyboard alone', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [
    { rule: 'javascript.express.sqli', path: 'src/orders.js', line: 12 },
    { rule: 'javascript.express.open-redirect', path: 'src/login.js', line: 40 },
    { rule: 'javascript.style.console', path: 'src/log.js', line: 3, severity: 'INFO' },
  ])
  await workspace.scan('acme/api', [{ rule: 'python.django.raw-sql', path: 'api/users.py', line: 7 }])
  // Whatever a pointer does on the page is noted; a click that a key makes is none of its. That it moves is not: a
  // browser also says so when the page moves below it.
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart']) {
      addEventListener(kind, () => sessionStorage.setItem('pointer', kind), true)
    }
  })
  const list = new FindingsPage(page)
  const { keyboard } = page

  await page.goto(workspace.at('/findings/code?status=open&primary_ref=true'))
  await expect(list.rows).toHaveCount(4)

  await test.step('filters by severity and repository', async () => {
    await tabTo(page, list.value('Severity', 'High'))
    await keyboard.press('Space')
    await expect(list.value('Severity', 'High')).toBeChecked()
    await expect(list.rows).toHaveCount(3)
    await tabTo(page, list.value('Project', 'acme/shop'))
    await keyboard.press('Space')
    await expect(list.rows).toHaveCount(2)
    await expect(page).toHaveURL(/severities=high.*repos=acme\/shop/)
  })

  const row = list.rows.filter({ hasText: 'orders.js' })
  await test.step('reads one finding', async () => {
    await tabTo(page, list.rows.first())
    while (!(await row.evaluate((element) => element === document.activeElement))) {
      await keyboard.press('j')
    }
    await keyboard.press('Enter')
    await expect(list.panel.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(list.panel).toContainText('the query is built from a request parameter')
    await expect(list.panel).toContainText('src/orders.js:12')
    await expect(list.panel.getByRole('link', { name: /CWE-89/ })).toBeVisible()
  })

  await test.step('ignores it as a false positive with a note', async () => {
    await keyboard.press('i')
    const line = page.getByRole('form', { name: 'Ignore this finding' })
    await expect(line.first()).toBeVisible()
    await keyboard.press('1')
    await expect(line.getByRole('radio', { name: 'False positive' })).toBeChecked()
    await expect(line.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await keyboard.type('The value is a constant of the build.')
    await keyboard.press('Enter')
    await expect(line).toBeHidden()
    await expect(await list.cell(row, 'Status')).toHaveText('Ignored')
    // Told with the answer: a page that is left before it knows of nothing to undo.
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      'Ignored as false positive',
    )
  })

  const id = (await row.getAttribute('data-row')) ?? ''
  await test.step('sees it so after a reload', async () => {
    await page.goto(workspace.at(`/findings/code/${id}`))
    await page.reload()
    const status = page.getByRole('group', { name: 'Status' })
    await expect(status.getByRole('button', { name: 'Ignored' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('main')).toContainText(/Ignored as false positive by Administrator/)
    await expect(page.getByText('The value is a constant of the build.').first()).toBeVisible()
    const history = page.getByRole('main').locator('section', {
      has: page.getByRole('heading', { name: 'History' }),
    })
    await expect(history).toContainText('Administrator ignored it as false positive')
    await expect(history).toContainText('The value is a constant of the build.')
    await expect(history).toContainText('Found on main')
    expect(await workspace.finding(Number(id))).toMatchObject({
      status: 'ignored',
      triage_reason: 'false_positive',
      triage_comment: 'The value is a constant of the build.',
    })
  })

  await test.step('undoes it', async () => {
    const status = page.getByRole('group', { name: 'Status' })
    await expect(status.getByRole('button', { name: 'Open' })).toBeEnabled()
    await keyboard.press('u')
    await expect(status.getByRole('button', { name: 'Open' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('main')).toContainText('Administrator undid the triage')
    expect(await workspace.finding(Number(id))).toMatchObject({ status: 'open', triage_state: 'untriaged' })
  })

  expect(await page.evaluate(() => sessionStorage.getItem('pointer'))).toBeNull()
})
