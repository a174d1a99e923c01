import { FindingsPage } from '../support/findings-page.ts'
import { expect, test } from '../support/test.ts'

/** The page, style sheet, scripts, answers, and the icon that the browser asks for by itself. */
const most = { code: 8, 'supply-chain': 9 }

for (const folder of ['code', 'supply-chain'] as const) {
  test(`the rows of ${folder} wait for few requests, all in two rounds`, async ({
    page,
    demo,
    signedIn: _,
  }) => {
    await page.addInitScript(() => {
      const checkRows = () => {
        if (!document.querySelector('[data-row]')) requestAnimationFrame(checkRows)
        else Object.assign(window, { rowsAt: performance.now() })
      }
      requestAnimationFrame(checkRows)
    })
    await page.goto(demo.at(`/findings/${folder}?status=open`))
    const name = folder === 'code' ? 'Code findings' : 'Supply-chain findings'
    await expect(new FindingsPage(page, name).value('Severity', 'High')).toBeVisible()

    const requestedPaths = await page.evaluate(() => {
      const rowsAt = Number(Reflect.get(window, 'rowsAt'))
      const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < rowsAt)
      return before.map(({ name }) => new URL(name).pathname.replace(/-[\w-]{8}\.(\w+)$/, '.$1'))
    })
    expect(requestedPaths.length + 1, requestedPaths.join('\n')).toBeLessThanOrEqual(most[folder])
    expect(requestedPaths.filter((path) => /\/rows\.|virtual-rows|deferred|facets/.test(path))).toEqual([])
  })
}
