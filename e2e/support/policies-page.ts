import type { Locator, Page } from '@playwright/test'
import type { Policy, PolicyAnswer } from '#contract/responses/policies.ts'
import { type RunningService, sendRequest } from './service.ts'
import type { Workspace } from './workspace.ts'

/** The page with the rules of a policy. */
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

  /** The mode of a rule, which the mode control covers while the row has the focus. */
  mode(path: string): Locator {
    return this.row(path).locator('[data-mode]')
  }

  /** Focuses the row of a rule. */
  async focus(path: string): Promise<void> {
    await this.row(path).focus()
  }
}

/** Reads and changes a deployment's policies through the API. */
export class Policies {
  readonly service: RunningService
  readonly root: string

  constructor(service: RunningService, workspace: Workspace) {
    this.service = service
    this.root = `/deployments/${workspace.slug}/policies`
  }

  /** Returns the id of the policy for code. */
  code(): Promise<string> {
    return this.#of('PRODUCT_TYPE_SAST')
  }

  /** Returns the id of the policy for supply-chain findings. */
  supplyChain(): Promise<string> {
    return this.#of('PRODUCT_TYPE_SCA')
  }

  /** Creates a policy and returns its id. */
  async create(body: object): Promise<string> {
    const answer = await sendRequest<{ policy: Policy | null }>(this.service, 'POST', this.root, { body })
    return answer.policy?.id ?? ''
  }

  /** Adds rules to a policy. */
  async addRules(id: string, add: readonly object[]): Promise<void> {
    await sendRequest(this.service, 'POST', `${this.root}/${id}/rules`, { body: { add } })
  }

  async delete(id: string): Promise<void> {
    await sendRequest(this.service, 'DELETE', `${this.root}/${id}`)
  }

  async #of(product: string): Promise<string> {
    const { policies } = await sendRequest<{ policies: { id: string; productType: string }[] }>(
      this.service,
      'GET',
      this.root,
    )
    const policy = policies.find(({ productType }) => productType === product)
    if (!policy) throw new Error(`the deployment has no policy of ${product}`)
    return policy.id
  }

  /** Returns the mode of each rule, by its path. */
  async modes(id: string): Promise<Record<string, string | null | undefined>> {
    const { rules } = await sendRequest<PolicyAnswer>(this.service, 'GET', `${this.root}/${id}?limit=2000`)
    return Object.fromEntries(rules.map(({ path, policyMode }) => [path, policyMode]))
  }

  async set(id: string, rulePath: string, policyMode: string, token?: string): Promise<void> {
    const body = { rulePath, policyMode }
    await sendRequest(this.service, 'PUT', `${this.root}/${id}`, { body, ...(token ? { token } : {}) })
  }
}
