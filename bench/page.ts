import { type Browser, chromium, type Page } from '@playwright/test'
import { generateFindings } from '../e2e/support/scan-file.ts'
import { type RunningService, sendRequest, startService } from '../e2e/support/service.ts'
import { Workspace } from '../e2e/support/workspace.ts'
import { launchArguments, readyChromium } from '../scripts/chromium.mjs'
import { startBaseline } from './page/baseline.ts'
import { openDetails } from './page/detail.ts'
import { filterClicks } from './page/filter.ts'
import { keysToPaint } from './page/keys.ts'
import { manyRows } from './page/large-page.ts'
import { heapAfterLeaving } from './page/memory.ts'
import { scrollFrames } from './page/scroll.ts'
import { hourOfTriage } from './page/triage.ts'
import { visits } from './page/visit.ts'
import type { Row } from './row.ts'

/** What the pages are measured with: a service, and pages that are signed in. */
export interface PageSetup {
  browser: Browser
  service: RunningService
  /** A fresh page of its own context, signed in. */
  open(): Promise<Page>
  /** The URL of the list of 3000 open findings. */
  list: (search: string) => string
  /** The URL of the list in the demo organisation, whose findings are of many kinds. */
  demoList: (search: string) => string
  /** The URL of the baseline page. */
  baseline: string
}

/** The query that the list of findings sends. */
const baselineQuery = 'status=open&include=marks'

const measures: Record<string, (setup: PageSetup) => Promise<Row[]>> = {
  visits,
  filter: filterClicks,
  many: manyRows,
  scroll: scrollFrames,
  detail: openDetails,
  keys: keysToPaint,
  leaving: heapAfterLeaving,
  triage: hourOfTriage,
}

/** Measures the rows of the table "Page", on the production build. @param only the names of some measures. */
export async function measurePages(only?: readonly string[]): Promise<Row[]> {
  const service = await startService()
  const executablePath = await readyChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: launchArguments(),
  })
  try {
    const workspace = await Workspace.create(service, 'bench')
    await workspace.scan('bench/shop', generateFindings(3000))
    const open = async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      const answer = await page.request.post(`${service.base}/api/v1/session`, {
        data: { token: service.token },
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
      return page
    }
    const list = (search: string) => `${service.base}${workspace.at(`/findings/code?${search}`)}`
    const demoList = (search: string) => `${service.base}/d/acme/findings/code?${search}`
    const answerOf = async (slug: string, size: number) =>
      JSON.stringify(
        await sendRequest<object>(
          service,
          'GET',
          `/deployments/${slug}/findings?${baselineQuery}&page_size=${size}`,
        ),
      )
    const baseline = await startBaseline(
      new Map([
        ['100', await answerOf('acme', 100)],
        ['3000', await answerOf('bench', 3000)],
      ]),
    )
    const setup: PageSetup = { browser, service, open, list, demoList, baseline: baseline.base }
    try {
      const rows: Row[] = []
      for (const [name, measure] of Object.entries(measures)) {
        if (only && !only.includes(name)) continue
        const begun = performance.now()
        rows.push(...(await measure(setup)))
        console.error(`  ${name}: ${Math.round((performance.now() - begun) / 1000)} s`)
      }
      return rows
    } finally {
      await baseline.stop()
    }
  } finally {
    await browser.close()
    await service.stop()
  }
}
