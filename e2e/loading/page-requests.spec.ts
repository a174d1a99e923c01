import type { Page } from '@playwright/test'
import { ask } from '../support/service.ts'
import { expect, test } from '../support/test.ts'
import type { Workspace } from '../support/workspace.ts'

/** What the frame asks for on each page: who somebody is, what they saved, and what runs for them. */
const ofFrame = /^(me|views|jobs|capabilities|events|sbom\/export\?mine=true&limit=20)\b/
/** What it asks for last, when the page stands. */
const lastOfFrame = /^sbom\/export\?mine=true&limit=20$/
/** What is requested once the rows are painted, after whatever came before. */
const afterRows = /facets|durations|^sbom\/export\?limit=1$/

interface Asked {
  path: string
  start: number
  end: number
}

/** The requests to the service, the answers of which have come. */
async function asked(page: Page): Promise<Asked[]> {
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name, startTime, duration }) => ({
      path: name.replace(/^.*?\/api\/v1\//, '').replace(/^deployments\/[^/]+\//, ''),
      start: startTime,
      end: startTime + duration,
      isAsked: name.includes('/api/v1/'),
    })),
  )
  return entries.filter(({ isAsked }) => isAsked)
}

/** Those of the page itself. */
async function askedByPage(page: Page): Promise<Asked[]> {
  return (await asked(page)).filter(({ path }) => !ofFrame.test(path))
}

/** How many requests wait for each other, one after another. */
function rounds(all: readonly Asked[]): number {
  const depth = (one: Asked): number =>
    1 + Math.max(0, ...all.filter(({ end }) => end <= one.start).map(depth))
  return Math.max(0, ...all.map(depth))
}

/** One of each thing that has a page, in the words of its URL. */
async function placesOf({ service, slug }: Workspace) {
  const get = (path: string) => ask<Record<string, never>>(service, 'GET', `/deployments/${slug}/${path}`)
  const first = async (path: string, list: string) => Object(await get(path))[list][0]
  const scans = await ask(service, 'POST', `/deployments/${slug}/scans/search`, { body: { limit: 1 } })
  return {
    project: (await first('projects?page_size=100', 'projects')).name,
    policy: (await first('policies', 'policies')).id,
    rule: (await first('rules?limit=1', 'rules')).path,
    scan: Object(scans).scans[0].id,
    finding: Object(await get('findings')).sastFindings.findings[0].id,
  }
}

/** Each page with how many requests it makes, and no more however much there is. */
const pages = ({ project, policy, rule, scan, finding }: Awaited<ReturnType<typeof placesOf>>) =>
  [
    ['/findings/code', 1],
    [`/findings/code/${finding}`, 1],
    ['/findings/supply-chain', 1],
    ['/findings/secrets', 2],
    ['/projects', 2],
    [`/projects/${project}`, 8],
    ['/dependencies', 2],
    ['/policies', 1],
    [`/policies/${policy}`, 2],
    [`/rules/${rule}`, 2],
    ['/scans', 2],
    [`/scans/${scan}`, 1],
    ['/exports', 1],
    ['/settings', 1],
    ['/settings/tokens', 1],
    ['/settings/sessions', 1],
    ['/settings/audit', 2],
  ] as const

async function visitAll(page: Page, workspace: Workspace, look: (path: string, all: Asked[]) => void) {
  for (const [path, count] of pages(await placesOf(workspace))) {
    await page.goto(workspace.at(path))
    await expect.poll(async () => (await asked(page)).some((one) => lastOfFrame.test(one.path))).toBe(true)
    await expect.poll(async () => (await askedByPage(page)).length, path).toBe(count)
    look(path, await askedByPage(page))
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
  await visitAll(page, demo, (path, all) => {
    const before = all.filter((one) => !afterRows.test(one.path))
    expect([path, rounds(before)], JSON.stringify(all, null, 1)).toEqual([path, Math.min(2, rounds(before))])
  })
})

test('each page makes as many where there is little', async ({ page, workspace, signedIn: _ }) => {
  test.slow()
  await workspace.scan('acme/shop', [{}, {}, {}, {}, {}])
  await visitAll(page, workspace, () => undefined)
})
