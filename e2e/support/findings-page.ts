import { expect, type Locator, type Page } from '@playwright/test'
import { pressUntil } from './press-until.ts'

export type ListName = 'Code findings' | 'Supply-chain findings' | 'Secrets'

/** The findings list. */
export class FindingsPage {
  readonly page: Page
  readonly region: Locator
  readonly table: Locator
  /** The rendered rows without the header. */
  readonly rows: Locator
  readonly focusedRow: Locator
  readonly heading: Locator
  /** The number of findings, next to the heading. */
  readonly total: Locator
  readonly chips: Locator
  readonly rail: Locator
  readonly search: Locator
  /** The range of rows and the links to other pages. */
  readonly foot: Locator
  readonly panel: Locator
  /** The inline form for the reason to ignore a finding. */
  readonly ignoreForm: Locator

  constructor(page: Page, name: ListName = 'Code findings') {
    this.page = page
    this.region = page.getByRole('region', { name })
    this.table = this.region.getByRole('table', { name })
    this.rows = this.table.getByRole('row').filter({ has: page.getByRole('cell') })
    this.focusedRow = this.table.locator('tr:focus')
    this.heading = this.region.getByRole('heading', { level: 1, name })
    this.total = this.heading.locator('+ *')
    this.chips = this.region.getByRole('list', { name: 'Filters in use' }).getByRole('listitem')
    this.rail = page.getByRole('complementary', { name: 'Filters' })
    this.search = this.region.getByRole('searchbox', { name: 'Search rule, message and path' })
    this.foot = this.region.getByRole('navigation', { name: 'Pages' })
    this.ignoreForm = page.getByRole('form', { name: 'Ignore this finding' })
    this.panel = page.getByRole('complementary', { name: /^Finding \d+$/ })
  }

  /** Focuses the first row once the list handles keys, which it does shortly after the rows are rendered. */
  async startKeys(): Promise<void> {
    const first = this.rows.first()
    await first.focus()
    await pressUntil(
      () => this.page.keyboard.press('j'),
      (timeout) => expect(first).not.toBeFocused({ timeout }),
    )
    await first.focus()
  }

  /** Presses `i` and waits for the reason form. */
  async openIgnoreForm(): Promise<void> {
    await this.page.keyboard.press('i')
    await expect(this.ignoreForm.locator(':focus')).toBeVisible()
  }

  /** The row of one finding. */
  row(id: number | string): Locator {
    return this.table.locator(`tr[data-row="${id}"]`)
  }

  /** The cell of a row under the header with this name. */
  async cell(row: Locator, column: string): Promise<Locator> {
    await expect(this.head('Status')).toBeVisible()
    const names = await this.table.getByRole('columnheader').allInnerTexts()
    const at = names.findIndex((name) => name.trim() === column)
    if (at < 0) throw new Error(`there is no column ${column} among ${names.join(', ')}`)
    return row.getByRole('cell').nth(at)
  }

  /** Checks a value of a filter. The checkbox is updated after the URL, shortly after the click. */
  async choose(group: string, value: string): Promise<void> {
    await this.value(group, value).click()
    await expect(this.value(group, value)).toBeChecked()
  }

  /** The header of a column; its `aria-sort` is the sort. */
  head(column: string): Locator {
    return this.table.getByRole('columnheader', { name: column })
  }

  /** A value of a filter, by the name of its group. */
  value(group: string, value: string): Locator {
    return this.rail.getByRole('group', { name: group, exact: true }).getByRole('checkbox', {
      name: new RegExp(`^${escaped(value)}(\\s|$)`),
    })
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

/** Collects the requests of the list, without those for facets and single findings. */
export function collectListRequests(page: Page): URL[] {
  const urls: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/\/api\/v1\/deployments\/[^/]+\/findings$/.test(url.pathname)) urls.push(url)
  })
  return urls
}

/** Collects the ids of findings that the page triages, in the order of the requests. */
export function collectTriagedIds(page: Page): number[] {
  const ids: number[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/triage')) return
    const body: { issue_ids: number[] } = request.postDataJSON()
    ids.push(...body.issue_ids)
  })
  return ids
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator, maxPresses = 150): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached by ${maxPresses} presses of Tab`)
}
