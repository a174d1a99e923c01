import { deriveStatus } from '#contract/finding-status.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import {
  confidences,
  findingTypes,
  ignoreEnds,
  policyModes,
  reachabilities,
  severities,
  states,
  statuses,
  toCode,
  transitivities,
  triageReasons,
  triageStates,
  validationStates,
  verdicts,
} from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import { takeIds } from '#server/db/ids.ts'
import { insertPolicyRules, insertRules } from '#server/records/policies/writes.ts'
import { insertProject, insertRef } from '#server/records/projects/writes.ts'
import { insertScanRow } from '#server/records/scans/writes.ts'
import type { TestService } from '#server/testing/service.ts'
import { insertCategorySets, insertFindings } from '../writes.ts'

export const start = Date.UTC(2026, 0, 10)

/** A finding of a test, in words; what is not said is the plainest that there is. */
export interface GivenFinding {
  type?: (typeof findingTypes)[number]
  project?: string
  ref?: string
  rule?: string
  /** Equal keys are the same finding on several refs. */
  key?: string
  severity?: (typeof severities)[number]
  confidence?: (typeof confidences)[number] | null
  state?: (typeof states)[number]
  triage?: (typeof triageStates)[number]
  reason?: (typeof triageReasons)[number] | null
  note?: string | null
  triagedAt?: number | null
  ignoredUntil?: number | null
  ignoreEnds?: (typeof ignoreEnds)[number] | null
  reopenedAt?: number | null
  triagedBy?: string | null
  owner?: string | null
  /** Minutes after `start`. */
  at?: number
  path?: string | null
  categories?: string[] | null
  verdict?: (typeof verdicts)[number] | null
  componentTag?: string | null
  resource?: string | null
  reachability?: (typeof reachabilities)[number] | null
  transitivity?: (typeof transitivities)[number] | null
  malicious?: boolean | null
  advisory?: string | null
  /** Further ids of the advisory. */
  aliases?: string[]
  package?: string | null
  version?: string | null
  epss?: number | null
  fixAvailable?: boolean
  ticket?: boolean
  uncertain?: boolean
  /** Whether ignoring it waits for an approval. */
  ignoreRequested?: boolean
  fixPullRequests?: number
  reappeared?: number
  secretType?: string | null
  secretHash?: string | null
  validationState?: (typeof validationStates)[number] | null
  /** Minutes after `start`. */
  validatedAt?: number | null
  document?: FindingDocument
}

export interface GivenProject {
  tags?: string[]
  /** The primary branch; `refs/heads/main` where not said. */
  primary?: string
}

export interface GivenRule {
  title?: string | null
  message?: string | null
  mode?: (typeof policyModes)[number] | null
}

/** Puts findings into the database of a test service, with the projects, refs, rules and scans they need. */
export class Build {
  readonly service: TestService
  readonly deploymentId: number
  private readonly projects = new Map<string, { id: number; primary: string }>()
  private readonly refs = new Map<string, number>()
  private readonly rules = new Map<string, { id: number; policyId: number | null }>()
  private readonly categorySets = new Map<string, number>()
  private readonly scans = new Map<number, number>()
  private readonly flaws = new Map<string, number>()
  private count = 0

  constructor(service: TestService, deploymentId = service.deployment.id) {
    this.service = service
    this.deploymentId = deploymentId
  }

  /** Inserts findings in one write; their ids, in the order given. */
  async add(...input: GivenFinding[]): Promise<number[]> {
    return this.service.services.change(this.deploymentId, 'Tess Ter', async (transaction) => {
      const rows = []
      let id = (await takeIds(transaction, this.deploymentId, 'finding', input.length)) - 1
      for (const finding of input) {
        const row = await this.row(transaction, finding)
        const flaw = `${row.project_id} ${row.type} ${row.match_based_id}`
        id += 1
        const flawId = this.flaws.get(flaw) ?? id
        this.flaws.set(flaw, flawId)
        rows.push({ id, flaw_id: flawId, ...row })
      }
      await insertFindings(transaction, rows)
      for (const [index, { aliases }] of input.entries()) {
        const id = rows[index]?.id
        if (!aliases || aliases.length === 0 || id === undefined) continue
        await transaction
          .insertInto('finding_evidence')
          .values({ deployment_id: this.deploymentId, finding_id: id, aliases_json: JSON.stringify(aliases) })
          .execute()
      }
      return rows.map(({ id }) => id)
    })
  }

