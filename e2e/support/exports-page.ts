import type { Locator, Page } from '@playwright/test'
import type * as z from 'zod/mini'
import type { sbomExportsAnswer } from '#contract/responses/sbom.ts'

export type SbomExportsAnswer = z.infer<typeof sbomExportsAnswer>

/** The page of exports and the dialog that creates them. */
export class ExportsPage {
  readonly page: Page
  readonly rows: Locator
  /** The detail under the open row. */
  readonly detail: Locator
  readonly dialog: Locator
  readonly export: Locator
  /** The jobs tray. */
  readonly tray: Locator
  /** The notifications. */
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

  /** Chooses the target of an export by a part of its name. */
  async choose(part: string, name: string): Promise<void> {
    await this.dialog.getByRole('combobox', { name: 'Target' }).fill(part)
    await this.dialog.getByRole('option', { name, exact: true }).click()
  }

  async openTray(): Promise<void> {
    await this.page.getByRole('button', { name: /^Jobs/ }).click()
  }
}

/** Shows each export as running until the returned function is called. */
export async function showAsRunning(page: Page): Promise<() => void> {
  let isActive = true
  await page.route('**/sbom/export?*', async (route) => {
    const response = await route.fetch()
    const answer: SbomExportsAnswer = await response.json()
    if (isActive) {
      for (const one of answer.exports) {
        Object.assign(one, { status: 'SBOM_EXPORT_STATUS_IN_PROGRESS', downloadUrl: null, size: null })
      }
    }
    await route.fulfill({ response, json: answer })
  })
  return () => {
    isActive = false
  }
}
