import { recordAudit } from '#server/audit/audit-log.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Decision } from '#server/findings/decision.ts'
import type { Services } from '#server/http/services.ts'
import { triageInstances } from '#server/triage/decisions/triage.ts'
import { assertTriageQuota, noteBytes } from '#server/triage/decisions/triage-quota.ts'
import { readFlawInstances, type TriageStatus } from '#server/triage/decisions/triage-state.ts'
import type { FindingRow } from '../finding-rows.ts'
import { noteOfPlan, type PlannedStatement } from './plan.ts'

/** Triage changes of one transaction: other writers wait until it ends. */
const changesPerTransaction = 50

/** What was done for a statement. */
export interface AppliedStatement {
  changeId: string | null
  /** The findings that were triaged, or for which it was requested. */
  ids: number[]
  /** How many of them wait for an approval. */
  requested: number
  /** How many of the planned findings somebody triaged in the meantime. */
  late: number
}

/** Who imports which document into which project. */
export interface ImportContext {
  deploymentId: number
  actor: string
  project: string
  /** For the audit log. */
  detail: {
    format: string
    document: string | null
    author: string | null
    sha256: string
    statements: number
  }
}

/** Statements with the same decision and note, which are one change. */
interface Change {
  decision: Decision
  plans: PlannedStatement[]
}

/**
 * Triages what was planned: one change for each decision and note, so that each can be undone. Changes are written in
 * transactions of fifty; if one fails, sending the document again does the rest. Writes nothing if nothing is planned.
 * @throws HttpError 429 if the daily quota would be exceeded.
 */
export async function applyPlans(
  services: Services,
  plans: readonly PlannedStatement[],
  context: ImportContext,
): Promise<Map<PlannedStatement, AppliedStatement>> {
  const applied = new Map<PlannedStatement, AppliedStatement>()
  const changes = changesOf(plans)
  for (let from = 0; from < changes.length; from += changesPerTransaction) {
    const batch = changes.slice(from, from + changesPerTransaction)
    const results = await services.change(context.deploymentId, context.actor, async (transaction) => {
      const done = await applyBatch(transaction, batch, { ...context, at: services.now() })
      if (from === 0) await recordImport(transaction, context, services.now())
      return done
    })
    for (const [plan, result] of results) applied.set(plan, result)
  }
  return applied
}

function changesOf(plans: readonly PlannedStatement[]): Change[] {
  const changes = new Map<string, Change>()
  for (const plan of plans) {
    if (plan.decision === null || plan.rows.length === 0) continue
    const decision: Decision = { ...plan.decision, until: null, note: noteOfPlan(plan) }
    const key = JSON.stringify(decision)
    const change = changes.get(key)
    if (change) change.plans.push(plan)
    else changes.set(key, { decision, plans: [plan] })
  }
  return [...changes.values()]
}

async function applyBatch(
  transaction: ChangeTransaction,
  batch: readonly Change[],
  actor: { deploymentId: number; actor: string; at: number },
): Promise<[PlannedStatement, AppliedStatement][]> {
  const ids = batch.flatMap(({ plans }) => plans.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const current = new Map(
    (await readFlawInstances(transaction, actor.deploymentId, ids)).map((row) => [row.id, row]),
  )
  const bytes = batch.reduce(
    (sum, { plans, decision }) =>
      sum + plans.reduce((own, { rows }) => own + noteBytes(rows.length, decision.note), 0),
    0,
  )
  await assertTriageQuota(transaction, actor, ids.length, bytes)
  const results: [PlannedStatement, AppliedStatement][] = []
  for (const { decision, plans } of batch) {
    const standing = plans.map(({ rows }) => rows.flatMap((row) => standingRow(row, current) ?? []))
    const changed = standing.flat()
    if (changed.length === 0) {
      for (const plan of plans)
        results.push([plan, { changeId: null, ids: [], requested: 0, late: plan.rows.length }])
      continue
    }
    const selected = changed.map(({ id }) => id)
    const target = { type: 'sca' as const, decision }
    const answer = await triageInstances(transaction, target, actor, { selected, changed })
    const waiting = new Set(answer.requested_issues)
    for (const [at, plan] of plans.entries()) {
      const own = (standing[at] ?? []).map(({ id }) => id)
      const requested = own.filter((id) => waiting.has(id)).length
      const late = plan.rows.length - own.length
      results.push([plan, { changeId: answer.change_id, ids: own, requested, late }])
    }
  }
  return results
}

/** The finding as it is now, if its triage is still the one that the plan was made for. */
function standingRow(
  planned: FindingRow,
  current: ReadonlyMap<number, TriageStatus>,
): TriageStatus | undefined {
  const row = current.get(planned.id)
  const isSame =
    row !== undefined &&
    row.removed === 0 &&
    row.triage_state === planned.triage_state &&
    row.triage_reason === planned.triage_reason &&
    row.triaged_at === planned.triaged_at
  return isSame ? row : undefined
}

async function recordImport(
  transaction: ChangeTransaction,
  { deploymentId, actor, project, detail }: ImportContext,
  at: number,
): Promise<void> {
  await recordAudit(transaction, { deploymentId, at, actor, action: 'vex.imported', target: project, detail })
}
