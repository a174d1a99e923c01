import type { Page } from '@playwright/test'
import type { Place } from '../page.ts'
import { type Row, rowOf } from '../row.ts'

const slowed = 4

/** How long each frame takes while a page of 3000 is scrolled through on a slowed processor, beside an empty page. */
export async function scrollFrames(place: Place): Promise<Row[]> {
  const page = await place.open()
  await page.goto(place.list('page_size=3000'))
  await page.locator('tr[data-row]').first().waitFor()
  // The code that draws only what is seen comes once the rows are there.
  await page.waitForLoadState('networkidle')
  await slowDown(page)
  const frames = await page.evaluate(scrollThrough, '.scroll-area[aria-busy], section .scroll-area')
  await page.context().close()

  const bare = await place.browser.newPage()
  await bare.setContent(
    `<div class="bare" style="height:800px;overflow:auto;background:#fff"><div style="height:108000px">${'<p>row</p>'.repeat(30)}</div></div>`,
  )
  await slowDown(bare)
  const beside = await bare.evaluate(scrollThrough, '.bare')
  await bare.close()

  const longest = Math.max(...frames)
  return [
    rowOf(
      {
        part: 'page',
        what: 'a frame while 3000 rows are scrolled through, processor slowed 4 ×',
        target: 'none over 50 ms',
        unit: 'ms',
        explained: `the longest of ${frames.length} frames took ${Math.round(longest)} ms`,
      },
      frames,
      beside,
      () => longest <= 50,
    ),
  ]
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed })
}

/** Runs in the page: scrolls to the end in steps of 300 pixels a frame and gives the time of each frame. */
function scrollThrough(selector: string): Promise<number[]> {
  const areas = [...document.querySelectorAll(selector)]
  const area = areas.sort((a, b) => b.scrollHeight - a.scrollHeight)[0]
  if (!area) throw new Error('there is nothing to scroll')
  return new Promise((resolve) => {
    const frames: number[] = []
    let last = performance.now()
    const step = (now: number) => {
      frames.push(now - last)
      last = now
      if (area.scrollTop + area.clientHeight >= area.scrollHeight - 1) return resolve(frames.slice(1))
      area.scrollTop += 300
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
