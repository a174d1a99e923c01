import { generateFindings } from '../../e2e/support/scan-file.ts'
import { Workspace } from '../../e2e/support/workspace.ts'
import type { PageSetup } from '../page.ts'
import type { Row } from '../row.ts'
import { heapOf } from './memory.ts'
import { rowWithTarget } from './rows.ts'

const actions = 2000
/** What a person does with findings, again and again: decide, look, take back, walk on. */
const keys = ['r', 'f', 'Enter', 'j', 'r', 'Escape', 'j', 'u', 'f', 'k', 'j', 'r']

/** What stays in the browser's memory of an hour of triage: 2000 keys, each as soon as what the one before did is rendered. */
export async function hourOfTriage(setup: PageSetup): Promise<Row[]> {
  const workspace = await Workspace.create(setup.service, 'triage')
  await workspace.scan('bench/triage', generateFindings(1000))
  const page = await setup.open()
  const session = await page.context().newCDPSession(page)
  await page.goto(`${setup.service.base}${workspace.at('/findings/code?status=open&page_size=1000')}`)
  const first = page.locator('tr[data-row]').first()
  await page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox').first().waitFor()
  await first.focus()
  await page.keyboard.press('j')
  await page.locator('tr[data-row]').nth(1).and(page.locator(':focus')).waitFor()
  const press = async (key: string) => {
    await page.keyboard.press(key)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
  // What comes with the first of each kind is no growth.
  for (const key of [...keys, ...keys]) await press(key)
  await page.waitForTimeout(1000)
  const before = await heapOf(session)
  const samples: number[] = []
  for (let action = 0; action < actions; action++) {
    await press(keys[action % keys.length] ?? 'j')
    if ((action + 1) % (actions / 5) !== 0) continue
    await page.waitForTimeout(1000)
    samples.push(((await heapOf(session)) - before) / 2 ** 20)
  }
  await page.context().close()
  const grown = samples.at(-1) ?? 0
  return [
    rowWithTarget(
      { what: 'growth of the heap by 2,000 actions of triage', target: '≤ 10 MB', unit: 'MB' },
      [grown],
      () => grown <= 10,
    ),
  ]
}
