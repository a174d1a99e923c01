import type { Page } from '@playwright/test'
import type { PageSetup } from '../page.ts'
import type { Row } from '../row.ts'
import { comparedRow } from './rows.ts'
import { rested, slowDown } from './throttled.ts'

const runs = 5

/** A page of 3000 rows: from its answer to its rows on screen, in a page that was there with 100, beside the baseline one. */
export async function manyRows(setup: PageSetup): Promise<Row[]> {
  const ours: number[] = []
  const baseline: number[] = []
  for (let run = 0; run < runs; run++) {
    const page = await setup.open()
    await page.goto(setup.list('status=open'))
    await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first().waitFor()
    ours.push(
      await fromAnswer(page, () =>
        page.getByRole('combobox', { name: 'Rows per page' }).selectOption('3000'),
      ),
    )
    const beside = await setup.browser.newPage({ viewport: { width: 1440, height: 900 } })
    await beside.goto(`${setup.baseline}/virtual`)
    await beside.locator('[data-row]').first().waitFor()
    baseline.push(
      await fromAnswer(beside, () => beside.getByRole('link', { name: '3000', exact: true }).click()),
    )
  }
  return [
    comparedRow(
      {
        what: '3000 rows: answer there to rows rendered',
        target: '≤ 1.3 × baseline',
        unit: 'ms',
        explained:
          'each row of the response is validated, and header, footer and row states are recomputed; the baseline table does neither (decision 0023)',
      },
      ours,
      baseline,
      { maxRatio: 1.3 },
    ),
  ]
}

async function fromAnswer(page: Page, ask: () => Promise<unknown>): Promise<number> {
  await rested(page)
  await slowDown(page)
  await page.evaluate(watch)
  await ask()
  const took = await page.evaluate((): Promise<number> => Reflect.get(window, 'rendered'))
  await page.context().close()
  return took
}

/** Runs in the page: `rendered` is the promise of the time from the answer of 3000 rows to the first of them on screen. */
function watch() {
  const rendered = new Promise((resolve) => {
    const isTall = () =>
      [...document.querySelectorAll('.scroll-area, .area')].some(({ scrollHeight }) => scrollHeight > 100_000)
    const checkHeight = () => {
      if (!isTall()) requestAnimationFrame(checkHeight)
      else
        requestAnimationFrame((now) => {
          const answer = performance
            .getEntriesByType('resource')
            .find(({ name }) => /page_size=3000/.test(name))
          resolve(now - (answer instanceof PerformanceResourceTiming ? answer.responseEnd : 0))
        })
    }
    requestAnimationFrame(checkHeight)
  })
  Object.assign(window, { rendered })
}
