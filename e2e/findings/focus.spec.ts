import type { Page } from '@playwright/test'
import { FindingsPage } from '../support/findings-page.ts'
import { generateFindings } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

const triageKeys = ['i', 'Shift+I', 'r', 'f', 'o', 'y', 'n', 'u', 't', 'x']

/** Every control of the page outside of rows, the open finding and the bar of a selection, by a number put on it. */
function controlsOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
    ]
      .filter(
        (each) => each.checkVisibility() && !each.matches(':disabled') && each.closest('[inert]') === null,
      )
      .filter((each) => !each.closest('[data-row], [data-finding], [data-selection]'))
    for (const [index, each] of controls.entries()) each.dataset['control'] = String(index)
    return controls.length
  })
}

test('with the focus on any control of the page no triage key changes a finding', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  test.slow()
  await workspace.scan('acme/shop', [{}, {}, {}])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /triage/.test(request.url())) changes.push(request.url())
  })
  const count = await controlsOf(page)
  expect(count).toBeGreaterThan(20)
  for (let at = 0; at < count; at += 1) {
    const control = page.locator(`[data-control="${at}"]`)
    const takesText = await control.evaluate((each: HTMLElement) => {
      each.focus()
      return each.matches('input:not([type=checkbox], [type=radio]), textarea, select')
    })
    if (takesText) continue
    for (const key of triageKeys) await page.keyboard.press(key)
    await expect(control).toBeFocused()
  }
  await expect(list.ignoreForm).toBeHidden()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden()
  expect(changes).toEqual([])
  await expect(list.total).toHaveText('3')
})

test('what opens a field focuses it, and Esc goes back to what opened it', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?status=open&primary_ref=true'))
  await list.startKeys()
  const more = list.rail.getByRole('button', { name: /^\d+ more$/ }).first()
  await more.click()
  await expect(list.rail.getByRole('searchbox', { name: /^Search / }).first()).toBeFocused()
  await page.keyboard.press('Escape')
  const opener = list.rail.getByRole('button', { name: /^Search / }).first()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list.rail.getByRole('searchbox', { name: /^Search / }).first()).toBeFocused()
})

test('the row with the focus and the open finding are the same, whatever moves one', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}, {}, {}, {}])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  const same = async () => {
    const id = await list.focusedRow.getAttribute('data-row')
    await expect(list.panel).toHaveAccessibleName(`Finding ${id}`)
    await expect(page).toHaveURL(new RegExp(`open=${id}`))
  }
  await page.keyboard.press('Enter')
  await same()
  for (const key of ['j', 'ArrowDown', 'End', 'k', 'ArrowUp', 'Home']) {
    await page.keyboard.press(key)
    await same()
  }
  await list.rows.nth(3).getByRole('checkbox').click()
  await expect(list.panel).toHaveAccessibleName(`Finding ${await list.rows.nth(3).getAttribute('data-row')}`)
  await page.keyboard.press('Escape')
  await list.rows.nth(2).focus()
  await same()
  for (const key of ['PageDown', 'PageUp', 'Space']) {
    await page.keyboard.press(key)
    await expect(list.rows.nth(2)).toBeFocused()
    await same()
  }
})

test('on another page of the list the open finding is that of the row which takes the focus', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', generateFindings(120))
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('Enter')
  await expect(list.panel).toBeVisible()
  for (const [key, shown] of [
    [']', '101–120 of 120'],
    ['[', '1–100 of 120'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(list.foot).toContainText(shown)
    await expect(list.rows.first()).toBeFocused()
    const id = await list.rows.first().getAttribute('data-row')
    await expect(list.panel).toHaveAccessibleName(`Finding ${id}`)
    await expect(page).toHaveURL(new RegExp(`open=${id}`))
  }
})

test('Page ↓ and Space scroll the open finding', async ({ page, demo, signedIn: _ }) => {
  await page.setViewportSize({ width: 1440, height: 620 })
  const list = new FindingsPage(page)
  await page.goto(demo.at('/findings/code?status=open&primary_ref=true'))
  await list.startKeys()
  await page.keyboard.press('Enter')
  await expect(list.panel.getByRole('heading', { name: 'History' })).toBeAttached()
  const scrolled = () => list.panel.locator('> .scroll-area').evaluate((each) => each.scrollTop)
  await page.keyboard.press('PageDown')
  await expect.poll(scrolled).toBeGreaterThan(50)
  const before = await scrolled()
  await page.keyboard.press('PageUp')
  await expect.poll(scrolled).toBeLessThan(before)
  await page.keyboard.press('Space')
  await expect.poll(scrolled).toBeGreaterThan(50)
})

test('on the page of a finding j and k walk through the list it was opened from, and Esc leads back', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}, {}, {}])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  const ids = await list.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
  await page.keyboard.press('Shift+Enter')
  await expect(page).toHaveURL(new RegExp(`/code/${ids[0]}\\?status=open`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  for (const [key, at] of [
    ['j', 1],
    ['j', 2],
    ['k', 1],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`/code/${ids[at]}\\?`))
  }
  // Whoever is quicker than the page means the finding that the key before led to.
  for (const key of ['k', 'j', 'j', 'f']) await page.keyboard.press(key)
  await expect(page).toHaveURL(new RegExp(`/code/${ids[2]}\\?`))
  await expect
    .poll(async () => (await workspace.findings({ status: 'fixing' })).map(({ id }) => String(id)))
    .toEqual([ids[2]])
  // What asked for the reason gives the focus back to the page, not to the next best button.
  await page.keyboard.press('i')
  await expect(list.ignoreForm.locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list.ignoreForm).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list.heading).toBeVisible()
  await expect(list.chips).toContainText(['Open'])
})

test('a page that is opened before the code of every page has loaded has the focus', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{}])
  const there = Promise.withResolvers<void>()
  await page.route(/\/assets\/deferred-/, async (route) => {
    await there.promise
    await route.continue()
  })
  await page.goto(workspace.at('/projects'))
  await page.getByRole('link', { name: 'acme/shop' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'acme/shop' })).toBeVisible()
  there.resolve()
  await expect(page.getByRole('main')).toBeFocused()
})

test('from the search field Enter and ↓ lead to the first row, and Esc back to the row before', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  await workspace.scan('acme/shop', [{ path: 'src/a.ts' }, { path: 'src/b.ts' }, { path: 'src/c.ts' }])
  const list = new FindingsPage(page)
  await page.goto(workspace.at('/findings/code?status=open'))
  await list.startKeys()
  await page.keyboard.press('j')
  await page.keyboard.press('/')
  await expect(list.search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list.rows.nth(1)).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expect(list.rows.first()).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('b.ts')
  await page.keyboard.press('Enter')
  await expect(list.total).toHaveText('1')
  await expect(list.rows.first()).toBeFocused()
})
