import type { Page } from '@playwright/test'
import { collectTriagedIds, FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

declare global {
  interface Window {
    /** What a hand on a mouse would have done since this page was loaded. */
    pressed: string[]
  }
}

/** Notes every event of a mouse or a finger, and every load of a whole page, in the page itself. */
async function watchHands(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.pressed = []
    sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads')) + 1))
    for (const type of ['pointerdown', 'mousedown', 'touchstart', 'wheel', 'contextmenu']) {
      addEventListener(type, () => window.pressed.push(type), { capture: true, passive: true })
    }
  })
}

test('a hundred findings are triaged by keyboard alone', async ({ page, workspace, signedIn: _ }) => {
  test.slow()
  await workspace.scan('acme/shop', generateFindings(120))
  await watchHands(page)
  const list = new FindingsPage(page)
  const triagedIds = collectTriagedIds(page)
  const key = (name: string) => page.keyboard.press(name)
  await page.goto(workspace.at('/findings/code?status=open'))
  await expect(list.rows.first()).toBeVisible()
  await list.startKeys()

  // Twenty are looked at one by one, with the detail beside the list.
  await key('Enter')
  await expect(list.panel.getByRole('heading', { name: 'History' })).toBeVisible()
  for (let each = 0; each < 20; each++) await key(each % 2 ? 'f' : 'r')
  await expect(list.foot).toContainText('20 triaged findings')
  await key('Escape')
  await expect(list.panel).toBeHidden()

  // One is ignored with a reason and a note, the next nineteen for the same.
  await list.openIgnoreForm()
  await key('1')
  await page.keyboard.type('Test code')
  await key('Enter')
  await expect(list.foot).toContainText('21 triaged findings')
  for (let each = 0; each < 19; each++) await key('Shift+I')
  await expect(list.foot).toContainText('40 triaged findings')

  // Sixty are selected and decided together.
  await key('x')
  for (let each = 1; each < 60; each++) await key('Shift+J')
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('60 selected')
  await key('i')
  await expect(page.getByRole('form', { name: 'Ignore 60 selected' }).locator(':focus')).toBeVisible()
  await key('2')
  await key('Enter')
  await expect(list.foot).toContainText('100 triaged findings no longer match')

  await expect.poll(async () => (await workspace.findings({ status: 'open' })).length).toBe(20)
  const rows = await workspace.findings()
  const count = (such: (row: (typeof rows)[number]) => boolean) => rows.filter(such).length
  expect(count(({ status }) => status === 'reviewing')).toBe(10)
  expect(count(({ status }) => status === 'fixing')).toBe(10)
  expect(count((row) => row.triage_reason === 'false_positive' && row.triage_comment === 'Test code')).toBe(
    20,
  )
  expect(count(({ triage_reason: reason }) => reason === 'acceptable_risk')).toBe(60)
  expect(new Set(triagedIds).size).toBe(100)
  expect(triagedIds).toHaveLength(100)
  expect(await page.evaluate(() => window.pressed)).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('loads'))).toBe('1')
})
