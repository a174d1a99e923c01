import { expect, type Locator, type Page } from '@playwright/test'

export type SettingsPart =
  | 'General'
  | 'Tokens'
  | 'Webhooks'
  | 'Sessions'
  | 'Audit log'
  | 'Data retention'
  | 'Appearance'

/** The settings. */
export class SettingsPage {
  readonly page: Page
  readonly parts: Locator
  /** The list of tokens: a table, or cards on a phone. */
  readonly tokens: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.parts = page.getByRole('navigation', { name: 'Settings' })
    this.tokens = page.getByRole('table', { name: /^Tokens/ })
    this.dialog = page.getByRole('dialog')
  }

  async go(part: SettingsPart): Promise<void> {
    await this.parts.getByRole('link', { name: part }).click()
    await expect(this.parts.getByRole('link', { name: part })).toHaveAttribute('aria-current', 'page')
  }

  token(name: string): Locator {
    return this.tokens.getByRole('row').filter({ hasText: name })
  }

  access(name: string): Locator {
    return this.page.getByRole('switch', { name: `Web API access of ${name}` })
  }

  /** Creates a token in the dialog and returns its secret. */
  async makeToken(name: string): Promise<string> {
    await this.page.getByRole('button', { name: 'New token' }).click()
    await this.dialog.getByRole('textbox', { name: 'Name (required)' }).fill(name)
    await this.dialog.getByRole('button', { name: 'Create token' }).click()
    const secret = this.dialog.getByText(/^gate_[\w-]{43}$/)
    await expect(secret).toBeVisible()
    return (await secret.textContent()) ?? ''
  }
}
