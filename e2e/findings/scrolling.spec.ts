import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const widths = [360, 768, 1024, 1440, 2560]
/** Pages that one browser opens one after another. */
const pages = {
  findings: [
    '/findings/code?status=open&primary_ref=true',
    '/findings/supply-chain?status=open&primary_ref=true',
    '/findings/secrets?status=open&dedup=true&group=secret',
    '/findings/code?group=rules',
  ],
  'projects and dependencies': [
    '/projects',
    '/projects/acme/admin-console',
    '/projects/acme/scheduler',
    '/dependencies',
  ],
  'policies, scans and exports': ['/policies', '/policies/1', '/scans', '/scans/1', '/exports'],
  settings: [
    '/settings',
    '/settings/tokens',
    '/settings/sessions',
    '/settings/audit',
    '/settings/appearance',
  ],
}

/**
 * What scrolls sideways, and the lists that stand in more than one scroller. Code and a table whose
 * columns a person scrolls under the first ones are meant to.
 */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const meant = 'section:has(> pre), :has(> table.wide-table)'
    const scrolls = (element: Element, axis: 'X' | 'Y') => {
      const way = getComputedStyle(element)[`overflow${axis}`]
      if (element !== document.documentElement && way !== 'auto' && way !== 'scroll') return false
      return axis === 'X'
        ? element.scrollWidth > element.clientWidth && element.clientWidth > 0
        : element.scrollHeight > element.clientHeight && element.clientHeight > 0
    }
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.ariaLabel ?? element.className}`
    const found: string[] = []
    for (const element of document.querySelectorAll('*')) {
      if (scrolls(element, 'X') && !element.matches(meant)) {
        found.push(`${name(element)}: ${element.scrollWidth} in ${element.clientWidth} px`)
      }
    }
    const row = document.querySelector('[data-row]')
    const around: string[] = []
    for (let element = row?.parentElement; element; element = element.parentElement) {
      if (scrolls(element, 'Y')) around.push(name(element))
    }
    if (around.length > 1) found.push(`a list in ${around.join(' in ')}`)
    return found
  })
}

/** At every width, once the page shows what it asked for. */
async function hold(page: Page, address: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await expect.poll(() => faults(page), `${address} at ${width} px`).toEqual([])
  }
}

test.beforeEach(({ signedIn }) => signedIn)

for (const [subject, addresses] of Object.entries(pages)) {
  test(`nothing scrolls sideways or twice on pages of ${subject}`, async ({ page, demo }) => {
    for (const address of addresses) {
      await page.goto(demo.at(address))
      await expect(page.getByRole('heading').first()).toBeVisible()
      await hold(page, address)
    }
  })
}

for (const [folder, type] of [
  ['code', 'sast'],
  ['supply-chain', 'sca'],
] as const) {
  test(`a link to an open ${folder} finding shows a list that scrolls once`, async ({ page, demo }) => {
    const { id } = await demo.findingWith({ status: 'open', issue_type: type }, () => true)
    await page.goto(demo.at(`/findings/${folder}?status=open&primary_ref=true&open=${id}`))
    await expect(
      page.getByRole('complementary', { name: `Finding ${id}` }).getByRole('heading'),
    ).not.toHaveCount(0)
    await hold(page, `finding ${id}`)

    await page.goto(demo.at(`/findings/${folder}/${id}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await hold(page, `the page of finding ${id}`)
  })
}

test('a compact list that says how many branches have a finding scrolls once beside its detail', async ({
  page,
  demo,
  baseURL,
}) => {
  await page.context().addCookies([{ name: 'gatehouse_density', value: 'compact', url: baseURL ?? '' }])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(demo.at('/findings/code?status=open&dedup=true'))
  const several = page.getByRole('row').filter({ has: page.getByRole('button', { name: /branches$/ }) })
  await several.first().getByRole('link').first().click()
  await expect(
    page.getByRole('complementary', { name: /^Finding \d+$/ }).getByRole('heading'),
  ).not.toHaveCount(0)
  await hold(page, 'the compact list of all branches')
})
