import { code, deriveStatus, states, statuses, triageStates, word } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { checkedAt, detailOf, type FindingContent, type FindingDetailContent } from '../finding-content.ts'
import { mergedDocument } from '../finding-document.ts'
import { breathe } from '../reader.ts'
import type { ReportedFinding } from '../report.ts'
import type { LifecycleCounts } from '../summary.ts'
import { differences, insertRows, type Row, updateRow, type Value } from './bulk.ts'
import { isPresent } from './given-standing.ts'
import type { Vanished } from './moved.ts'
import { absenceIn, type Standing, whenReported } from './rules.ts'
import { eventRow, type HistoryLine, type PreparedRun } from './run.ts'

/** Rows read at a time: enough to be fast, few enough that a large ref never stands in memory whole. */
const rowsAtOnce = 250

/** What was known of a run before it. */
export interface Known {
  /** The fingerprints of the run that were known. */
  fingerprints: Set<string>
  /** Findings that it no longer reports. */
  vanished: Vanished[]
}

/** Brings the findings that this source already has on this ref up to date with a run, and counts what became of them. */
export async function updateKnown(
  transaction: Writer,
  prepared: PreparedRun,
  counts: LifecycleCounts,
): Promise<Known> {
  const { run, place } = prepared
  const reported = new Map(run.findings.map((finding) => [finding.matchBasedId, finding]))
  const absence = absenceIn(run, place.kind)
  const known: Known = { fingerprints: new Set(), vanished: [] }
  for (let after = 0; ; ) {
    const rows = await storedAfter(transaction, place.refId, place.sourceId, after)
    const events: Row[] = []
    const seen: number[] = []
    for (const row of rows) {
      after = row.id
      const finding = reported.get(row.match_based_id)
      if (finding) known.fingerprints.add(row.match_based_id)
      const present = finding !== undefined && isPresent(finding)
      const step = present
        ? stepOfReported(row, finding, place.at)
        : stepOfMissing(row, finding ? 'fixed' : absence(row.rule_path, row.path), place)
      if (present) {
        seen.push(row.id)
        counts[step.cameBack ? 'reopened' : 'unchanged'] += 1
        const { rule_path: _, code_json, data_flow_json, fix_json, references_json, ...stored } = row
        const content = prepared.content(finding)
        const said = { ...withDocument(stored, content), validated_at: checkedAt(finding, place.at) }
        Object.assign(step.changes, differences(stored, said))
        await updateDetail(
          transaction,
          row.id,
          { code_json, data_flow_json, fix_json, references_json },
          detailOf(finding),
        )
      }
      if (step.fixed) counts.fixed += 1
      if (step.vanished) known.vanished.push(vanishedOf(row))
      await updateRow(transaction, 'finding', row.id, step.changes)
      events.push(...step.history.map((line) => eventRow(place, row.id, line)))
    }
    await insertRows(transaction, 'finding_event', events)
    await markSeen(transaction, seen, place.scanId)
    if (rows.length < rowsAtOnce) return known
    // Readers have a connection of their own: they are answered between two handfuls.
    await breathe()
  }
}

/** Most findings say the same again: then nothing is taken apart. */
function withDocument(before: Pick<Stored, 'document_json'>, content: FindingContent): Row {
  if (before.document_json === content.document_json) return content
  const { text, hasTicket } = mergedDocument(before.document_json, content.document_json)
  return { ...content, document_json: text, has_ticket: Number(hasTicket) }
}

type Stored = Awaited<ReturnType<typeof storedAfter>>[number]

function storedAfter(transaction: Writer, refId: number, sourceId: number, after: number) {
  return transaction
    .selectFrom('finding')
    .innerJoin('rule', 'rule.id', 'finding.rule_id')
    .leftJoin('finding_detail', 'finding_detail.finding_id', 'finding.id')
    .selectAll('finding')
    .select(['rule.path as rule_path', 'code_json', 'data_flow_json', 'fix_json', 'references_json'])
    .where('finding.ref_id', '=', refId)
    .where('finding.source_id', '=', sourceId)
    .where('finding.id', '>', after)
    .orderBy('finding.id')
    .limit(rowsAtOnce)
    .execute()
}

interface Step {
  changes: Record<string, Value>
  history: HistoryLine[]
  cameBack: boolean
  fixed: boolean
  /** Whether it is here no longer and was before. */
  vanished?: true
}

const standingOf = (row: Stored): Standing => ({
  state: word(states, row.state),
  triage: word(triageStates, row.triage_state),
})

function stepOfReported(row: Stored, finding: ReportedFinding, at: number): Step {
  const before = standingOf(row)
  const now = whenReported(before, finding.suppressed)
  if (now.event === null) return { changes: {}, history: [], cameBack: false, fixed: false }
  const history: HistoryLine[] = [{ kind: now.event, at, from: before.state, to: now.state }]
  if (now.triage !== before.triage) history.push({ kind: 'triaged', at, from: before.triage, to: now.triage })
  return {
    changes: {
      state: code(states, now.state),
      triage_state: code(triageStates, now.triage),
      status: code(statuses, deriveStatus(now.state, now.triage)),
      state_updated_at: at,
      ...(now.cameBack
        ? { relevant_since: at, reappeared: row.reappeared + 1, removed: 0, fixed_scan_id: null }
        : {}),
      // The decision no longer stands as the person left it, so that undoing it must not touch the finding.
      ...(now.triage === before.triage ? {} : { triage_change_id: null }),
    },
    history,
    cameBack: now.cameBack,
    fixed: false,
  }
}

function stepOfMissing(
  row: Stored,
  absence: 'fixed' | 'removed' | 'kept',
  place: { at: number; scanId: number },
): Step {
  const before = standingOf(row)
  const there = before.state === 'unresolved' || before.state === 'muted'
  if (!there || absence === 'kept') return { changes: {}, history: [], cameBack: false, fixed: false }
  return {
    changes: {
      state: code(states, absence),
      status: code(statuses, deriveStatus(absence, before.triage)),
      removed: Number(absence === 'removed'),
      state_updated_at: place.at,
      fixed_scan_id: absence === 'fixed' ? place.scanId : null,
    },
    history: [{ kind: absence, at: place.at, from: before.state, to: absence }],
    cameBack: false,
    fixed: absence === 'fixed',
    vanished: true,
  }
}

/** Only what is needed to know it again: a scan may end a whole ref's findings. */
function vanishedOf(row: Stored): Vanished {
  return {
    rule_path: row.rule_path,
    path: row.path,
    line: row.line,
    code_json: row.code_json,
    secret_hash: row.secret_hash,
    package: row.package,
    package_version: row.package_version,
    advisory: row.advisory,
    triage_state: row.triage_state,
    triage_reason: row.triage_reason,
    triage_comment: row.triage_comment,
    triaged_at: row.triaged_at,
    triaged_by: row.triaged_by,
    document_json: row.document_json,
  }
}

async function updateDetail(
  transaction: Writer,
  findingId: number,
  before: FindingDetailContent,
  after: FindingDetailContent,
) {
  const changes = differences(before, after)
  if (Object.keys(changes).length === 0) return
  await transaction
    .insertInto('finding_detail')
    .values({ finding_id: findingId, ...after })
    .onConflict((conflict) => conflict.column('finding_id').doUpdateSet(after))
    .execute()
}

async function markSeen(transaction: Writer, ids: readonly number[], scanId: number) {
  for (let at = 0; at < ids.length; at += 500) {
    await transaction
      .updateTable('finding')
      .set({ last_seen_scan_id: scanId })
      .where('id', 'in', ids.slice(at, at + 500))
      .execute()
  }
}
