import { readFile } from 'node:fs/promises'
import { violations } from '../support/accessibility.ts'
import { DependenciesPage } from '../support/dependencies-page.ts'
import { sbomFile } from '../support/scan-file.ts'
import { expect, test } from '../support/test.ts'

test('who uses a package below a version is asked in one box, and followed from package to version to where it stands', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new DependenciesPage(page)
  await page.goto(demo.at('/dependencies'))
  await expect(list.lines(1).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(list.box).toBeFocused()
  await page.keyboard.type('lodash <4.17.21')
  await page.keyboard.press('Enter')
  // A range is one of this package; others are counted, and a press away.
  await expect(list.readAs).toHaveText(/name is exactly lodash, version below 4\.17\.21/)
  await expect(list.lines(1)).toHaveCount(1)
  const others = page.getByRole('button', { name: /^and \d+ packages? whose name contains it$/ })
  const count = Number(/\d+/.exec((await others.textContent()) ?? '')?.[0])
  await others.click()
  await expect(list.readAs).toHaveText(/name contains lodash, version below 4\.17\.21/)
  await expect(list.box).toHaveValue('*lodash* <4.17.21')
  await expect(list.line(1, 'lodash.merge')).toBeVisible()
  await expect(list.lines(1)).toHaveCount(1 + count)
  await expect(others).toHaveCount(0)
  await page.getByRole('button', { name: 'Exact match: lodash' }).click()
  await expect(list.readAs).toHaveText(/name is exactly lodash, version below 4\.17\.21/)
  await expect(list.lines(1)).toHaveCount(1)
  await expect(list.box).toHaveValue('"lodash" <4.17.21')

  // By keyboard alone: into the package, its newest version, and where it stands.
  await list.lines(1).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(list.lines(1).first()).toHaveAttribute('aria-expanded', 'true')
  const versions = await list.lines(2).evaluateAll((rows) => rows.map((row) => row.textContent ?? ''))
  expect(versions.length).toBeGreaterThan(1)
  await page.keyboard.press('ArrowRight')
  await expect(list.lines(2).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list.lines(3).first()).toBeVisible()
  const uses = await list.lines(2).first().locator('td').nth(4).textContent()
  await expect(list.lines(3).first()).toHaveAttribute('aria-setsize', uses ?? '')
  await expect(
    list
      .lines(3)
      .first()
      .getByRole('link', { name: /acme\// }),
  ).toHaveAttribute('href', /\/d\/acme\/projects\/acme\//)
  await expect(
    list
      .lines(1)
      .first()
      .getByRole('link', { name: /open findings? in lodash$/ }),
  ).toHaveAttribute('href', '/d/acme/findings/supply-chain?status=open&primary_ref=true&dependencies=lodash')

  // The URL holds all of it.
  await page.reload()
  await expect(list.lines(3).first()).toHaveAttribute('aria-setsize', uses ?? '')
  await expect(list.box).toHaveValue('"lodash" <4.17.21')
})

test('title, search and actions leave the page to the packages, and say what is counted', async ({
  page,
  demo,
  signedIn: _,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const list = new DependenciesPage(page)
  await page.goto(demo.at('/dependencies'))
  await expect(list.lines(1).first()).toBeVisible()
  await expect(list.region.getByText(/^[\d,]+ package uses of [\d,]+ packages$/)).toBeVisible()
  await expect(page.getByText(/A package use is one version of a package in one lockfile/)).toBeVisible()
  const top = async (part: typeof list.region) => (await part.boundingBox())?.y ?? 0
  expect((await top(list.packages)) - (await top(list.region))).toBeLessThanOrEqual(120)
  await list.ask('lodash')
  await expect(list.readAs).toContainText('lodash')
  expect((await top(list.packages)) - (await top(list.region))).toBeLessThanOrEqual(120)
})

test('packages with open findings come first, and the number of a version is that of its list', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new DependenciesPage(page)
  await page.goto(demo.at('/dependencies'))
  const counts = list.lines(1).getByRole('link', { name: /open findings? in/ })
  await expect(counts.first()).toBeVisible()
  const numbers = (await counts.allTextContents()).map(Number)
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  // A package of several versions, of which one has fewer findings than all of them.
  const row = list
    .lines(1)
    .filter({ hasText: /[2-9] versions/ })
    .filter({ has: page.getByRole('link', { name: /findings? in/ }) })
  await row.first().click()
  const version = list
    .lines(2)
    .getByRole('link', { name: /open findings? in/ })
    .first()
  const count = await version.textContent()
  const named = /in (\S+) (\S+)$/.exec((await version.getAttribute('aria-label')) ?? '')
  await version.click()
  await expect(page).toHaveURL(new RegExp(`versions=${named?.[2]?.replaceAll('.', '\\.')}`))
  const filters = page.getByRole('list', { name: 'Filters in use' })
  await expect(filters).toContainText(`Package ${named?.[1]}`)
  await expect(filters).toContainText(`Version ${named?.[2]}`)
  await expect(page.getByRole('heading', { level: 1 }).locator('xpath=following-sibling::*[1]')).toHaveText(
    count ?? '',
  )
})

test('a filter narrows with its count, Back takes it off, and the table that is saved has exactly the rows', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new DependenciesPage(page)
  await page.goto(demo.at('/dependencies?q=lodash'))
  const direct = list.rail.getByRole('checkbox', { name: /^Direct/ })
  await expect(direct).toHaveAccessibleName(/^Direct\s*\d+$/)
  const count = Number(/\d+$/.exec((await direct.locator('xpath=ancestor::label').textContent()) ?? '')?.[0])
  await direct.click()
  await expect(list.chips).toHaveText('Dependency Direct')
  await expect(list.region.getByText(`${count} package uses`)).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saving
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(count + 1)
  expect(lines.slice(1).every((line) => /lodash/.test(line) && /DIRECT/.test(line))).toBe(true)

  await page.goBack()
  await expect(list.chips).toHaveCount(0)
  await expect(direct).not.toBeChecked()
  await expect(list.box).toHaveValue('lodash')
})

test('a project is followed to its lockfiles and what they hold', async ({ page, demo, signedIn: _ }) => {
  const list = new DependenciesPage(page)
  await page.goto(demo.at('/dependencies?q=lodash'))
  await expect(list.lines(1).first()).toBeVisible()
  await list.view('Projects').click()
  await expect(list.projects).toBeVisible()
  const project = list.lines(1).first()
  await project.click()
  await expect(project).toHaveAttribute('aria-expanded', 'true')
  const numbers = (level: 1 | 2) =>
    list.lines(level).evaluateAll((rows) => rows.map((row) => Number(row.lastElementChild?.textContent)))
  await expect(list.lines(2).first()).toBeVisible()
  const held = await numbers(2)
  expect(held.reduce((sum, one) => sum + one, 0)).toBe((await numbers(1))[0])
  await list.lines(2).first().click()
  await expect(list.lines(3)).toHaveCount(held[0] ?? 0)
  await expect(list.lines(3).first()).toContainText('lodash')

  // From the project's own page, too.
  await project.getByRole('link', { name: /^Project page of/ }).click()
  await page.getByRole('link', { name: 'All dependencies' }).click()
  await expect(list.projects).toBeVisible()
  await expect(list.lines(1)).toHaveCount(1)
  await expect(list.lines(2).first()).toBeVisible()
  await expect(list.chips).toHaveText(/^Project acme\//)
})

test('a license leads to the packages under it', async ({ page, demo, signedIn: _ }) => {
  const list = new DependenciesPage(page)
  await page.goto(demo.at('/dependencies?by=license'))
  const row = list.licenses.getByRole('row').filter({ hasText: 'MPL-2.0' }).first()
  await expect(row).toContainText('Weak copyleft')
  await expect(page.getByText('License unknown:')).toBeVisible()
  await row.getByRole('link', { name: 'MPL-2.0', exact: true }).click()
  await expect(list.chips).toHaveText('License MPL-2.0')
  await expect(list.lines(1).first()).toBeVisible()
  await page.goBack()
  await expect(list.licenses).toBeVisible()
})

test.describe('what cannot be searched', () => {
  test.use({ expectedErrors: [/422/] })

  test('is said at the field, and nothing of the text is lost', async ({ page, demo, signedIn: _ }) => {
    const list = new DependenciesPage(page)
    await page.goto(demo.at('/dependencies'))
    await expect(list.lines(1).first()).toBeVisible()
    await list.ask('lodash ^4, react')
    await expect(list.box).toHaveAccessibleDescription(/“\^4” is not supported/)
    await expect(list.readAs).toHaveText(/name contains lodash.*or name contains react/)
    await list.ask('lodash >5 <4')
    await expect(list.box).toHaveAccessibleDescription(/lower bound 5 is above the upper bound 4/)
    await expect(list.box).toHaveValue('lodash >5 <4')
    expect(await violations(page)).toEqual([])
  })
})

test('dependencies have no fault of access, by package, project and license, open and without a match', async ({
  page,
  demo,
  signedIn: _,
}) => {
  test.slow()
  const list = new DependenciesPage(page)
  await page.goto(demo.at('/dependencies?q=lodash+<4.17.21'))
  await list
    .line(1, /^lodash/)
    .first()
    .click()
  await list.lines(2).first().click()
  await expect(list.lines(3).first()).toBeVisible()
  await expect(list.rail.getByRole('checkbox', { name: /^npm/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await list.view('Projects').click()
  await expect(list.projects).toBeVisible()
  await list.lines(1).first().click()
  await list.lines(2).first().click()
  await expect(list.lines(3).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await list.view('Licenses').click()
  await expect(list.licenses.getByRole('link').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await list.ask('lodash <0.0.1')
  await expect(page.getByRole('button', { name: /^Clear search/i })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('a bill of materials of one’s own is searched: through what each came, its license, and names that mean harm', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const harm = '<img src=x onerror=alert(1)>'
  const list = new DependenciesPage(page)
  await page.goto(workspace.at('/dependencies'))
  await expect(page.getByRole('heading', { name: 'No dependencies yet' })).toBeVisible()
  await workspace.upload(
    'acme/shop',
    sbomFile([
      { name: 'express', version: '4.18.2', license: 'MIT', dependsOn: ['qs'] },
      { name: 'qs', version: '6.11.0', license: 'BSD-3-Clause', dependsOn: [harm] },
      { name: harm, version: '1.0.0', license: 'GPL-3.0-only' },
    ]),
  )
  await workspace.upload('acme/api', sbomFile([{ name: 'qs', version: '6.9.0', license: 'MIT' }]))
  // What has come is said, and moves nothing until it is requested.
  await page.getByRole('button', { name: '3 new · Show' }).click()
  await expect(list.lines(1)).toHaveCount(3)
  await list.ask('qs <6.10, "qs"@6.11.0')
  await expect(list.lines(1)).toHaveCount(1)
  await expect(list.line(1, 'qs')).toContainText('BSD-3-Clause (6.11.0), MIT (6.9.0)')
  await list.line(1, 'qs').click()
  await expect(list.lines(2)).toHaveText([/6\.11\.0/, /6\.9\.0/])
  await list.line(2, '6.11.0').click()
  await expect(list.line(3, 'acme/shop')).toContainText('Introduced through express@4.18.2')
  await list.line(2, '6.9.0').click()
  await expect(list.line(3, 'acme/api')).toContainText('Direct')
  await expect(list.line(3, 'acme/api')).toContainText('MIT')

  await list.ask('img')
  await expect(list.line(1, harm)).toBeVisible()
  await page.getByRole('button', { name: /^Export CSV/ }).focus()
  await list.view('Licenses').click()
  await expect(list.licenses.getByRole('row').filter({ hasText: 'GPL-3.0-only' })).toContainText(
    'Strong copyleft',
  )
})

test.describe('a service that can only list', () => {
  test.use({ expectedErrors: [/501/] })

  test('is still searched, row by row', async ({ page, demo, signedIn: _ }) => {
    const list = new DependenciesPage(page)
    const lacking = { status: 501, json: { title: 'Not there', status: 501 } }
    await page.route(/\/dependencies\/(facets|groups|licenses|export)$/, (route) => route.fulfill(lacking))
    await page.goto(demo.at('/dependencies?q="lodash"+<4.17.21'))
    const rows = page.getByRole('table', { name: 'Dependencies' }).locator('tr[data-row]')
    await expect(rows.first()).toContainText('lodash')
    await expect(list.view('Licenses')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
    const all = await rows.count()
    await list.rail.getByRole('checkbox', { name: 'Direct' }).click()
    await expect.poll(() => rows.count()).toBeLessThan(all)
    await list.view('Projects').click()
    await expect(list.lines(1).first()).toBeVisible()
  })
})

test('a long lockfile goes on where it ended, and the focus with it', async ({
  page,
  workspace,
  signedIn: _,
}) => {
  const many = Array.from({ length: 620 }, (_, at) => ({ name: `part-${at}`, version: '1.0.0' }))
  await workspace.upload('acme/large', sbomFile(many))
  const list = new DependenciesPage(page)
  await page.goto(workspace.at('/dependencies?by=project'))
  await list.lines(1).first().press('Enter')
  await list.lines(2).first().press('Enter')
  await expect(list.lines(3).first()).toBeVisible()
  await page.keyboard.press('End')
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(more).toBeVisible()
  await expect(page.getByText('120 more not shown')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(more).toHaveCount(0)
  await expect(page.locator('tr:focus')).toHaveAttribute('aria-posinset', '501')
})

test('a slow browser loses nothing of what is typed while the URL follows', async ({
  page,
  demo,
  signedIn: _,
}) => {
  const list = new DependenciesPage(page)
  await page.goto(demo.at('/dependencies'))
  await expect(list.lines(1).first()).toBeVisible()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 5 })
  await list.box.pressSequentially('lodash <4.17.21', { delay: 260 })
  await list.box.press('Enter')
  await expect(list.readAs).toHaveText(/name is exactly lodash, version below 4\.17\.21/)
  await expect(list.box).toHaveValue('lodash <4.17.21')
})
