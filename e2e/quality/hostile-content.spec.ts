import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

const project = '<img src=x onerror=alert(1)>/x'
const rightToLeft = '\u202Egnp.exe\u202C'
const longWord = 'a'.repeat(10_000)
const longPath = `${'very-long-folder-name/'.repeat(18)}x.js`
const message = [
  'Plain words <b>not bold</b> <script>alert(2)</script><img src=x onerror="alert(3)">.',
  '[press here](javascript:alert(4)) or [there](https://example.com/there) or ![picture](https://evil.example/p.png)',
  `<iframe src="https://evil.example"></iframe> ${rightToLeft}`,
  longWord,
].join('\n\n')

/** Everything that must never happen on a page, noted as it happens. */
function dangers(page: Page, base: string): string[] {
  const seen: string[] = []
  page.on('dialog', async (dialog) => {
    seen.push(`dialog ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== base && url.protocol !== 'data:') seen.push(`request ${url.href}`)
  })
  page.on('popup', (popup) => seen.push(`window ${popup.url()}`))
  return seen
}

/** How many pixels the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const wide = (element: Element) => element.scrollWidth - element.clientWidth
    return Math.max(wide(document.documentElement), main ? wide(main) : 0)
  })

test('what scanners send is text: nothing runs, nothing is fetched, nothing breaks the page', async ({
  page,
  workspace,
  service,
  signedIn: _,
}) => {
  const seen = dangers(page, service.base)
  await workspace.scan(project, [
    { rule: 'evil.<svg onload=alert(5)>.rule', message, path: longPath, line: 3 },
    { rule: `evil.${rightToLeft}`, message: rightToLeft, path: `src/${rightToLeft}`, line: 1 },
    { rule: `evil.${'long-rule-'.repeat(80)}`, message: longWord, path: 'src/a.js', line: 2 },
  ])
  const list = new FindingsPage(page)

  for (const width of [1440, 390]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(workspace.at('/findings/code'))
      const rows =
        width > 640 ? list.rows : list.region.getByRole('listitem').filter({ has: page.locator('a') })
      await expect(rows.first()).toBeVisible()
      await expect(rows).toHaveCount(3)
      await expect(rows.first()).toContainText(project)
      if (width > 640) await expect(list.value('Project', project)).toBeVisible()
      expect(await overflow(page)).toBe(0)

      await rows.filter({ hasText: 'x.js:3' }).getByRole('link').click()
      await expect(list.panel).toContainText('<b>not bold</b>')
      await expect(list.panel.getByText(project).first()).toBeVisible()
      expect(await overflow(page)).toBe(0)
    })
    for (const { id } of await workspace.findings()) {
      await page.goto(workspace.at(`/findings/code/${id}`))
      await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
      await expect(page.getByRole('main').locator('img, iframe, script, svg[onload]')).toHaveCount(0)
      await expect(
        page.getByRole('main').locator('[href^="javascript:" i], [onerror], [onload]'),
      ).toHaveCount(0)
      expect(await overflow(page)).toBe(0)
    }
  }
  expect(seen).toEqual([])
})

test('what nobody sees in a name shows, and a copy has it', async ({
  page,
  workspace,
  service,
  signedIn: _,
}) => {
  const hidden = { shop: 'acme/pay\u202ement', path: 'src/a\u200bb.py', author: 'Ada\u2066' }
  await workspace.scan('acme/payment', [{ path: hidden.path, line: 7, message: 'See \u202ethis.' }])
  // From before such names were refused.
  const database = new DatabaseSync(join(service.dataFolder, 'gatehouse.db'))
  database.prepare("update project set name = ? where name = 'acme/payment'").run(hidden.shop)
  database.close()

  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code'))
  const mark = list.rows.first().locator('.unseen[data-code="U+202E"]').first()
  await expect(mark).toBeVisible()
  const token = await mark.evaluate((element) => getComputedStyle(element, '::before').content)
  expect(token).toBe('"U+202E"')
  expect((await mark.boundingBox())?.width).toBeGreaterThan(20)
  await expect(list.rows.first()).toContainText(hidden.shop)
  await expect(list.rows.first().getByTitle('src/a[U+200B]b.py', { exact: false })).toBeVisible()
  // What follows a character that reverses texts stands after it, in the order in which it was written.
  const [before, after] = await mark.evaluate((element) =>
    [element.previousSibling, element.nextSibling].map((text) => {
      const range = document.createRange()
      if (text) range.selectNode(text)
      return range.getBoundingClientRect().left
    }),
  )
  expect(after).toBeGreaterThan(before ?? 0)

  const copied = await list.rows.first().evaluate((row) => {
    getSelection()?.selectAllChildren(row)
    return String(getSelection())
  })
  expect(copied).toContain(hidden.shop)
  expect(copied).not.toContain('U+202E')

  for (const path of ['/projects', '/scans', `/projects/${encodeURIComponent(hidden.shop)}`]) {
    await page.goto(workspace.at(path))
    await expect(page.locator('main .unseen[data-code="U+202E"]').first()).toBeVisible()
  }
  await expect(page).toHaveTitle(/pay\[U\+202E\]ment/)
})

test('links of a message are live only where they lead to the web', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ message }])
  const [finding] = await workspace.findings()
  await page.goto(workspace.at(`/findings/code/${finding?.id}`))
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'there' })).toHaveAttribute('href', 'https://example.com/there')
  await expect(main.getByRole('link', { name: 'there' })).toHaveAttribute('rel', /noopener/)
  await expect(main).toContainText('press here')
  await expect(main.getByRole('link', { name: 'press here' })).toHaveCount(0)
})

test('the page cannot be framed and runs no script of others', async ({ page, service }) => {
  const answer = await page.goto('/sign-in')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
  expect(answer?.headers()['x-content-type-options']).toBe('nosniff')
  expect(new URL(page.url()).origin).toBe(service.base)
})

test('names that begin alike keep the end that tells them apart', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const start = `acme/${'platform-'.repeat(12)}`
  for (const end of ['api', 'web']) await workspace.scan(start + end, [{}])
  await page.goto(workspace.at('/projects'))
  for (const end of ['api', 'web']) {
    const link = page.getByRole('link', { name: start + end })
    await expect(link).toBeVisible()
    // The box of the whole text: what hangs out of the link at a side is cut off there.
    const out = await link.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().right - element.getBoundingClientRect().right
    })
    expect(out).toBeLessThanOrEqual(1)
  }
})
