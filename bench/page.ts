import { type Browser, chromium, type Page } from '@playwright/test'
import { made } from '../e2e/scan-file.ts'
import { type RunningService, startService } from '../e2e/service.ts'
import { Workspace } from '../e2e/workspace.ts'
import { launchArguments, readyChromium } from '../scripts/chromium.mjs'
import { keysToPaint } from './page/keys.ts'
import { heapAfterLeaving } from './page/memory.ts'
import { scrollFrames } from './page/scroll.ts'
import type { Row } from './row.ts'

/** What the pages are measured with: a service with a deployment of so many findings, and a signed-in page. */
export interface Place {
  browser: Browser
  service: RunningService
  /** A fresh page of its own context, signed in. */
  open(): Promise<Page>
  /** The address of the list of 3000 open findings. */
  list: (search: string) => string
}

/** Measures the rows of the table "Page" that are built, on the production build. */
export async function measurePages(): Promise<Row[]> {
  const service = await startService()
  const executablePath = await readyChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: launchArguments(),
  })
  try {
    const workspace = await Workspace.make(service, 'bench')
    await workspace.scan('bench/shop', made(3000))
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
    const place: Place = { browser, service, open, list }
    return [...(await keysToPaint(place)), ...(await scrollFrames(place)), ...(await heapAfterLeaving(place))]
  } finally {
    await browser.close()
    await service.stop()
  }
}
