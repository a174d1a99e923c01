import type { Locator, Page } from '@playwright/test'

/** The list of projects. */
export class ProjectsPage {
  readonly page: Page
  readonly table: Locator
  readonly rows: Locator
  readonly focusedRow: Locator
  readonly rail: Locator
  readonly foot: Locator
  readonly tagField: Locator
  /** The notifications. */
  readonly toast: Locator

  constructor(page: Page) {
    this.page = page
    this.table = page.getByRole('table', { name: 'Projects' })
    this.rows = this.table.locator('tr[data-row]')
    this.focusedRow = this.table.locator('tr:focus')
    this.rail = page.getByRole('complementary', { name: 'Filters' })
    this.foot = page.getByRole('navigation', { name: 'Pages' })
    this.tagField = page.getByRole('combobox', { name: 'New tag' })
    this.toast = page.getByRole('region', { name: 'Notifications' })
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('link', { name, exact: true }) })
  }

  /** The editable tags of a project, under its row and on its page. */
  tags(name: string): Locator {
    return this.page.getByRole('list', { name: `Tags of ${name}` }).getByRole('listitem')
  }

  /** Types a tag and presses Enter. */
  async type(tag: string): Promise<void> {
    await this.tagField.fill(tag)
    await this.tagField.press('Enter')
  }
}