  /** Says more of a project than that it is there; before its first finding. */
  async project(name: string, input: GivenProject): Promise<number> {
    return this.service.services.change(this.deploymentId, 'Tess Ter', (transaction) =>
      this.projectOf(transaction, name, input).then(({ id }) => id),
    )
  }

  /** Says more of a rule than that it is there; before its first finding. */
  async rule(path: string, input: GivenRule, type: (typeof findingTypes)[number] = 'sast'): Promise<number> {
    return this.service.services.change(this.deploymentId, 'Tess Ter', (transaction) =>
      this.ruleOf(transaction, path, type, input).then(({ id }) => id),
    )
  }

  private async row(transaction: ChangeTransaction, input: GivenFinding) {
    const type = input.type ?? 'sast'
    const count = ++this.count
    const project = await this.projectOf(transaction, input.project ?? 'acme/shop', {})
    const refName = input.ref ?? project.primary
    const rule = await this.ruleOf(transaction, input.rule ?? `test.${type}.rule`, type, {})
    const refId = await this.refOf(transaction, project, refName)
    const scanId = await this.scanOf(transaction, project.id, refId)
    const at = start + (input.at ?? 0) * 60_000
    const state = input.state ?? 'unresolved'
    const triage = input.triage ?? 'untriaged'
    return {
      deployment_id: this.deploymentId,
      type: toCode(findingTypes, type),
      project_id: project.id,
      ref_id: refId,
      on_primary: refName === project.primary ? 1 : 0,
      rule_id: rule.id,
      policy_id: rule.policyId,
      source_id: 1,
      category_set_id: await this.categoriesOf(
        transaction,
        input.categories === undefined ? ['security'] : input.categories,
      ),
      match_based_id: input.key ?? `key${count}_0`,
      syntactic_id: `syntactic${count}`,
      severity: toCode(severities, input.severity ?? 'medium'),
      confidence: input.confidence === null ? null : toCode(confidences, input.confidence ?? 'medium'),
      state: toCode(states, state),
      triage_state: toCode(triageStates, triage),
      triage_reason: input.reason ? toCode(triageReasons, input.reason) : null,
      triage_comment: input.note ?? null,
      triaged_at: input.triagedAt ?? null,
      ignored_until: input.ignoredUntil ?? null,
      ignore_ends: input.ignoreEnds ? toCode(ignoreEnds, input.ignoreEnds) : null,
      reopened_at: input.reopenedAt ?? null,
      triaged_by: input.triagedBy ?? null,
      owner: input.owner ?? null,
      owner_source: input.owner ? 0 : null,
      triage_change_id: null,
      status: toCode(statuses, deriveStatus(state, triage)),
      removed: state === 'removed' ? 1 : 0,
      created_at: at,
      relevant_since: at,
      state_updated_at: at,
      first_seen_scan_id: scanId,
      last_seen_scan_id: scanId,
      fixed_scan_id: state === 'fixed' ? scanId : null,
      reappeared: input.reappeared ?? 0,
      path: input.path === undefined ? `src/file${count}.ts` : input.path,
      line: input.path === null ? null : 10,
      column: input.path === null ? null : 3,
      end_line: input.path === null ? null : 11,
      end_column: input.path === null ? null : 9,
      verdict: input.verdict ? toCode(verdicts, input.verdict) : null,
      component_tag: input.componentTag ?? null,
      resource: input.resource ?? null,
      component_risk: null,
      reachability:
        type !== 'sca' || input.reachability === null
          ? null
          : toCode(reachabilities, input.reachability ?? 'unknown'),
      transitivity:
        type !== 'sca' || input.transitivity === null
          ? null
          : toCode(transitivities, input.transitivity ?? 'direct'),
      is_malicious:
        input.malicious === undefined || input.malicious === null ? null : Number(input.malicious),
      advisory: input.advisory ?? null,
      package: input.package ?? (type === 'sca' ? 'left-pad' : null),
      package_version: type === 'sca' ? (input.version === undefined ? '1.0.0' : input.version) : null,
      ecosystem: type === 'sca' ? 'npm' : null,
      epss_score: input.epss ?? null,
      epss_percentile: input.epss ?? null,
      fix_available: input.fixAvailable ? 1 : 0,
      has_ticket: input.ticket ? 1 : 0,
      uncertain: input.uncertain ? 1 : 0,
      approval_id: input.ignoreRequested ? 1 : null,
      approval_state: input.ignoreRequested ? 0 : null,
      fix_pr_states: input.fixPullRequests ?? 0,
      secret_type: type !== 'secrets' || input.secretType === null ? null : (input.secretType ?? 'GitHub'),
      validation_state: input.validationState ? toCode(validationStates, input.validationState) : null,
      validated_at: typeof input.validatedAt === 'number' ? start + input.validatedAt * 60_000 : null,
      secret_hash: input.secretHash ?? null,
      document_json: JSON.stringify(input.document ?? {}),
    }
  }

