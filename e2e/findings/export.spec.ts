import { readFile } from 'node:fs/promises'
import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

test('what the filter shows is saved as a table, every finding once', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(130))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await expect(list.total).toHaveText('130')
  const button = page.getByRole('button', { name: 'Export', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export 130 findings' })
  await expect(dialog.getByRole('radio', { name: /^CSV/ })).toBeChecked()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^findings-code-open-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFid,severity,title,rule,project/)
  expect(lines).toHaveLength(132)
  await expect(dialog.getByRole('status')).toHaveText(`130 findings saved as ${file.suggestedFilename()}`)
  const finding = workspace.at('/findings/code/')
  expect(lines.slice(1, -1).every((line) => line.includes(finding))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('the table has the columns of the list, in their order', async ({ page, workspace, signedIn: _ }) => {
  await workspace.scan('acme/shop', generateFindings(2))
  await page.goto(workspace.at('/findings/code?columns=status,finding,project,cwe'))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  const [head, first] = (await readFile(await (await saving).path(), 'utf8')).split('\r\n')
  expect(head).toBe(
    '\uFEFFid,status,triage_reason,ignore_requested,title,rule,project,ref,path,line,cwe,gatehouse_url,url',
  )
  expect(first).toMatch(
    /,open,.*,javascript\.express\.sqli,acme\/shop,refs\/heads\/main,src\/app\.js,2,CWE-89: SQL Injection,/,
  )
})

test('an export can be cancelled, and one that breaks off says so and can be tried again', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(3))
  await page.goto(workspace.at('/findings/code'))
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export 3 findings' })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const exports = '**/findings/export?*'
  await page.route(exports, async (route) => {
    asked.resolve()
    await answer.promise
    await route.abort().catch(() => undefined)
  })
  await dialog.getByRole('radio', { name: /^SARIF/ }).check()
  await dialog.getByRole('button', { name: 'Export' }).click()
  await asked.promise
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('progressbar')).toBeHidden()
  answer.resolve()
  await page.unroute(exports)

  const headers = { 'x-total-count': '3', 'content-type': 'text/csv', 'x-request-id': 'r-17' }
  await page.route(exports, (route) => route.fulfill({ headers, body: 'id\r\n1\r\n' }))
  await dialog.getByRole('radio', { name: /^CSV/ }).check()
  await dialog.getByRole('button', { name: 'Export' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'The export was interrupted. The service stopped after 1 of 3 findings. Nothing was saved.',
  )
  await expect(dialog.getByRole('alert')).toContainText('r-17')
  await page.unroute(exports)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
})
