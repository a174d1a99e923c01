import type { Page } from '@playwright/test'
import type { Policy, PolicyAnswer } from '#contract/responses/policies.ts'
import type { ScanSummary } from '#contract/responses/scans.ts'
import { sections } from '../../src/pages/settings/sections.ts'
import { type NumberedLink, numbersIn, numbersOf } from '../support/page-numbers.ts'
import { createRandomData } from '../support/random-data.ts'
import { sendRequest } from '../support/service.ts'
import { test as base, expect, signIn } from '../support/test.ts'
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

/** Texts that count something but are no link, each with the reason. */
const noLinks: readonly (readonly [text: RegExp, reason: string])[] = [
  [/^Seed \d+$/, 'the name of this deployment'],
  [
    /^\d+ (person|people) besides you can approve /,
    'people of this deployment, whom the section People lists',
  ],
  [
    /^(After you save|Overdue: |Due within)/,
    'a preview by due dates that lists do not know until they are saved',
  ],
  [
    /^(All )?[\d,]+( of [\d,]+)? [\w-]+( [\w-]+)?( loaded)?$/,
    'how much of this list there is, or of a row that opens',
  ],
  [/^[\d,]+–[\d,]+ of [\d,]+/, 'the rows of this page of the list'],
  [/^in [\d,]+ \w+$/, 'the groups of this list'],
  [/^[\d,]+$/, 'of a row that opens: its uses, its findings by severity'],
  [/^[+−][\d,]+$/, 'the difference of what came and what went, which are links beside it'],
  [
    /^and [\d,]+ more( findings?)?\b/,
    'what one person decided at once, of which the audit log has a row that opens',
  ],
  [
    /^main and |^[\w/., -]+ and [\d,]+ (pull requests?|branch(es)?|refs?)$/,
    'the other branches of a finding, which are links below',
  ],
  [/^Also on \d+ other refs?$|^\d+ fix pull requests?$/, 'a flag of a row, whose finding has the links'],
  [
    /^[\d,]+ dependencies in /,
    'the sum of packages without a license, whose packages and projects are links beside it',
  ],
  [/\(\d+ versions\)/, 'of a row that opens: its versions'],
  [/^[\d,]+ findings: [\d,]+ code, /, 'what the file of a scan had, of which no list is kept'],
  [
    /^[\d,]+ critical findings? and [\d,]+ high /,
    'what was ignored before approvals were required, which no filter knows',
  ],
  [/^on [\d,]+ branches$| · on [\d,]+ branches/, 'the branches of what was decided, in the audit log'],
  [/^\d+: /, 'the number of a pull request, or an exit code'],
  [/ projects?$/, 'projects whose names follow'],
  [
    /^(No finding blocks|[\d,]+ findings? blocks?)(, |$)/,
    'what a verdict counts, whose findings are listed below',
  ],
  [/^Return 404 for /, 'the title of a commit or pull request'],
  [/% of /, 'a share'],
  [/\b\d+ (d|h|min|s|days?|hours?|months?|years?)\b/, 'a time'],
  [/\b\d{1,2} [A-Z][a-z]+( \d{4}|\.)|^[A-Z][a-z]+ \d{4}$/, 'a day or a month'],
  [/ \d+ (MB|GB)\b/, 'a size'],
  [/(pull request|line|Scan|version|Ticket) \S*\d/i, 'a name'],
]

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
  return follower.evaluate(() => {
    if (/\/inbox$/.test(location.pathname)) return `${document.querySelectorAll('main [data-row]').length}`
    const title = document.querySelector('h1')
    const badge = document.querySelector('main h2')
    return [...(title?.parentElement?.children ?? []), ...(badge ? [badge] : [])]
      .map((element) => element.textContent)
      .join(' ')
  })
}

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
    // Its parts load one after the other.
    const isEqual = async () => numbersIn(await sizesOf(follower, link.href)).includes(count)
    const passes = await expect
      .poll(isEqual, { timeout: 10_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
    if (!passes) found.push(`${link.name}: ${link.href} has ${await sizesOf(follower, link.href)}`)
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

async function textsWithoutLink(page: Page): Promise<string[]> {
  const { texts } = await numbersOf(page)
  return texts.filter(
    (text) => numbersIn(text).length > 0 && !noLinks.some(([pattern]) => pattern.test(text)),
  )
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
          found.push(...(await textsWithoutLink(page)).map((text) => `no link on ${path}: ${text}`))
        }
        expect(found).toEqual([])
        expect(known.size).toBeGreaterThan(3)
      })
    }
  })
}
