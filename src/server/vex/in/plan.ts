import { TimeSlice } from '#server/base/time-slice.ts'
import { fromCode, states, triageReasons, triageStates } from '#server/db/codes.ts'
import { requestedState } from '#server/findings/approval-rules.ts'
import type { Decision } from '#server/findings/decision.ts'
import type { FindingRow } from '../finding-rows.ts'
import { noteOf, statementDate } from '../note.ts'
import type { Unmatched } from './covered.ts'
import type { StatedProduct, VexDocument } from './document.ts'
import type { FindingIndex } from './match.ts'

/** The triage that a statement asks for. */
export type StatedDecision = Pick<Decision, 'state' | 'reason'>

/** What happens to the findings of one statement. */
export interface PlannedStatement {
  product: StatedProduct
  /** When it was said according to the document, which decides between its statements, also if that is not over yet. */
  said: number
  /** Null if the statement triages nothing. */
  decision: StatedDecision | null
  /** Why it triages nothing. */
  unmatched: Unmatched | null
  /** The document, for the note. */
  source: string
  /** The findings to triage, as they are now. */
  rows: FindingRow[]
  /** What it names and scans do not tell of the findings that it matched. */
  unknown: readonly string[]
  /** How many of these have an older decision. */
  replaced: number
  unchanged: number
  /** Findings whose newer decision is kept. */
  kept: FindingRow[]
  superseded: number
  contradicted: number
}

/** How far clocks may differ; a later statement counts as undated, so that it cannot outlive every decision. */
const clockTolerance = 10 * 60_000

/**
 * Decides what each statement of a document changes. Of several statements about a finding the newest counts; if equally
 * old ones differ, none does.
 * @throws VexFault if document and project together are too large.
 */
export async function planImport(
  { products, format, formatName, id, author }: VexDocument,
  index: FindingIndex,
  now: number,
): Promise<PlannedStatement[]> {
  const source = [`${formatName} ${id ?? 'document'}`, ...(author === null ? [] : [`by ${author}`])].join(' ')
  const claims = new Map<number, Claim>()
  const dated = (at: number | null) => (at === null || at > now + clockTolerance ? null : at)
  const plans = products.map((product) => ({
    ...planned({ ...product, at: dated(product.at) }, format, source),
    said: product.at ?? -1,
  }))
  const byAge = [...plans].sort((one, other) => one.said - other.said)
  const slice = new TimeSlice()
  for (const plan of byAge) {
    if (slice.isOver) await slice.next()
    const matched = await index.match(plan.product, slice)
    if ('reason' in matched) plan.unmatched = matched
    else if (plan.unmatched === null) {
      plan.unknown = matched.unknown
      for (const row of matched.rows) claim(claims, plan, row)
    }
  }
  for (const { plan, row, isContradicted } of claims.values()) {
    if (isContradicted) plan.contradicted += 1
    else if (plan.decision === null) settleFixed(plan, row)
    else settle(plan, plan.decision, row)
  }
  return plans
}

/** The note of a triage, which is long and needed only for statements that triage something. */
export function noteOfPlan({ product, source }: PlannedStatement): string {
  const { status, justification, detail, statement, at } = product
  return noteOf({ status: status ?? 'under_investigation', justification, detail, source, statement, at })
}

function planned(
  product: StatedProduct,
  format: VexDocument['format'],
  source: string,
): Omit<PlannedStatement, 'said'> {
  const unmatched = withoutDecision(product, format)
  return {
    product,
    decision: unmatched === null ? decisionOf(product) : null,
    unmatched,
    source,
    rows: [],
    unknown: [],
    replaced: 0,
    unchanged: 0,
    kept: [],
    superseded: 0,
    contradicted: 0,
  }
}

/** Why a statement cannot triage anything, whatever it is about. */
function withoutDecision(product: StatedProduct, format: VexDocument['format']): Unmatched | null {
  if (product.status === null) {
    const field = format === 'cyclonedx' ? '`analysis.state`' : '`status`'
    return { reason: 'no_decision', detail: `The statement has no known ${field}.` }
  }
  if (product.status === 'not_affected' && product.justification === null && product.detail === null) {
    return {
      reason: 'no_justification',
      detail: 'The statement says not affected, but gives neither a justification nor an explanation.',
    }
  }
  return null
}

/** The triage of a status; null for `fixed`, which only scans can set. Source: docs/vex.md#import. */
function decisionOf({ status, acceptsRisk }: StatedProduct): StatedDecision | null {
  switch (status) {
    case 'not_affected':
      return { state: 'ignored', reason: 'false_positive' }
    case 'affected':
      return acceptsRisk ? { state: 'ignored', reason: 'acceptable_risk' } : { state: 'fixing', reason: null }
    case 'under_investigation':
      return { state: 'reviewing', reason: null }
    default:
      return null
  }
}

/** The statement that counts for a finding. */
interface Claim {
  plan: PlannedStatement
  row: FindingRow
  isContradicted: boolean
}

const keyOf = ({ decision }: PlannedStatement) => JSON.stringify(decision)

/** Statements come in the order of their age. */
function claim(claims: Map<number, Claim>, plan: PlannedStatement, row: FindingRow): void {
  const before = claims.get(row.id)
  if (before === undefined) {
    claims.set(row.id, { plan, row, isContradicted: false })
    return
  }
  if (before.plan === plan) return
  const isNewer = plan.said > before.plan.said
  if (isNewer && (before.isContradicted || keyOf(before.plan) !== keyOf(plan))) {
    before.plan.superseded += 1
    claims.set(row.id, { plan, row, isContradicted: false })
  } else if (keyOf(before.plan) === keyOf(plan)) plan.unchanged += 1
  else {
    before.isContradicted = true
    plan.contradicted += 1
  }
}

/** Compares the statement that counts with the triage of a finding. */
function settle(plan: PlannedStatement, decision: StatedDecision, row: FindingRow): void {
  const { product } = plan
  const state = fromCode(triageStates, row.triage_state)
  const isSame =
    state === decision.state &&
    fromCode(triageReasons, row.triage_reason) === decision.reason &&
    // A statement has no end.
    row.ignored_until === null &&
    row.ignore_ends === null
  // Sending a document again does not request again what it requested.
  if (row.approval_state === requestedState && decision.state === 'ignored') {
    plan.unchanged += 1
    return
  }
  const isDecided = state !== 'untriaged'
  const noted = statementDate(row.triage_comment)
  if (isSame) {
    // The explanation of a newer version of the document replaces that of an older one, but never a person's.
    const isUpdate = typeof noted === 'number' && product.at !== null && product.at > noted
    if (isUpdate && row.triage_comment !== noteOfPlan(plan)) plan.rows.push(row)
    else plan.unchanged += 1
    return
  }
  const decidedAt = noted === undefined ? (row.triaged_at ?? 0) : (noted ?? -1)
  if (isDecided && (product.at === null || product.at <= decidedAt)) plan.kept.push(row)
  else {
    plan.rows.push(row)
    if (isDecided) plan.replaced += 1
  }
}

function settleFixed(plan: PlannedStatement, row: FindingRow): void {
  if (isFixed(row)) plan.unchanged += 1
  else {
    plan.unmatched ??= {
      reason: 'only_scans_fix',
      detail: 'Only a scan marks a finding as fixed, and the newest scan still reports it.',
    }
  }
}

const isFixed = (row: FindingRow) => fromCode(states, row.state) === 'fixed'
