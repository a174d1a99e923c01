import { violations } from '../support/accessibility.ts'
import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

/** Error responses to a triage, and the message that the page shows for each. */
const refusals = [
  {
    status: 403,
    detail: 'The token lacks the scope findings:triage.',
    message: "you don't have permission to do this",
  },
  { status: 404, detail: 'There is no code finding 7.', message: 'not found' },
  {
    status: 409,
    detail: 'The list is being replaced.',
    message: 'someone else changed this in the meantime',
  },
  { status: 413, detail: 'The body is larger than 1 MB.', message: 'the request was rejected' },
  { status: 422, detail: 'The note has a line that is no text.', message: 'the request was rejected' },
  { status: 500, detail: '', message: 'the service returned an error' },
]

// The browser writes refused requests to its console.
test.use({ expectedErrors: [/status of (403|404|409|413|422|500)/] })

test('whatever refuses a decision, it is rolled back and says why, and the focus is where it was', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', generateFindings(4))
  const list = new FindingsPage(page)
  const bar = page.getByRole('region', { name: 'Selection' })
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  let refusal: (typeof refusals)[number] = { status: 500, detail: '', message: '' }
  await page.route('**/triage', (route) => {
    const { status, detail } = refusal
    return route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Refused', status, detail, instance: 'req-1' }),
    })
  })
  for (const one of refusals) {
    refusal = one
    await test.step(`${one.status}`, async () => {
      const second = list.rows.nth(1)
      await second.focus()
      await page.keyboard.press('f')
      await expect(notifications).toContainText(`Not marked as fixing: ${one.message}`)
      if (one.detail) await expect(notifications).toContainText(one.detail)
      if (one === refusals[0]) expect(await violations(page)).toEqual([])
      await expect(second).toBeFocused()
      await expect(await list.cell(second, 'Status')).toHaveText('Open, Retry')
      await expect(list.total).toHaveText('4')

      await page.keyboard.press('x')
      await page.keyboard.press('Shift+J')
      await expect(bar).toContainText('2 selected')
      await page.keyboard.press('r')
      await expect(notifications).toContainText(`2 findings not marked as reviewing: ${one.message}`)
      await expect(bar).toContainText('2 selected')
      await expect(list.rows.nth(2)).toBeFocused()
      for (const row of [second, list.rows.nth(2)]) {
        await expect(await list.cell(row, 'Status')).toHaveText('Open, Retry')
      }
      await page.keyboard.press('Escape')
      await expect(bar).toBeHidden()
    })
  }
  expect((await workspace.findings()).every(({ triage_state: state }) => state === 'untriaged')).toBe(true)
})

test('a large decision that is refused says why and keeps what was typed; a refused undoing leaves it as it is', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  const list = new FindingsPage(page)
  const dialog = page.getByRole('dialog', { name: 'Ignore 3 findings' })
  const notifications = page.getByRole('region', { name: 'Notifications' })
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Select all 3 that match' }).press('Enter')
  await page.route(/\/triage\/jobs$/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.keyboard.press('i')
  await expect(dialog).toContainText('3 findings will be ignored')
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('1')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Generated')
  await dialog.getByRole('button', { name: 'Ignore 3 findings' }).press('Enter')
  await expect(dialog).toContainText('The service returned an error')
  await expect(dialog).toContainText('Nothing was changed')
  await page.unroute(/\/triage\/jobs$/)
  await dialog.getByRole('button', { name: 'Ignore 3 findings' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => (await workspace.findings({ status: 'ignored' })).map((row) => row.triage_comment))
    .toEqual(['Generated', 'Generated', 'Generated'])
  await expect(await list.cell(list.rows.first(), 'Status')).toHaveText('Ignored')

  await page.route(/\/undo$/, (route) => route.fulfill({ status: 409, body: '' }))
  await page.keyboard.press('u')
  await expect(notifications).toContainText("Couldn't undo")
  await expect(await list.cell(list.rows.first(), 'Status')).toHaveText('Ignored')
  await expect(list.focusedRow).toBeVisible()
})
