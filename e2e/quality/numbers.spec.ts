import type { Page } from '@playwright/test'
import type { Policy, PolicyAnswer } from '#contract/responses/policies.ts'
import type { ScanSummary } from '#contract/responses/scans.ts'
import { sections } from '../../src/dashboard/pages/settings/sections.ts'
import { atRandom, countedOptions, pathOfOption, someOfEach } from '../support/counted-options.ts'
import { type NumberedLink, numbersIn, numbersOf, pointsOf } from '../support/page-numbers.ts'
import { createRandomData } from '../support/random-data.ts'
import { sendRequest } from '../support/service.ts'
import { test as base, expect, signIn } from '../support/test.ts'
import { totalsIn, unexplained } from '../support/unlinked-numbers.ts'
import { Workspace } from '../support/workspace.ts'

/** A deployment, and the token of a person in it. */
interface Data {
  workspace: Workspace
  token: string
}

const test = base.extend<object, { data: Record<'demo' | 'random', Data> }>({
  data: [
    async ({ service }, use) => {
      const demo = { workspace: new Workspace(service, 'acme'), token: service.token }
      await use({ demo, random: await createRandomData(service) })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** Numbers of links that are not the size of the list that they open, each with the reason. */
const noSizes: readonly (readonly [name: RegExp, reason: string])[] = [
  [/^(Age in the backlog|Time to fix), /, 'a median of the list'],
  [/^[\d.]+% /, 'a share of the list'],
]

/** Charts of past days that no list has, which say so. */
const chartsOfHistory = /^(Open per day, last 90 days|Findings by day, 90 days)$/
/** How many points of a chart are followed, at random. */
const pointsOfChart = 6

const listPage =
  /^\/d\/[^/]+\/(findings\/(code|supply-chain|secrets)|projects|dependencies|scans|approvals|exports|policies|policies\/\d+|accepted-risks|inbox|settings\/[\w-]+)(\?.*)?$/
/** Lists whose rows are in the document; those of secrets are grouped. */
const findingsPage = /\/findings\/(code|supply-chain)(\?|$)(?!.*\bgroup=)/

/** The numbers of a list: its rows, and the groups they are in. */
async function sizesOf(follower: Page, href: string): Promise<string> {
  if (findingsPage.test(href)) {
    // The document has the title with its total, at a tenth of the time that the page takes.
    const html = await (await follower.request.get(href)).text()
    return /<h1[^>]*>[^<]*<\/h1><\w+[^>]*>([\d,]+)</.exec(html)?.[1] ?? 'no total'
  }
  if (new URL(follower.url()).pathname + new URL(follower.url()).search !== href) await follower.goto(href)
  return titleOf(follower)
}

/** The title of a page with the numbers beside it. */
const titleOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    if (/\/inbox$/.test(location.pathname)) return `${document.querySelectorAll('main [data-row]').length}`
    const title = document.querySelector('h1')
    const badge = document.querySelector('main h2')
    return [...(title?.parentElement?.children ?? []), ...(badge ? [badge] : [])]
      .map((element) => element.textContent)
      .join(' ')
  })

/** What a link counts: the number that is seen, else the first of its name. Undefined if it counts nothing. */
function countOf({ name, text, href }: NumberedLink): number | undefined {
  if (!listPage.test(href) || noSizes.some(([pattern]) => pattern.test(name))) return undefined
  return numbersIn(text.replace(/^[+−]/, '')).length === 1 && /^[+−]?[\d,]+$/.test(text)
    ? numbersIn(text)[0]
    : numbersIn(name)[0]
}

/** Follows the links of a page that count something, and returns those whose list has another size. */
async function differences(page: Page, follower: Page, known: Set<string>): Promise<string[]> {
  const found: string[] = []
  for (const link of (await numbersOf(page)).links) {
    const count = countOf(link)
    if (count === undefined || known.has(`${count} ${link.href}`)) continue
    known.add(`${count} ${link.href}`)
    const other = await otherSize(follower, link.href, count)
    if (other !== undefined) found.push(`${link.name}: ${link.href} has ${other}`)
  }
  return found
}

/** The numbers of a list that is not of this size; undefined if it is. */
async function otherSize(follower: Page, href: string, count: number): Promise<string | undefined> {
  // Its parts load one after the other.
  const isEqual = async () => numbersIn(await sizesOf(follower, href)).includes(count)
  const passes = await expect
    .poll(isEqual, { timeout: 10_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
  return passes ? undefined : sizesOf(follower, href)
}

/** Follows some points of each chart, of the table that it can be seen as; those that open no list have to say why. */
async function chartFaults(page: Page, follower: Page, known: Set<string>): Promise<string[]> {
  const found: string[] = []
  for (const figure of await page.getByRole('figure').all()) {
    const toggle = figure.getByRole('button', { name: 'Table', exact: true })
    if (!(await toggle.isVisible())) continue
    await toggle.click()
    const cells = await pointsOf(figure)
    await toggle.click()
    const name = (await figure.locator('figcaption').textContent()) ?? ''
    if (cells.some(({ href }) => href === null) && !chartsOfHistory.test(name))
      found.push(`${name} opens no list`)
    for (const { text, href } of atRandom(cells, pointsOfChart)) {
      // A duration is no size.
      const count = /^[\d,]+$/.test(text) ? numbersIn(text)[0] : undefined
      if (href === null || count === undefined || !listPage.test(href) || known.has(`${count} ${href}`))
        continue
      known.add(`${count} ${href}`)
      const other = await otherSize(follower, href, count)
      if (other !== undefined) found.push(`${name}, ${text}: ${href} has ${other}`)
    }
  }
  return found
}

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Projects \d/ })).toBeVisible()
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  await expect(page.locator('main [role=status][aria-busy=true], main .animate-pulse')).toHaveCount(0)
}

