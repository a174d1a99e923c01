import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { PageSetup } from '../page.ts'
import type { Row } from '../row.ts'
import { quantile } from '../row.ts'
import { baselineFolder } from './baseline.ts'
import { comparedRow, rowWithTarget } from './rows.ts'
import { mainThread, rested, slowDown } from './throttled.ts'

const runs = 7
const built = join(import.meta.dirname, '..', '..', 'dist', 'web')

interface Visit {
  /** Milliseconds from the navigation to the rows on screen and one frame more. */
  ready: number
  /** The same to the first thing that is seen. */
  paint: number
  /** Milliseconds of long tasks beyond their first 50, between the first paint and rest. */
  blocking: number
  shift: number
  requests: number
  /** Kilobytes of the scripts asked for until then, gzip. */
  scripts: number
  /** Milliseconds of the processor until the page rests with all that comes late. */
  work: number
}

/** A first visit of the list in a slowed browser, beside the baseline page. */
export async function visits(setup: PageSetup): Promise<Row[]> {
  const ours: Visit[] = []
  const baseline: Visit[] = []
  for (let run = 0; run < runs; run++) {
    ours.push(await visit(await setup.open(), setup.demoList('status=open'), 20, built, atRest))
    const page = await setup.browser.newPage({ viewport: { width: 1440, height: 900 } })
    baseline.push(await visit(page, setup.baseline, 100, baselineFolder, () => page.waitForTimeout(300)))
  }
  const valuesOf = (name: keyof Visit, all: readonly Visit[]) => all.map((one) => one[name])
  const compared = (
    name: keyof Visit,
    what: string,
    maxRatio: number,
    rest: { unit: Row['unit']; explained?: string },
  ) =>
    comparedRow(
      { what, target: `≤ ${maxRatio} × baseline`, ...rest },
      valuesOf(name, ours),
      valuesOf(name, baseline),
      { maxRatio },
    )
  return [
    rowWithTarget(
      { what: 'JavaScript before the rows, gzip', target: '≤ 160 kB', unit: 'kB' },
      valuesOf('scripts', ours),
      (p95) => p95 <= 160,
      valuesOf('scripts', baseline),
    ),
    compared('ready', 'ready: rows rendered and one frame passed', 1, { unit: 'ms' }),
    compared('paint', 'first paint', 1.2, { unit: 'ms' }),
    rowWithTarget(
      { what: 'blocking after the first paint, to rest', target: '≤ 250 ms', unit: 'ms' },
      valuesOf('blocking', ours),
      () => quantile(valuesOf('blocking', ours), 0.5) <= 250,
      valuesOf('blocking', baseline),
    ),
    compared('work', 'main-thread time of the visit, to rest', 1.6, {
      unit: 'ms',
      explained:
        'it includes what loads after the rows: sixty filter boxes with counts, menus, keys and events, none of which are on the baseline page (decision 0023)',
    }),
    rowWithTarget(
      { what: 'layout shift', target: '≤ 0.01', unit: '' },
      valuesOf('shift', ours),
      (p95) => p95 <= 0.01,
    ),
    rowWithTarget(
      { what: 'requests before the rows are rendered', target: '≤ 8', unit: '' },
      valuesOf('requests', ours),
      (p95) => p95 <= 8,
      valuesOf('requests', baseline),
    ),
  ]
}

async function visit(
  page: Page,
  address: string,
  rows: number,
  folder: string,
  end: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const slowed = await slowDown(page, { withNetwork: true })
  await page.addInitScript(watch, rows)
  await page.goto(address)
  await page.waitForFunction(() => Reflect.get(window, 'ready') > 0)
  await end(page)
  await rested(page)
  const work = await mainThread(slowed)
  const { scripts, ...seen } = await page.evaluate(() => {
    const ready: number = Reflect.get(window, 'ready')
    const requests = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ready)
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const tasks: readonly PerformanceEntry[] = Reflect.get(window, 'tasks')
    return {
      ready,
      paint,
      blocking: tasks
        .filter(({ startTime, duration }) => startTime + duration > paint)
        .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
      shift: Number(Reflect.get(window, 'shift')),
      requests: requests.length + 1,
      scripts: requests.map(({ name }) => new URL(name).pathname).filter((path) => path.endsWith('.js')),
    }
  })
  await page.context().close()
  return { ...seen, scripts: scripts.reduce((sum, path) => sum + weightOf(folder, path), 0), work }
}

function weightOf(folder: string, path: string): number {
  return gzipSync(readFileSync(join(folder, 'assets', basename(path))), { level: 9 }).length / 1000
}

/**
 * Waits for the filters, which load last. It polls with a plain selector: a role selector would compute the roles of all
 * elements on the thread that is measured.
 */
async function atRest(page: Page) {
  await page.waitForFunction(() => document.querySelector('aside[aria-label="Filters"] input'), undefined, {
    polling: 100,
  })
  await page.waitForTimeout(300)
}

/** Runs before the page's own scripts: records when `rows` rows are rendered, and layout shifts until then. */
function watch(rows: number) {
  const tasks: PerformanceEntry[] = []
  Object.assign(window, { ready: 0, shift: 0, tasks })
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, 'hadRecentInput')) continue
      Object.assign(window, {
        shift: Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')),
      })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const checkRows = () => {
    if (document.querySelectorAll('[data-row]').length < rows) requestAnimationFrame(checkRows)
    else requestAnimationFrame(() => Object.assign(window, { ready: performance.now() }))
  }
  requestAnimationFrame(checkRows)
}
