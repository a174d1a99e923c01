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
      const look = () => {
        if (!document.querySelector('[data-row]')) requestAnimationFrame(look)
        else Object.assign(window, { rowsAt: performance.now() })
      }
      requestAnimationFrame(look)
    })
    await page.goto(demo.at(`/findings/${folder}?status=open`))
    const name = folder === 'code' ? 'Code findings' : 'Supply-chain findings'
    await expect(new FindingsPage(page, name).value('Severity', 'High')).toBeVisible()

    const asked = await page.evaluate(() => {
      const rowsAt = Number(Reflect.get(window, 'rowsAt'))
      const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < rowsAt)
      return before.map(({ name }) => new URL(name).pathname.replace(/-[\w-]{8}\.(\w+)$/, '.$1'))
    })
    expect(asked.length + 1, asked.join('\n')).toBeLessThanOrEqual(most[folder])
    expect(asked.filter((path) => /\/rows\.|virtual-rows|deferred|facets/.test(path))).toEqual([])
  })
}
