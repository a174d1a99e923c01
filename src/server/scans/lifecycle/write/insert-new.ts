import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { insertNewRows, insertRows, type MovedRow, type Row } from '#server/db/engine.ts'
import { takeIds } from '#server/db/ids.ts'
import { insertEvents, insertFindings } from '#server/findings/writes.ts'
import { detailOf } from '#server/reports/findings/finding-content.ts'
import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import type { LifecycleCounts } from '#server/reports/report/summary.ts'
import type { EndedIgnore } from '#server/triage/decisions/reopen-ignored.ts'
import { candidateRow, isNamedMatch, otherRefMatchRow, uncertainEvent } from '../plan/matches.ts'
import type { RunPlan } from '../plan/plan.ts'
import { eventRow, type HistoryLine, type PreparedRun } from '../run.ts'
import type { StagedFindings } from '../staging/staging.ts'
import type { ReportedTriage } from '../state/reported-triage.ts'
import { evidenceRow } from './evidence-row.ts'
import { newRow } from './finding-row.ts'
import { type Inherited, readInherited, triageOf } from './inherited-triage.ts'
import { hasReportedEnd } from './reported-end.ts'
import { type RequestedFinding, requestIgnores } from './request-ignores.ts'

/** Findings written per batch; requests are answered in between. */
const findingsPerBatch = 240

/**
 * Writes the findings of a run that this source does not have on this ref. A finding whose flaw was triaged on another
 * ref of the project is triaged here too, and has its ticket.
 * @param staged contains staged findings; those that inherit nothing and are not uncertain are moved from there.
 * @returns those that are ignored as on another ref until something that the run reports.
 * Source: docs/api.md#lifecycle.
 */
export async function insertNew(
  transaction: ChangeTransaction,
  prepared: PreparedRun,
  plan: RunPlan,
  counts: LifecycleCounts,
  staged: StagedFindings | null,
): Promise<EndedIgnore[]> {
  const ended: EndedIgnore[] = []
  const inherited = await readInherited(transaction, plan, plan.newFindings)
  const stagedRows: MovedRow[] = []
  const remaining: { finding: ReportedFinding; triage: ReportedTriage | null }[] = []
  for (const finding of plan.newFindings) {
    const number = staged?.numberOf(finding)
    const otherRefMatch = plan.otherRefMatchOf(finding)
    const triage = prepared.triage.ofNew(finding)
    const plain =
      triage === null && !inherited.has(otherRefMatch?.stored.flawId ?? 0) && !isLinked(plan, finding)
    if (number === undefined || !plain) remaining.push({ finding, triage })
    else {
      const { flawId = null, openSince = null } = otherRefMatch?.stored ?? {}
      stagedRows.push({ number, flawId, openSince })
    }
    if (!otherRefMatch) counts.newInProject += 1
  }
  counts.new += plan.newFindings.length
  if (stagedRows.length > 0) await staged?.insertStaged(transaction, prepared, stagedRows)
  // Together, so that a person decides what a file asks for once.
  const requests: RequestedFinding[] = []
  for (let at = 0; at < remaining.length; at += findingsPerBatch) {
    const some = remaining.slice(at, at + findingsPerBatch)
    const inserted = await insertBatch(transaction, prepared, plan, some, inherited, counts)
    requests.push(...inserted.requests)
    ended.push(...inserted.ended)
    await yieldToEventLoop()
  }
  await requestIgnores(transaction, requests)
  return ended
}

/** Whether a finding needs further rows: offers of other findings, or a match that may be wrong. */
function isLinked(plan: RunPlan, finding: ReportedFinding): boolean {
  const otherRefMatch = plan.otherRefMatchOf(finding)
  return plan.offersOf(finding).length > 0 || (otherRefMatch !== undefined && isNamed(otherRefMatch, finding))
}

const isNamed = (
  { stored, basis }: NonNullable<ReturnType<RunPlan['otherRefMatchOf']>>,
  finding: ReportedFinding,
) => isNamedMatch(basis, { id: stored.id, path: stored.path || null, line: stored.line || null }, finding)

/** Rows to insert for new findings, by table. */
class NewRows {
  readonly findings: Row[] = []
  readonly details: Row[] = []
  readonly evidence: Row[] = []
  readonly events: Row[] = []
  readonly links: Row[] = []
  readonly requests: RequestedFinding[] = []
  readonly ended: EndedIgnore[] = []
}

async function insertBatch(
  transaction: ChangeTransaction,
  prepared: PreparedRun,
  plan: RunPlan,
  findings: readonly { finding: ReportedFinding; triage: ReportedTriage | null }[],
  inheritedOf: ReadonlyMap<number, Inherited>,
  counts: LifecycleCounts,
): Promise<Pick<NewRows, 'requests' | 'ended'>> {
  const { target } = prepared
  let id = (await takeIds(transaction, target.deploymentId, 'finding', findings.length)) - 1
  const newRows = new NewRows()
  for (const { finding, triage } of findings) {
    id += 1
    const otherRefMatch = plan.otherRefMatchOf(finding)
    // A note alone is not a decision. A decision also resolves possible matches.
    const isDecided = triage !== null && triage.state !== 'untriaged' && !triage.isRequest
    const offers = isDecided ? [] : plan.offersOf(finding)
    const isUncertain = offers.some(({ stored }) => stored.decision !== '')
    const fromFlaw = inheritedOf.get(otherRefMatch?.stored.flawId ?? 0)
    const inherited = triageOf(prepared, finding, fromFlaw, triage)
    if (inherited) prepared.triage.noteSuperseded(finding)
    else if (triage?.isRequest) newRows.requests.push({ id, finding, triage })
    else if (triage) prepared.triage.noteTriaged(finding, triage)
    const { row, history } = newRow(target, finding, {
      content: prepared.content(finding),
      policyId: prepared.policyOf(finding),
      inherited,
      openSince: otherRefMatch?.stored.openSince ?? null,
      ticket: fromFlaw?.ticket,
      triage,
      isUncertain,
    })
    if (hasReportedEnd(inherited?.ignore_ends, row) && !target.onMergeQueue)
      newRows.ended.push({ id, ends: inherited?.ignore_ends ?? 0 })
    if (isUncertain) counts.uncertain += 1
    newRows.findings.push({ id, flaw_id: otherRefMatch?.stored.flawId ?? id, ...row })
    const detail = detailOf(finding)
    if (Object.values(detail).some((part) => part !== null))
      newRows.details.push({ deployment_id: target.deploymentId, finding_id: id, ...detail })
    const evidence = evidenceRow(id, finding, otherRefMatch?.stored)
    newRows.evidence.push({ deployment_id: target.deploymentId, ...evidence })
    const lines: HistoryLine[] =
      offers.length > 0 ? [...history, uncertainEvent(target.at, offers.length, isUncertain)] : history
    newRows.events.push(...lines.map((line) => eventRow(target, id, line)))
    newRows.links.push(...offers.map((offer) => candidateRow(target, id, offer)))
    if (otherRefMatch && isNamed(otherRefMatch, finding))
      newRows.links.push(otherRefMatchRow(target, id, otherRefMatch.stored.id, otherRefMatch.basis))
  }
  await insertFindings(transaction, newRows.findings)
  await insertRows(transaction, 'finding_detail', newRows.details)
  await insertRows(transaction, 'finding_evidence', newRows.evidence)
  await insertEvents(transaction, newRows.events)
  await insertNewRows(transaction, 'finding_match', newRows.links)
  return newRows
}