/** The totals that a page repeats, where they are other than beside its title, and numbers without link or reason. */
async function unlinkedFaults(page: Page): Promise<string[]> {
  const { texts } = await numbersOf(page)
  const sizes = numbersIn(await titleOf(page))
  const other = totalsIn(texts).filter(({ total }) => !sizes.includes(total))
  return [
    ...other.map(({ place, text }) => `${place} says "${text}" of ${sizes.join(' or ')}`),
    ...unexplained(texts).map((text) => `no link: ${text}`),
  ]
}

/** The pages of each part of the dashboard; those of one thing are found by the API. */
const parts: Record<string, (data: Data) => Promise<string[]>> = {
  overview: async () => ['', '?period=30d'],
  findings: async ({ workspace }) => {
    const [code] = await workspace.findings({ issue_type: 'sast', status: 'open' })
    const [supplyChain] = await workspace.findings({ issue_type: 'sca', status: 'open' })
    return [
      '/findings/code',
      '/findings/code?group=repos',
      `/findings/code/${code?.id}`,
      '/findings/supply-chain?group=upgrade',
      `/findings/supply-chain/${supplyChain?.id}`,
      '/findings/secrets?group=secret',
    ]
  },
  projects: async ({ workspace }) => {
    const [finding] = await workspace.findings({ status: 'open' })
    return ['/projects', `/projects/${finding?.repository?.name}`, '/scans', ...(await scansOf(workspace))]
  },
  dependencies: async () => ['/dependencies', '/dependencies?by=project', '/dependencies?by=license'],
  policies: async ({ workspace }) => {
    const { policies } = await read<{ policies: Policy[] }>(workspace, '/policies')
    const query = 'sort=-open_findings&limit=1'
    const last = policies.at(-1)?.id
    const { rules } = await read<PolicyAnswer>(workspace, `/policies/${last}?${query}`)
    return ['/policies', ...policies.map(({ id }) => `/policies/${id}`), `/rules/${rules[0]?.path}`]
  },
  work: async () => ['/inbox', '/approvals', '/accepted-risks', '/exports', '/import'],
  settings: async () =>
    sections.map((section) => (section === 'general' ? '/settings' : `/settings/${section}`)),
}

