import type { FindingDetail, FindingsAnswer, SupplyChainFinding } from '#contract/responses/findings.ts'
import type { CreateScanAnswer } from '#contract/responses/scans.ts'
import type { NewTriageState, policyModes, TriageReason } from '#contract/vocabulary.ts'
import { semgrepFile, type TestFinding } from './scan-file.ts'
import { askAsOwner, type RunningService, sendRequest } from './service.ts'

/** A finding of either type; fields of supply-chain findings may be missing. */
type Detail = FindingDetail & Partial<Omit<SupplyChainFinding, keyof FindingDetail>>

type PolicyMode = (typeof policyModes)[number]

type Query = Readonly<Record<string, string>>

interface TokenRequest {
  name: string
  person?: string | null
  machine?: boolean
  scopes?: readonly string[]
  role?: 'viewer' | 'analyst' | 'manager' | 'admin' | 'ci'
  expiresAt?: string
  webApiEnabled?: boolean
}

/** Fills and reads a deployment through the API. */
export class Workspace {
  readonly service: RunningService
  readonly slug: string

  constructor(service: RunningService, slug: string) {
    this.service = service
    this.slug = slug
  }

  static async create(service: RunningService, slug: string): Promise<Workspace> {
    await askAsOwner(service, 'POST', '/local/deployments', { name: `${slug}:Test ${slug}` })
    return new Workspace(service, slug)
  }

  /** The URL of a page of this deployment. */
  at(path: string): string {
    return `/d/${this.slug}${path}`
  }

  /** Uploads a scan with these findings. Creates the project if it does not exist. */
  scan(project: string, findings: readonly TestFinding[], query: Query = {}): Promise<CreateScanAnswer> {
    return this.upload(project, semgrepFile(findings), query)
  }

  /** Uploads a scanner's file unchanged. */
  upload(project: string, file: string, query: Query = {}): Promise<CreateScanAnswer> {
    const commit = crypto.randomUUID().replaceAll('-', '')
    return this.#ask('POST', `/scans?${new URLSearchParams({ project, commit, ...query })}`, { body: file })
  }

  /** Returns the id of a project, as exports use it. */
  async projectId(name: string): Promise<string> {
    const { project } = await this.#ask<{ project: { id: number } }>(
      'GET',
      `/projects/${encodeURIComponent(name)}`,
    )
    return String(project.id)
  }

  async findings(query: Query = {}) {
    const search = new URLSearchParams({ page_size: '3000', ...query })
    const answer = await this.#ask<FindingsAnswer>('GET', `/findings?${search}`)
    return [...(answer.sastFindings?.findings ?? []), ...(answer.scaFindings?.findings ?? [])]
  }

  finding(id: number): Promise<Detail> {
    return this.#ask('GET', `/findings/${id}`)
  }

  /** Returns the first finding of the query whose detail passes `predicate`. */
  async findingWith(query: Query, predicate: (finding: Detail) => unknown): Promise<Detail> {
    const rows = await this.findings({ page_size: '300', ...query })
    for (let from = 0; from < rows.length; from += 20) {
      const details = await Promise.all(rows.slice(from, from + 20).map(({ id }) => this.finding(id)))
      const match = details.find(predicate)
      if (match) return match
    }
    throw new Error(`no finding of ${this.slug} with ${JSON.stringify(query)} passes the predicate`)
  }

  async decide(
    ids: readonly number[],
    state: NewTriageState,
    {
      reason,
      note,
      token,
      type = 'sast',
    }: { reason?: TriageReason; note?: string; token?: string; type?: string } = {},
  ): Promise<void> {
    const body = {
      issue_type: type,
      issue_ids: ids,
      new_triage_state: state,
      new_triage_reason: reason,
      new_note: note,
    }
    await this.#ask('POST', '/triage', { body, ...(token ? { token } : {}) })
  }

  /** Sets who owns findings. */
  async assign(ids: readonly number[], owner: string, type = 'sast'): Promise<void> {
    await this.#ask('POST', '/triage', { body: { issue_type: type, issue_ids: ids, new_owner: owner } })
  }

  /** Comments on a finding. */
  async comment(id: number, text: string, token: string): Promise<void> {
    await this.#ask('POST', `/findings/${id}/comments`, { body: { text }, token })
  }

  /** Sets the mode of a rule of code findings. */
  async setMode(rulePath: string, policyMode: PolicyMode): Promise<void> {
    const { policies } = await this.#ask<{ policies: { id: string }[] }>('GET', '/policies')
    await this.#ask('POST', `/policies/${policies[0]?.id}/modes`, {
      body: { rulePaths: [rulePath], policyMode },
    })
  }

  /** Adds tags to a project. */
  async tag(project: string, tags: readonly string[]): Promise<void> {
    await this.#ask('POST', '/tags', { body: { projects: [project], add: tags } })
  }

  /** Makes the gate of a project wait for a tool. */
  async requireSource(project: string, tool: string): Promise<void> {
    await this.#ask('PATCH', `/projects/${encodeURIComponent(project)}`, {
      body: { gate: { required_sources: [{ tool }] } },
    })
  }

  /** Creates a token and returns its secret. */
  async token(request: TokenRequest): Promise<string> {
    const body = { webApiEnabled: true, ...request }
    const { secret } = await this.#ask<{ secret: string }>('POST', '/tokens', { body })
    return secret
  }

  #ask<T>(
    method: string,
    path: string,
    options: { body?: object | string; token?: string } = {},
  ): Promise<T> {
    return sendRequest(this.service, method, `/deployments/${this.slug}${path}`, options)
  }
}
