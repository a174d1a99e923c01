import { violations } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { plainSemgrepFile } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

test('an uncertain finding is confirmed by key as the ignored one, and that is undone', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const project = 'acme/shop'
  await workspace.upload(project, plainSemgrepFile([{ path: 'a.py', line: 10, code: 'f(x)' }]))
  const [first] = await workspace.findings()
  const ignored = first?.id ?? 0
  await workspace.decide([ignored], 'ignored', { reason: 'false_positive', note: 'Only tests call it.' })
  const twice = [5, 20].map((line) => ({ path: 'a.py', line, code: 'f(x)' }))
  await workspace.upload(project, plainSemgrepFile(twice))
  const [open] = await workspace.findings({ status: 'open' })
  const id = open?.id ?? 0

  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open&uncertain=true'))
  await expect(list.chips).toContainText(['Status', 'Uncertain'])
  await expect(list.row(id)).toContainText('may be the same as a triaged finding')
  await list.row(id).press('Enter')
  const panel = list.panel.getByRole('region', { name: 'Uncertain match' })
  await expect(panel).toContainText(`May be the same as #${ignored} (a.py:`)
  await expect(panel).toContainText('ignored as false positive by')
  await expect(panel).toContainText('Only tests call it.')
  await expect(panel).toContainText(
    '1 of 2 identical matches was ignored here, and it is unclear which one this is.',
  )
  await expect(list.panel.getByText('Uncertain match', { exact: true })).toBeVisible()

  expect(await violations(page)).toEqual([])
  // With the focus elsewhere the key does nothing.
  await list.search.focus()
  await page.keyboard.press('y')
  await expect(panel).toBeVisible()
  await list.search.clear()
  await list.row(id).focus()
  await page.keyboard.press('y')
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText(`Same finding as #${ignored}: ignored as false positive`)
  await expect(panel).toHaveCount(0)
  expect((await workspace.finding(id)).status).toBe('ignored')

  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(toast).toContainText('Undone')
  expect((await workspace.finding(id)).status).toBe('open')
})

test('`u` right behind the answer to a match undoes that, and not the decision before', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const project = 'acme/shop'
  const other = { path: 'b.py', line: 1, code: 'g(x)' }
  await workspace.upload(project, plainSemgrepFile([{ path: 'a.py', line: 10, code: 'f(x)' }, other]))
  const first = (await workspace.findings()).find(({ location }) => location?.filePath === 'a.py')
  await workspace.decide([first?.id ?? 0], 'ignored', { reason: 'false_positive' })
  const twice = [5, 20].map((line) => ({ path: 'a.py', line, code: 'f(x)' }))
  await workspace.upload(project, plainSemgrepFile([...twice, other]))
  const open = await workspace.findings({ status: 'open' })
  const idOf = (path: string) => open.find(({ location }) => location?.filePath === path)?.id ?? 0
  const [before, uncertain] = [idOf('b.py'), idOf('a.py')]

  const list = new FindingsPage(page)
  const toast = page.getByRole('region', { name: 'Notifications' })
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.row(before).focus()
  await page.keyboard.press('r')
  await expect(toast).toContainText('Marked as reviewing')
  await list.row(uncertain).press('Enter')
  await expect(list.panel.getByRole('region', { name: 'Uncertain match' })).toBeVisible()
  await list.row(uncertain).focus()
  // The answer is there, and the finding is not read again yet.
  const reading = Promise.withResolvers<void>()
  await page.route(`**/findings/${uncertain}`, async (route) => {
    await reading.promise
    await route.continue()
  })
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('match'),
  )
  await page.keyboard.press('y')
  await answered
  await page.keyboard.press('u')
  reading.resolve()
  await expect(toast).toContainText('Undone')
  await expect.poll(async () => (await workspace.finding(uncertain)).status).toBe('open')
  expect((await workspace.finding(before)).status).toBe('reviewing')
})

test('a match after a rename is undone in the history', async ({ page, workspace, signedIn: _ }) => {
  const project = 'acme/shop'
  const at = (path: string, line: number) => plainSemgrepFile([{ path, line, code: 'eval(request.body)' }])
  await workspace.upload(project, at('app.py', 10))
  const [found] = await workspace.findings()
  const id = found?.id ?? 0
  await workspace.decide([id], 'ignored', { reason: 'acceptable_risk' })
  const scan = await workspace.upload(project, at('web/app.py', 40))
  expect(scan.report.moved).toBe(1)

  await page.goto(workspace.at(`/scans/${scan.id}`))
  await page.getByRole('link', { name: '1 moved' }).click()
  const moved = page.getByRole('list', { name: 'Moved findings' })
  await expect(moved).toContainText('app.py:10')
  await expect(moved).toContainText('web/app.py:40')
  await expect(page).toHaveURL(/changes=moved/)
  expect(await violations(page)).toEqual([])
  await moved.getByRole('link').first().click()

  await expect(page.getByText('Matched after a rename: app.py:10 → web/app.py:40')).toBeVisible()
  await page.getByRole('button', { name: 'Not the same' }).click()
  await page
    .getByRole('group', { name: 'Undo this match' })
    .getByRole('button', { name: 'Undo match' })
    .click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Match undone')
  await expect(page.getByText(/separated it from #/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not the same' })).toHaveCount(0)
  const open = await workspace.findings({ status: 'open' })
  expect(open.map(({ location }) => location?.filePath)).toEqual(['web/app.py'])
})

test('a decision on a branch is on offer to the finding on main, with the thread that it brings', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const project = 'acme/shop'
  await workspace.upload(project, plainSemgrepFile([{ path: 'a.py', line: 10, code: 'call(a, b)' }]))
  const changed = plainSemgrepFile([{ path: 'a.py', line: 10, code: 'query(1, 2, "x")' }])
  await workspace.upload(project, changed, { ref: 'refs/heads/feature' })
  const [onMain] = await workspace.findings({ ref: 'main' })
  const [onBranch] = await workspace.findings({ ref: 'feature' })
  const id = onMain?.id ?? 0
  const decided = onBranch?.id ?? 0
  await workspace.decide([decided], 'ignored', { reason: 'false_positive', note: 'Only tests call it.' })

  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open&uncertain=true'))
  await list.row(id).press('Enter')
  const panel = list.panel.getByRole('region', { name: 'Uncertain match' })
  await expect(panel).toContainText(`May be the same as #${decided} (a.py:10 on feature)`)
  await expect(panel).toContainText('Only tests call it.')
  await list.row(id).focus()
  await page.keyboard.press('y')
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText(`Same finding as #${decided}`)
  await expect(panel).toHaveCount(0)
  expect((await workspace.finding(id)).status).toBe('ignored')
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(toast).toContainText('Undone')
  expect((await workspace.finding(id)).status).toBe('open')
})
