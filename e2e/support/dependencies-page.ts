import type { Locator, Page } from '@playwright/test'

/** The page of dependencies. */
export class DependenciesPage {
  readonly page: Page
  /** The search box. */
  readonly box: Locator
  /** The interpretation of the search text. */
  readonly readAs: Locator
  readonly region: Locator
  readonly packages: Locator
  readonly projects: Locator
  readonly licenses: Locator
  readonly rail: Locator
  readonly chips: Locator

  constructor(page: Page) {
    this.page = page
    this.box = page.getByRole('searchbox', { name: 'Packages and versions' })
    this.readAs = page.getByRole('list', { name: 'Read as' })
    this.region = page.getByRole('region', { name: 'Dependencies', exact: true })
    this.packages = page.getByRole('treegrid', { name: 'Packages' })
    this.projects = page.getByRole('treegrid', { name: 'Projects with dependencies' })
    this.licenses = page.getByRole('table', { name: 'Licenses' })
    this.rail = page.getByRole('complementary', { name: 'Filters' })
    this.chips = page.getByRole('list', { name: 'Filters in use' })
  }

  /** The loaded rows of a level in the open tree, from 1. */
  lines(level: 1 | 2 | 3): Locator {
    return this.page
      .getByRole('treegrid')
      .locator(`tr[data-row][aria-level="${level}"]:not([data-row^="more "])`)
  }

  line(level: 1 | 2 | 3, text: string | RegExp): Locator {
    return this.lines(level).filter({ hasText: text })
  }

  async ask(text: string): Promise<void> {
    await this.box.fill(text)
    await this.box.press('Enter')
  }

  view(name: 'Packages' | 'Projects' | 'Licenses'): Locator {
    return this.page
      .getByRole('group', { name: 'View' })
      .getByRole('button', { name: new RegExp(`^${name}`) })
  }
}
