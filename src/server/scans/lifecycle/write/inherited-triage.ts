import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { severities, toCode, triageStates } from '#server/db/codes.ts'
import type { FindingDocument } from '#server/db/documents.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { approvedState, staysIgnored } from '#server/findings/approval-rules.ts'
import type { ReportedFinding } from '#server/reports/report/report.ts'
import type { RunPlan } from '../plan/plan.ts'
import type { PreparedRun } from '../run.ts'
import type { ReportedTriage } from '../state/reported-triage.ts'

const idsPerBatch = 2000

const [untriaged, ignored] = [toCode(triageStates, 'untriaged'), toCode(triageStates, 'ignored')]

/** The triage that a new finding inherits from the same flaw on another ref: a state, or a note alone. */
export interface InheritedTriage {
  triage_state: number
  triage_reason: number | null
  triage_comment: string | null
  triaged_at: number | null
  triaged_by: string | null
  ignored_until: number | null
  ignore_ends: number | null
  reopened_at: number | null
  approval_id: number | null
  approval_state: number | null
  approval_severity: number | null
  /** The severity where it was made. */
  severity: number
  /** The ref of the original decision. */
  from: string | null
}

/** What a new finding inherits from the same flaw on other refs. */
export interface Inherited {
  /** Where the refs differ, the newest; null if nobody triaged it. */
  triage: InheritedTriage | null
  /** The ticket of the flaw; undefined without one. */
  ticket: FindingDocument['external_ticket']
}

/** What findings inherit, by the ids of their flaws. Reads only flaws that were triaged or have a ticket. */
export async function readInherited(
  reader: ChangeTransaction,
  plan: Pick<RunPlan, 'otherRefMatchOf'>,
  findings: readonly ReportedFinding[],
): Promise<ReadonlyMap<number, Inherited>> {
  const flaws = findings.flatMap((finding) => {
    const stored = plan.otherRefMatchOf(finding)?.stored
    const isWorthReading = stored && (stored.triagedAt !== null || stored.decision !== '' || stored.hasTicket)
    return isWorthReading ? [stored.flawId] : []
  })
  const inherited = new Map<number, Inherited>()
  for (let at = 0; at < flaws.length; at += idsPerBatch) {
    const rows = await readFlawRows(reader, flaws.slice(at, at + idsPerBatch))
    for (const [flaw, some] of Map.groupBy(rows, (row) => row.flaw_id))
      inherited.set(flaw, inheritedFrom(some))
  }
  return inherited
}

type FlawRow = Awaited<ReturnType<typeof readFlawRows>>[number]

/** The rows of flaws, the newest decision first; of equal ones that of the primary branch, then the newest row. */
function readFlawRows(reader: ChangeTransaction, flaws: readonly number[]) {
  return reader
    .selectFrom('finding')
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .select([
      'finding.flaw_id',
      'triage_state',
      'triage_reason',
      'triage_comment',
      'triaged_at',
      'triaged_by',
    ])
    .select(['ignored_until', 'ignore_ends', 'reopened_at', 'approval_id', 'approval_state'])
    .select(['approval_severity', 'severity', 'ref.name as from', 'has_ticket'])
    .select((eb) => eb.case().when('has_ticket', '=', 1).then(eb.ref('document_json')).end().as('document'))
    .where('finding.deployment_id', '=', reader.deploymentId)
    .where('finding.flaw_id', 'in', flaws)
    .where((eb) => eb.or([eb('triaged_at', 'is not', null), eb('has_ticket', '=', 1)]))
    .orderBy((eb) => eb.fn.coalesce('triaged_at', eb.lit(0)), 'desc')
    .orderBy('on_primary', 'desc')
    .orderBy('finding.id', 'desc')
    .execute()
}

function inheritedFrom(rows: readonly FlawRow[]): Inherited {
  const [newest] = rows
  const document = rows.find((row) => row.has_ticket === 1)?.document
  return {
    triage: newest && isTriaged(newest) ? withoutRequest(newest) : null,
    // parse: our own column, written from a document.
    ticket: document ? parseStored<FindingDocument>(document).external_ticket : undefined,
  }
}

const isTriaged = ({ triage_state, triage_comment }: FlawRow) =>
  triage_state !== untriaged || triage_comment !== null

/** What somebody asks for there is not inherited. */
function withoutRequest({ flaw_id: _, has_ticket: __, document: ___, ...triage }: FlawRow): InheritedTriage {
  return triage.approval_state === approvedState
    ? triage
    : { ...triage, approval_id: null, approval_state: null }
}

/**
 * The triage that a new finding takes over: none if its file decides it, or if ignoring a finding as severe as this one
 * needs another approval. A note alone leaves what the file says.
 */
export function triageOf(
  { triage }: PreparedRun,
  finding: ReportedFinding,
  inherited: Inherited | undefined,
  reported: ReportedTriage | null,
): InheritedTriage | undefined {
  const found = inherited?.triage
  if (!found) return undefined
  const isDecided = reported !== null && reported.state !== 'untriaged' && !reported.isRequest
  if (isDecided || (reported !== null && found.triage_state === untriaged)) return undefined
  if (!triage.isApprovalRequired || found.triage_state !== ignored) return found
  return staysIgnored(found, toCode(severities, finding.severity)) ? found : undefined
}
