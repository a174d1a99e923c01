import type { Locator, Page } from '@playwright/test'
import type { PolicyAnswer } from '#contract/responses/policies.ts'
import { ask, type RunningService } from './service.ts'
import type { Workspace } from './workspace.ts'

/** The rules of a policy as a person meets them. */
export class PolicyPage {
  readonly page: Page
  readonly table: Locator

  constructor(page: Page) {
    this.page = page
    this.table = page.getByRole('table', { name: 'Rules of the policy' })
  }

  /** The row of a rule, by its path. */
  row(path: string): Locator {
    return this.table.locator(`tr[data-row="${path}"]`)
  }

  /** The mode that a rule is shown with, which the four-way control covers while its row has the focus. */
  mode(path: string): Locator {
    return this.row(path).locator('[data-mode]')
  }

  /** Gives a row the focus, once the keys are heard. */
  async focus(path: string): Promise<void> {
    await this.row(path).focus()
  }
}

/** A deployment's policies as a program sees them. */
export class Policies {
  readonly service: RunningService
  readonly root: string

  constructor(service: RunningService, workspace: Workspace) {
    this.service = service
    this.root = `/deployments/${workspace.slug}/policies`
  }

  /** The id of the policy for code. */
  code(): Promise<string> {
    return this.#of('PRODUCT_TYPE_SAST')
  }

  /** The id of the policy for supply-chain findings. */
  supplyChain(): Promise<string> {
    return this.#of('PRODUCT_TYPE_SCA')
  }

  async #of(product: string): Promise<string> {
    const { policies } = await ask<{ policies: { id: string; productType: string }[] }>(
      this.service,
      'GET',
      this.root,
    )
    const found = policies.find(({ productType }) => productType === product)
    if (!found) throw new Error(`the deployment has no policy of ${product}`)
    return found.id
  }

  /** The mode of each rule, by its path. */
  async modes(id: string): Promise<Record<string, string | null | undefined>> {
    const { rules } = await ask<PolicyAnswer>(this.service, 'GET', `${this.root}/${id}?limit=2000`)
    return Object.fromEntries(rules.map(({ path, policyMode }) => [path, policyMode]))
  }

  async set(id: string, rulePath: string, policyMode: string, token?: string): Promise<void> {
    const body = { rulePath, policyMode }
    await ask(this.service, 'PUT', `${this.root}/${id}`, { body, ...(token ? { token } : {}) })
  }
}
