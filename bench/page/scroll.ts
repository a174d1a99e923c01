import type { PageSetup } from '../page.ts'
import type { Row } from '../row.ts'
import { comparedRow, rowWithTarget } from './rows.ts'
import { mainThread, rested, type Slowed, slowDown } from './throttled.ts'

const stretches = 5
/** Five stretches of 180 frames of 120 pixels are all of 3000 rows. */
const frames = 180

interface Stretch {
  /** How long each frame took, in milliseconds. */
  frames: number[]
  /** The main thread's time for a frame, in milliseconds of the processor. */
  work: number
}

/** A page of 3000 scrolled through in a slowed browser, stretch by stretch, beside the baseline virtualised table. */
export async function scrollFrames(setup: PageSetup): Promise<Row[]> {
  const page = await setup.open()
  await page.goto(setup.list('page_size=3000'))
  await page.locator('tr[data-row]').first().waitFor()
  // The code that draws only what is seen comes once the rows are there.
  await page.waitForFunction(() =>
    ['virtual-rows', 'deferred'].every((file) =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(`/assets/${file}-`)),
    ),
  )
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first().waitFor()
  const beside = await setup.browser.newPage({ viewport: { width: 1440, height: 900 } })
  await beside.goto(`${setup.baseline}/virtual?page_size=3000`)
  await beside.locator('[data-row]').first().waitFor()
  await rested(page)
  const slowed = await slowDown(page)
  const slowedBeside = await slowDown(beside)

  const ours: Stretch[] = []
  const baseline: Stretch[] = []
  for (let turn = 0; turn < stretches; turn++) {
    ours.push(await stretch(slowed))
    baseline.push(await stretch(slowedBeside))
  }
  await page.context().close()
  await beside.context().close()

  const all = ours.flatMap((one) => one.frames)
  const allBaseline = baseline.flatMap((one) => one.frames)
  const longest = Math.max(...all)
  const over = (some: readonly number[]) => some.filter((took) => took > 50).length
  return [
    comparedRow(
      {
        what: 'main-thread time of a frame while 3000 rows are scrolled through',
        target: '≤ 1.3 × baseline',
        unit: 'ms',
        explained: 'a row has three times the boxes of a row of plain texts (decisions 0013 and 0023)',
      },
      ours.map(({ work }) => work),
      baseline.map(({ work }) => work),
      { maxRatio: 1.3 },
    ),
    rowWithTarget(
      {
        what: 'a frame while 3000 rows are scrolled through',
        target: 'none over 50 ms',
        unit: 'ms',
        explained: `${over(all)} of ${all.length} frames took longer, the longest ${Math.round(longest)} ms; of the baseline table’s ${over(allBaseline)}, the longest ${Math.round(Math.max(...allBaseline))} ms`,
      },
      all,
      () => longest <= 50,
      allBaseline,
    ),
  ]
}

async function stretch(slowed: Slowed): Promise<Stretch> {
  await slowed.page.bringToFront()
  await slowed.page.waitForTimeout(300)
  const before = await mainThread(slowed)
  const took = await slowed.page.evaluate(scrollOn, frames)
  return { frames: took, work: ((await mainThread(slowed)) - before) / frames }
}

/** Runs in the page: scrolls so many times by 120 pixels, a notch of a wheel for each frame, and gives the time of each frame. */
function scrollOn(count: number): Promise<number[]> {
  const areas = [...document.querySelectorAll('.scroll-area, .area')]
  const area = areas.sort((a, b) => b.scrollHeight - a.scrollHeight)[0]
  if (!area) throw new Error('there is nothing to scroll')
  return new Promise((resolve) => {
    const times: number[] = []
    let last: number | undefined
    const step = (now: number) => {
      if (last !== undefined) times.push(now - last)
      last = now
      if (times.length >= count) return resolve(times)
      area.scrollTop += 120
      requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
}
