import { expect, type Locator, type Page } from '@playwright/test'

export type ListName = 'Code findings' | 'Supply-chain findings' | 'Secrets'

/** The list of findings in the words of whoever looks at it. */
export class FindingsPage {
  readonly page: Page
  readonly region: Locator
  readonly table: Locator
  /** The rows that are rendered, the header not among them. */
  readonly rows: Locator
  readonly focusedRow: Locator
  readonly heading: Locator
  /** How many findings there are, beside the heading. */
  readonly total: Locator
  readonly chips: Locator
  readonly rail: Locator
  readonly search: Locator
  /** What is shown of how many, and the way to the other pages. */
  readonly foot: Locator
  readonly panel: Locator
  /** The line that asks why a finding is ignored. */
  readonly line: Locator

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
    this.line = page.getByRole('form', { name: 'Ignore this finding' })
    this.panel = page.getByRole('complementary', { name: /^Finding \d+$/ })
  }

  /** Focuses the first row once the list hears its keys, which it does a moment after the rows are there. */
  async startKeys(): Promise<void> {
    const first = this.rows.first()
    await first.focus()
    await expect(async () => {
      await this.page.keyboard.press('j')
      await expect(first).not.toBeFocused({ timeout: 250 })
    }).toPass()
    await first.focus()
  }

  /** Presses `i` and waits for the line that asks for the reason. */
  async askWhy(): Promise<void> {
    await this.page.keyboard.press('i')
    await expect(this.line.locator(':focus')).toBeVisible()
  }

  /** The row of one finding, wherever it stands. */
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

  /** Ticks a value of a filter. The box follows the URL, a moment after the press. */
  async choose(group: string, value: string): Promise<void> {
    await this.value(group, value).click()
    await expect(this.value(group, value)).toBeChecked()
  }

  /** The head of a column; its `aria-sort` says the order. */
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

/** Counts the requests for the list itself, its facets and single findings not among them. */
export function listRequests(page: Page): URL[] {
  const asked: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/\/api\/v1\/deployments\/[^/]+\/findings$/.test(url.pathname)) asked.push(url)
  })
  return asked
}

/** The findings that the page asks to be decided, in the order of the requests. */
export function decisions(page: Page): number[] {
  const ids: number[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/triage')) return
    const body: { issue_ids: number[] } = request.postDataJSON()
    ids.push(...body.issue_ids)
  })
  return ids
}

/** Presses Tab until this has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached by ${most} presses of Tab`)
}
