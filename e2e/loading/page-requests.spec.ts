import type { Page } from '@playwright/test'
import { sendRequest } from '../support/service.ts'
import { expect, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

/** Requests of the frame on each page: the user, saved views, and running jobs. */
const ofFrame = /^(me|views|jobs|capabilities|events|sbom\/export\?mine=true&limit=20)\b/
/** The last request of the frame, once the page is rendered. */
const lastOfFrame = /^sbom\/export\?mine=true&limit=20$/
/** Requests after the rows are painted. */
const afterRows = /facets|durations|^sbom\/export\?limit=1$/

interface TimedRequest {
  path: string
  start: number
  end: number
}

/** The completed requests to the service. */
async function serviceRequests(page: Page): Promise<TimedRequest[]> {
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime, duration }) => ({
      path: name.replace(/^.*?\/api\/v1\//, '').replace(/^deployments\/[^/]+\//, ''),
      start: startTime,
      end: startTime + duration,
      isToService: name.includes('/api/v1/'),
    })),
  )
  return entries.filter(({ isToService }) => isToService)
}

/** The requests of the page without those of the frame. */
async function pageRequests(page: Page): Promise<TimedRequest[]> {
  return (await serviceRequests(page)).filter(({ path }) => !ofFrame.test(path))
}

/** The length of the longest chain of requests in which each waits for the one before. */
function sequentialRounds(all: readonly TimedRequest[]): number {
  const depth = (one: TimedRequest): number =>
    1 + Math.max(0, ...all.filter(({ end }) => end <= one.start).map(depth))
  return Math.max(0, ...all.map(depth))
}

/** The id or name of one resource of each kind, for the URL of its page. */
async function pageParameters({ service, slug }: Workspace) {
  const get = (path: string) =>
    sendRequest<Record<string, never>>(service, 'GET', `/deployments/${slug}/${path}`)
  const first = async (path: string, list: string) => Object(await get(path))[list][0]
  const scans = await sendRequest(service, 'POST', `/deployments/${slug}/scans/search`, {
    body: { limit: 1 },
  })
  const scan = Object(scans).scans[0].id
  // A verdict that is stored when the page is opened would be an event, after which the page asks again.
  await get(`scan/${scan}/gate`)
  return {
    project: (await first('projects?page_size=100', 'projects')).name,
    policy: (await first('policies', 'policies')).id,
    rule: (await first('rules?limit=1', 'rules')).path,
    scan,
    finding: Object(await get('findings')).sastFindings.findings[0].id,
  }
}

/** Each page with its number of requests, which does not grow with the data. */
const pages = ({ project, policy, rule, scan, finding }: Awaited<ReturnType<typeof pageParameters>>) =>
  [
    ['/findings/code', 1],
    // The finding, then its comments.
    [`/findings/code/${finding}`, 2],
    ['/findings/supply-chain', 1],
    ['/findings/secrets', 2],
    ['/projects', 2],
    // Each section asks for its own, such as the policies that apply.
    [`/projects/${project}`, 11],
    ['/dependencies', 2],
    ['/policies', 1],
    // The policy, its rules, and how many projects it applies to.
    [`/policies/${policy}`, 3],
    [`/rules/${rule}`, 2],
    ['/scans', 2],
    // The scan, then the verdict on its commit, and earlier ones.
    [`/scans/${scan}`, 3],
    ['/approvals', 1],
    ['/inbox', 1],
    ['/exports', 1],
    // The settings, and who could approve.
    ['/settings', 2],
    ['/settings/tokens', 1],
    ['/settings/sessions', 1],
    ['/settings/audit', 2],
  ] as const

async function visitAll(
  page: Page,
  workspace: Workspace,
  which: RegExp,
  check: (path: string, all: TimedRequest[]) => void,
) {
  for (const [path, count] of pages(await pageParameters(workspace))) {
    if (!which.test(path)) continue
    await page.goto(workspace.at(path))
    await expect
      .poll(async () => (await serviceRequests(page)).some((one) => lastOfFrame.test(one.path)))
      .toBe(true)
    await expect.poll(async () => (await pageRequests(page)).length, path).toBe(count)
    check(path, await pageRequests(page))
  }
}

/** Far longer than a page needs to ask for all that it asks for at once, so that what comes later has waited for an answer. */
const latency = 250

test('each page makes few requests, in two rounds at most, where there is much', async ({
  page,
  demo,
  signedIn: _,
}) => {
  test.slow()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await visitAll(page, demo, /./, (path, all) => {
    const before = all.filter((one) => !afterRows.test(one.path))
    expect([path, sequentialRounds(before)], JSON.stringify(all, null, 1)).toEqual([
      path,
      Math.min(2, sequentialRounds(before)),
    ])
  })
})

test('each page makes as many where there is little', async ({ page, workspace, signedIn: _ }) => {
  test.slow()
  await workspace.scan('acme/shop', [{}, {}, {}, {}, {}])
  // The others have nothing that scans fill.
  await visitAll(page, workspace, /findings|projects|dependencies|policies|rules|scans/, () => undefined)
})
