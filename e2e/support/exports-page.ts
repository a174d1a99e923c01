import type { Locator, Page } from '@playwright/test'
import type * as z from 'zod/mini'
import type { sbomExportsAnswer } from '#contract/responses/sbom.ts'

export type SbomExportsAnswer = z.infer<typeof sbomExportsAnswer>

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
    this.dialog = page.getByRole('dialog', { name: /^Export SBOM/ })
    this.export = this.dialog.getByRole('button', { name: 'Export', exact: true })
    this.tray = page.getByRole('dialog', { name: 'Jobs' })
    this.toast = page.getByRole('region', { name: 'Notifications' })
  }

  field(name: string): Locator {
    return this.dialog.getByRole('textbox', { name, exact: true })
  }

  /** Chooses what an export is of, by a part of its name. */
  async choose(part: string, name: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Target' }).fill(part)
    await this.dialog.getByRole('option', { name, exact: true }).click()
  }

  async openTray(): Promise<void> {
    await this.page.getByRole('button', { name: /^Jobs/ }).click()
  }
}

/** Lets the page see each export as one that still runs, as those of large deployments do, until it is let go. */
export async function heldRunning(page: Page): Promise<() => void> {
  let held = true
  await page.route('**/sbom/export?*', async (route) => {
    const response = await route.fetch()
    const answer: SbomExportsAnswer = await response.json()
    if (held) {
      for (const one of answer.exports) {
        Object.assign(one, { status: 'SBOM_EXPORT_STATUS_IN_PROGRESS', downloadUrl: null, size: null })
      }
    }
    await route.fulfill({ response, json: answer })
  })
  return () => {
    held = false
  }
}
