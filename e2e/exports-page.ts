import type { Locator, Page } from '@playwright/test'

/** Exports in the words of whoever asks for them and looks at them. */
export class ExportsPage {
  readonly page: Page
  readonly rows: Locator
  /** What stands under the row that is open. */
  readonly detail: Locator
  readonly dialog: Locator
  readonly export: Locator
  /** The tray of jobs. */
  readonly tray: Locator
  /** What became of something, with a button. */
  readonly toast: Locator

  constructor(page: Page) {
    this.page = page
    this.rows = page.getByRole('table', { name: 'Exports' }).locator('tr[data-row]')
    this.detail = page.getByRole('table', { name: 'Exports' }).locator('tr:not([data-row])')
    this.dialog = page.getByRole('dialog', { name: /^Export an SBOM/ })
    this.export = this.dialog.getByRole('button', { name: 'Export', exact: true })
    this.tray = page.getByRole('dialog', { name: 'Jobs' })
    this.toast = page.getByRole('region', { name: 'Notifications' })
  }

  field(name: string): Locator {
    return this.dialog.getByRole('textbox', { name, exact: true })
  }

  /** Chooses what an export is of, by a part of its name. */
  async choose(part: string, name: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Of' }).fill(part)
    await this.dialog.getByRole('option', { name, exact: true }).click()
  }

  async openTray(): Promise<void> {
    await this.page.getByRole('button', { name: /^Jobs/ }).click()
  }
}
