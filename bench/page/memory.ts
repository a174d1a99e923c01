import type { CDPSession } from '@playwright/test'
import type { PageSetup } from '../page.ts'
import { quantile, type Row, rowOf } from '../row.ts'

const visits = 5

/** What stays in the browser's memory of a list of 3000 once it was left for another page, visit after visit. */
export async function heapAfterLeaving(setup: PageSetup): Promise<Row[]> {
  const page = await setup.open()
  const session = await page.context().newCDPSession(page)
  const rail = page.getByRole('navigation', { name: 'Main' })
  await page.goto(setup.list('page_size=3000'))
  const samples: number[] = []
  let before: number | undefined
  for (let visit = 0; visit <= visits; visit++) {
    await page.locator('tr[data-row]').first().waitFor()
    await page.evaluate(() => {
      const area = document.querySelector('section .scroll-area')
      if (area) area.scrollTop = area.scrollHeight
    })
    await rail.getByRole('link', { name: /^Supply chain/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Supply-chain findings' }).waitFor()
    const used = await heapOf(session)
    if (before !== undefined) samples.push((used - before) / 2 ** 20)
    before = used
    await page.goBack()
  }
  await page.context().close()
  return [
    rowOf(
      { part: 'page', what: 'growth of the heap by each visit of 3000 rows', target: '≤ 1 MB', unit: 'MB' },
      samples,
      null,
      () => quantile(samples, 0.5) <= 1,
    ),
  ]
}

/** The bytes in use once what nobody needs was cleared away. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
