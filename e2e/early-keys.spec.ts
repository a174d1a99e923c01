import { FindingsPage } from './findings-page.ts'
import { expect, test } from './test.ts'

const made = (count: number) => Array.from({ length: count }, () => ({}))

test('keys pressed before their code is there are kept, each for its own row', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', made(30))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.rows.first().focus()
  for (let row = 0; row < 20; row++) await page.keyboard.press(row % 2 === 0 ? 'r' : 'f')
  await expect(list.foot).toContainText('20 decided here no longer match')
  // A decision shows at once; the service hears of it right after.
  for (const status of ['reviewing', 'fixing']) {
    await expect.poll(async () => (await workspace.findings({ status })).length).toBe(10)
  }
})

test('a reason and a note typed in one go reach the line that is still on its way', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', made(2))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.rows.first().focus()
  await page.keyboard.type('i2for now')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () =>
      (await workspace.findings({ status: 'ignored' })).map((finding) => finding.triage_comment),
    )
    .toEqual(['for now'])
})