/** Lists with filters, alone and with others chosen, and how many options of each filter are followed. */
const filteredLists: readonly (readonly [path: string, options: number])[] = [
  ['/findings/code', 2],
  ['/findings/code?status=ignored&severities=high,critical', 1],
  ['/findings/supply-chain', 2],
  ['/findings/supply-chain?fix_available=true&severities=high', 1],
  ['/findings/secrets', 1],
  ['/findings/secrets?status=ignored', 1],
  ['/projects', 1],
  ['/projects?open_critical=true', 1],
  ['/scans', 1],
  ['/scans?is_full_scan=true', 1],
  ['/dependencies', 1],
  ['/settings/audit', 1],
]

const read = <T>({ service, slug }: Workspace, path: string) =>
  sendRequest<T>(service, 'GET', `/deployments/${slug}${path}`)

/** A scan of a primary branch and one of a pull request. */
async function scansOf(workspace: Workspace): Promise<string[]> {
  const { scans } = await sendRequest<{ scans: ScanSummary[] }>(
    workspace.service,
    'POST',
    `/deployments/${workspace.slug}/scans/search`,
    { body: {} },
  )
  const ended = scans.filter(({ status }) => status === 'SCAN_STATUS_COMPLETED')
  const full = ended.find((scan) => scan.is_full_scan)
  const diff = ended.find((scan) => !scan.is_full_scan)
  return [full, diff].flatMap((scan) => (scan ? [`/scans/${scan.id}`] : []))
}

for (const name of ['demo', 'random'] as const) {
  test.describe(`in ${name} data`, () => {
    for (const [part, pagesOf] of Object.entries(parts)) {
      test(`each number of the pages of ${part} opens a list of as many`, async ({ page, service, data }) => {
        test.setTimeout(900_000)
        const { workspace, token } = data[name]
        await signIn(page, service.base, token)
        const follower = await page.context().newPage()
        const known = new Set<string>()
        const found: string[] = []
        for (const path of await pagesOf(data[name])) {
          await openPage(page, workspace.at(path))
          found.push(...(await differences(page, follower, known)))
          // The first day of each chart.
          for (const slider of await page.getByRole('slider').all()) await slider.press('Home')
          found.push(...(await differences(page, follower, known)))
          found.push(...(await unlinkedFaults(page)).map((fault) => `${path}: ${fault}`))
          found.push(...(await chartFaults(page, follower, known)))
        }
        expect(found).toEqual([])
        expect(known.size).toBeGreaterThan(3)
      })
    }

    test('each option of a filter gives as many rows as it says, with others chosen too', async ({
      page,
      service,
      data,
    }) => {
      test.setTimeout(900_000)
      const { workspace, token } = data[name]
      await signIn(page, service.base, token)
      const follower = await page.context().newPage()
      const found: string[] = []
      for (const [path, most] of filteredLists) {
        await openPage(page, workspace.at(path))
        const options = await countedOptions(page)
        expect(options.length, path).toBeGreaterThan(0)
        if (path.includes('status=ignored')) {
          const reasons = options.filter((option) => option.name === 'triage_reasons')
          const sum = reasons.reduce((total, { count }) => total + count, 0)
          expect(numbersIn(await titleOf(page)), `${path}: the reasons add up`).toContain(sum)
        }
        for (const option of someOfEach(options, most)) {
          const href = pathOfOption(page, option)
          const other = await otherSize(follower, href, option.count)
          if (other !== undefined) found.push(`${option.name}: ${option.count} ${href} has ${other}`)
        }
      }
      expect(found).toEqual([])
    })
  })
}
