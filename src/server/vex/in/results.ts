import type { ImportVexAnswer, VexResult } from '#contract/responses/vex.ts'
import { plural } from '#lib/text/format.ts'
import { fromCode, severities } from '#server/db/codes.ts'
import { leastSeverity } from '#server/findings/approval-rules.ts'
import type { AppliedStatement } from './apply.ts'
import { listed } from './covered.ts'
import type { VexDocument } from './document.ts'
import type { PlannedStatement } from './plan.ts'

const maxResults = 3_000
const maxIds = 100

/**
 * The response to an import: one result for each statement and product, in the order of the document. If there are too
 * many, unmatched ones come before unchanged ones.
 * @param applied what was done; null for a dry run.
 * @param isApprovalRequired whether ignoring critical and high findings needs approval, for a dry run.
 */
export function importAnswer(
  document: VexDocument,
  plans: readonly PlannedStatement[],
  applied: ReadonlyMap<PlannedStatement, AppliedStatement> | null,
  isApprovalRequired: boolean,
): ImportVexAnswer {
  const done = applied ?? new Map(plans.map((plan) => [plan, expectedOf(plan, isApprovalRequired)]))
  const all = plans.map((plan) => resultOf(plan, done.get(plan)))
  const count = (outcome: VexResult['outcome']) => all.filter((one) => one.outcome === outcome).length
  return {
    document: {
      format: document.format,
      id: document.id,
      author: document.author,
      at: document.at === null ? null : new Date(document.at).toISOString(),
    },
    dry_run: applied === null,
    total: {
      triaged: count('triaged'),
      unchanged: count('unchanged'),
      unmatched: count('unmatched'),
      findings: all.reduce((sum, one) => sum + one.count, 0),
      severities: bySeverity(plans, done),
    },
    results: limited(all),
  }
}

function bySeverity(
  plans: readonly PlannedStatement[],
  done: ReadonlyMap<PlannedStatement, AppliedStatement>,
): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(severities.map((name) => [name, 0]))
  for (const plan of plans) {
    const triaged = new Set(done.get(plan)?.ids)
    for (const { id, severity } of plan.rows) {
      if (!triaged.has(id)) continue
      const name = fromCode(severities, severity)
      counts[name] = (counts[name] ?? 0) + 1
    }
  }
  return counts
}

const outcomeOrder = ['triaged', 'unmatched', 'unchanged']

function limited(all: readonly VexResult[]): VexResult[] {
  if (all.length <= maxResults) return [...all]
  const rank = ({ outcome }: VexResult) => outcomeOrder.indexOf(outcome)
  return [...all].sort((one, other) => rank(one) - rank(other)).slice(0, maxResults)
}

const expectedOf = ({ rows, decision }: PlannedStatement, isApprovalRequired: boolean): AppliedStatement => ({
  changeId: null,
  ids: rows.map(({ id }) => id),
  requested:
    isApprovalRequired && decision?.state === 'ignored'
      ? rows.filter(({ severity }) => severity >= leastSeverity).length
      : 0,
  late: 0,
})

const nothing: AppliedStatement = { changeId: null, ids: [], requested: 0, late: 0 }

function resultOf(
  plan: PlannedStatement,
  { changeId, ids, requested, late }: AppliedStatement = nothing,
): VexResult {
  const { product, decision } = plan
  const isTriaged = ids.length > 0
  const kept = plan.kept.length + late
  const unmatched = isTriaged ? null : reasonOf(plan, kept)
  return {
    statement: product.statement,
    vulnerability: product.vulnerability,
    product: product.label,
    status: product.status,
    outcome: isTriaged ? 'triaged' : unmatched === null ? 'unchanged' : 'unmatched',
    reason: unmatched?.reason ?? null,
    detail: isTriaged
      ? triagedDetail(plan, ids.length, requested, kept)
      : (unmatched?.detail ?? ['Nothing to change.', ...unknownDetail(plan)].join(' ')),
    to_state: decision?.state ?? null,
    to_reason: decision?.reason ?? null,
    count: ids.length,
    ...(requested > 0 ? { requested } : {}),
    finding_ids: ids.slice(0, maxIds),
    replaced: isTriaged ? Math.min(plan.replaced, ids.length) : 0,
    kept,
    change_id: changeId,
  }
}

/** Why a statement that matched findings triaged none; null if they already have its triage. */
function reasonOf(
  plan: PlannedStatement,
  kept: number,
): (Pick<VexResult, 'detail'> & { reason: string }) | null {
  if (plan.unmatched !== null) return plan.unmatched
  if (kept > 0) return { reason: 'decision_kept', detail: keptDetail(plan, kept) }
  if (plan.contradicted > 0) {
    return {
      reason: 'contradictory',
      detail:
        'The document has another statement of the same date about the same findings that says something else.',
    }
  }
  if (plan.superseded > 0 && plan.unchanged === 0)
    return { reason: 'superseded', detail: 'The document has a newer statement about the same findings.' }
  return null
}

function triagedDetail(plan: PlannedStatement, count: number, requested: number, kept: number): string {
  const { replaced, contradicted } = plan
  return [
    ...(count > requested ? [`${plural(count - requested, 'finding')} triaged.`] : []),
    ...(requested > 0
      ? [`${plural(requested, 'finding')} requested to be ignored, which needs approval.`]
      : []),
    ...(replaced > 0 ? [`${plural(replaced, 'older decision')} replaced.`] : []),
    ...(kept > 0 ? [`${plural(kept, 'newer decision')} kept.`] : []),
    ...(contradicted > 0
      ? [`${plural(contradicted, 'finding')} left out because statements contradict.`]
      : []),
    ...unknownDetail(plan),
  ].join(' ')
}

/** What could not be compared, so that the findings may be about another artifact. */
const unknownDetail = ({ unknown }: PlannedStatement): string[] =>
  unknown.length === 0 ? [] : [`The scan does not tell whether it is ${listed(unknown)}.`]

function keptDetail({ kept, product }: PlannedStatement, count: number): string {
  const [row] = kept
  if (row === undefined) return `${plural(count, 'finding')} triaged by somebody else in the meantime.`
  const said =
    product.at === null ? 'The statement has no usable date' : `The statement is of ${dayOf(product.at)}`
  const at = row.triaged_at === null ? '' : ` of ${dayOf(row.triaged_at)}`
  return `${said}; the decision${at} is kept.`
}

const dayOf = (at: number) => new Date(at).toISOString()
