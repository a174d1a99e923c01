import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings, semgrepFile } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

const dayAfter = (days: number) => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
}
const shown = (day: Date) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(day)

test('a finding is ignored for a month, until a day, without end, then until its code changes', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(1))
  const [finding] = await workspace.findings({})
  await page.goto(workspace.at(`/findings/code/${finding?.id}`))
  await page.getByRole('button', { name: 'Ignore I', exact: true }).click()
  const form = page.getByRole('form', { name: 'Ignore this finding' })
  await page.keyboard.press('3')
  await form.getByLabel('How long').selectOption('For 30 days')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Ignored as no time until ${shown(dayAfter(30))} by`)).toBeVisible()
  await expect(page.getByText(`ignored it as no time until ${shown(dayAfter(30))}`)).toBeVisible()

  await page.getByRole('button', { name: 'Change' }).click()
  const change = page.getByRole('form', { name: 'Change ignore reason' })
  await expect(change.getByLabel('How long')).toHaveValue('30')
  await change.getByLabel('How long').selectOption('Until a date')
  const day = change.getByLabel('Until the end of')
  await day.fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expect(change.getByRole('alert')).toHaveText('Choose a date after today, within ten years')
  const next = dayAfter(400)
  await day.fill(
    `${next.getFullYear()}-${String(next.getMonth() + 1).padStart(2, '0')}-${String(next.getDate()).padStart(2, '0')}`,
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText(`until ${shown(next)}`).first()).toBeVisible()
  await expect
    .poll(async () => (await workspace.findings({ status: 'ignored' }))[0]?.ignored_until)
    .toBe(dayAfter(401).toISOString())

  await page.getByRole('button', { name: 'Change' }).click()
  await change.getByLabel('How long').selectOption('No end date')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await workspace.findings({ status: 'ignored' }))[0]?.ignored_until)
    .toBeUndefined()

  await page.getByRole('button', { name: 'Change' }).click()
  await change.getByLabel('How long').selectOption('Until the code changes')
  await change.getByLabel('Note').fill('Rewritten next quarter.')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Ignored as no time until the code changes by')).toBeVisible()
  await expect
    .poll(async () => (await workspace.findings({ status: 'ignored' }))[0]?.ignore_ends)
    .toBe('code_changed')
  const changed = semgrepFile(generateFindings(1)).replace('db.query', 'db.find')
  const { report } = await workspace.upload('acme/shop', changed)
  expect(report).toMatchObject({ new: 0, fixed: 0 })
  await expect(page.getByText('Gatehouse reopened it: its code changed on the primary branch')).toBeVisible()
  const actions = page.getByRole('group', { name: 'Status' })
  await expect(actions.getByRole('button', { name: 'Open', pressed: true })).toBeVisible()
  await expect(page.getByText('Rewritten next quarter.').first()).toBeVisible()
})

test('a selection is ignored for a week from the list', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('i')
  const form = page.getByRole('form', { name: 'Ignore 2 selected' })
  await expect(form.locator(':focus')).toBeVisible()
  await page.keyboard.press('2')
  await form.getByLabel('How long').selectOption('For 7 days')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await workspace.findings({ status: 'ignored' })).map((one) => one.ignored_until))
    .toEqual([dayAfter(8).toISOString(), dayAfter(8).toISOString()])
})
