import type { CDPSession, Page } from '@playwright/test'

/** A page in a slowed browser: processor 4 ×, and for a first visit 10 Mbit/s and 40 ms. */
export interface Slowed {
  page: Page
  session: CDPSession
}

const network = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }

/** Slows a page down that is not opened yet, or is there already. */
export async function slowDown(page: Page, { withNetwork = false } = {}): Promise<Slowed> {
  const session = await page.context().newCDPSession(page)
  if (withNetwork) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', network)
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // Time of the processor, so that what else the machine does counts little.
  await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await session.send('Performance.enable')
  return { page, session }
}

/** How long the page's main thread has worked so far, in milliseconds of the processor. */
export async function mainThread({ session }: Slowed): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const found = metrics.find(({ name }) => name === 'TaskDuration')
  if (!found) throw new Error('the browser says nothing of TaskDuration')
  return found.value * 1000
}

/** Waits until the page has nothing to do. */
export async function rested(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())))
}
