import type { Page } from '@playwright/test'
import type { PageSetup } from '../page.ts'
import { type Row, rowOf } from '../row.ts'

const presses = 100
/** A quick person: six decisions a second. In milliseconds. */
const between = 160

/** From a key press to the frame that shows what it changed, in milliseconds, beside a baseline page that changes one text. */
export async function keysToPaint(setup: PageSetup): Promise<Row[]> {
  const page = await setup.open()
  await page.goto(setup.list('status=open'))
  await page.locator('tr[data-row]').first().waitFor()
  await keysAreHeard(page)
  await page.locator('tr[data-row]').first().focus()
  await page.evaluate(watch, { rows: 'tr[data-row]', frame })
  for (let press = 0; press < presses; press++) {
    await pressKey(page, press % 2 === 0 ? 'r' : 'f', press + 1)
  }
  const samples = await readDurations(page)
  await page.context().close()

  const baseline = await setup.browser.newPage()
  await baseline.setContent('<p data-row="1" tabindex="0">0</p>')
  await baseline.evaluate(() => {
    const text = document.querySelector('p')
    let count = 0
    document.addEventListener('keydown', () => {
      if (text) text.textContent = String(++count)
    })
    text?.focus()
  })
  await baseline.evaluate(watch, { rows: 'p', frame })
  for (let press = 0; press < presses; press++) await pressKey(baseline, 'r', press + 1)
  const beside = await readDurations(baseline)
  await baseline.close()

  return [
    rowOf(
      { part: 'page', what: 'key press to rendered change, six a second', target: 'p95 ≤ 50 ms', unit: 'ms' },
      samples,
      beside,
      (p95) => p95 <= 50,
    ),
  ]
}

/** The list hears its keys a moment after its rows are there. */
async function keysAreHeard(page: Page): Promise<void> {
  const first = page.locator('tr[data-row]').first()
  await first.focus()
  await page.keyboard.press('j')
  await page.locator('tr[data-row]').nth(1).and(page.locator(':focus')).waitFor()
}

/** The shortest that the browser tells: one frame. What was quicker counts as one frame. */
const frame = 16

/**
 * Runs in the page: counts the keys that changed the row they were pressed on before the browser drew again, and keeps what
 * the browser says of each: how long from the press to the frame that shows what it did. Source: Event Timing, W3C.
 */
function watch({ rows, frame }: { rows: string; frame: number }) {
  const durations = new Map<number, number>()
  const watched = { changed: 0, durations }
  Object.assign(globalThis, { watched })
  let pressKey: { at: number; row: string | undefined } | undefined
  document.addEventListener(
    'keydown',
    (event) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>(rows) : null
      pressKey = { at: event.timeStamp, row: row?.dataset['row'] }
    },
    true,
  )
  new MutationObserver((changes) => {
    const now = pressKey
    if (!now) return
    const own = changes.some(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement
      return element?.closest<HTMLElement>(rows)?.dataset['row'] === now.row
    })
    if (!own) return
    pressKey = undefined
    watched.changed += 1
    durations.set(now.at, frame)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries())
      if (name === 'keydown' && durations.has(startTime)) durations.set(startTime, duration)
  }).observe(Object.assign({ type: 'event' }, { durationThreshold: frame }))
}

async function pressKey(page: Page, key: string, count: number): Promise<void> {
  await page.keyboard.press(key)
  await page.waitForFunction((expectedCount) => {
    const watched: unknown = Reflect.get(globalThis, 'watched')
    return typeof watched === 'object' && watched !== null && Reflect.get(watched, 'changed') >= expectedCount
  }, count)
  await page.waitForTimeout(between)
}

function readDurations(page: Page): Promise<number[]> {
  return page.evaluate((): number[] => [
    ...Reflect.get(Reflect.get(globalThis, 'watched'), 'durations').values(),
  ])
}