  private async projectOf(transaction: ChangeTransaction, name: string, input: GivenProject) {
    const known = this.projects.get(name)
    if (known) return known
    const primary = input.primary ?? 'refs/heads/main'
    const { id } = await insertProject(transaction, {
      name,
      url: `https://git.example/${name}`,
      tags_json: JSON.stringify(input.tags ?? []),
      default_branch: primary,
      primary_branch: primary,
      managed_full: 0,
      managed_diff: 0,
      latest_scan_at: start,
      created_at: start,
    })
    const made = { id, primary }
    this.projects.set(name, made)
    return made
  }

  private async refOf(
    transaction: ChangeTransaction,
    project: { id: number; primary: string },
    name: string,
  ) {
    const key = `${project.id} ${name}`
    const known = this.refs.get(key)
    if (known !== undefined) return known
    const { id } = await insertRef(transaction, {
      project_id: project.id,
      name,
      is_primary: name === project.primary ? 1 : 0,
      latest_scan_at: start,
    })
    this.refs.set(key, id)
    return id
  }

  private async scanOf(transaction: ChangeTransaction, projectId: number, refId: number) {
    const known = this.scans.get(refId)
    if (known !== undefined) return known
    const id = await insertScanRow(transaction, {
      project_id: projectId,
      ref_id: refId,
      source_id: 1,
      kind: 0,
      status: 1,
      started_at: start,
      completed_at: start,
      enabled_products_json: '[]',
      exit_code: 0,
      has_logs: 0,
      findings_code: 0,
      findings_supply_chain: 0,
      findings_secrets: 0,
      total_time: 1,
      commit: '9f2c1ab',
      meta_json: JSON.stringify({ commit_author_name: 'Ada' }),
      file_digest: null,
      report_json: null,
    })
    this.scans.set(refId, id)
    return id
  }

  private async ruleOf(
    transaction: ChangeTransaction,
    path: string,
    type: (typeof findingTypes)[number],
    input: GivenRule,
  ) {
    const known = this.rules.get(path)
    if (known) return known
    const ids = await insertRules(transaction, [
      {
        deployment_id: this.deploymentId,
        path,
        tool: null,
        tool_rule: null,
        title: input.title === undefined ? 'A rule' : input.title,
        message: input.message === undefined ? 'This is wrong.' : input.message,
        category: 'security',
        severity: 1,
        confidence: 1,
        source: 'SOURCE_CUSTOM',
        url: null,
        registry_maintainer: null,
        secret_type: null,
        has_validators: 0,
        cwe_json: '["CWE-79"]',
        owasp_json: '[]',
        subcategories_json: '[]',
        vulnerability_classes_json: '[]',
        languages_json: '[]',
        technologies_json: '[]',
        rulesets_json: '[]',
        created_at: start,
      },
    ])
    const id = ids.get(null) ?? 0
    let policyId: number | null = null
    if (input.mode !== null) {
      const policy = await transaction
        .selectFrom('policy')
        .select('id')
        .where('deployment_id', '=', this.deploymentId)
        .where('product_type', '=', toCode(findingTypes, type))
        .executeTakeFirstOrThrow()
      policyId = policy.id
      await insertPolicyRules(transaction, [
        {
          policy_id: policy.id,
          rule_id: id,
          deployment_id: this.deploymentId,
          mode: toCode(policyModes, input.mode ?? 'MODE_MONITOR'),
          last_change_at: null,
          last_change_by: null,
          version: 1,
        },
      ])
    }
    const made = { id, policyId }
    this.rules.set(path, made)
    return made
  }

  private async categoriesOf(transaction: ChangeTransaction, categories: string[] | null) {
    if (categories === null) return null
    const text = JSON.stringify(categories)
    const known = this.categorySets.get(text)
    if (known !== undefined) return known
    const ids = await insertCategorySets(transaction, [text])
    const id = ids.get(text) ?? 0
    this.categorySets.set(text, id)
    return id
  }
}
