import { code, deriveStatus, states, statuses, triageReasons, triageStates, word } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { insertNumbered, insertRows, type Row } from './bulk.ts'
import { checkedAt, detailOf } from './finding-content.ts'
import { mergedDocument } from './finding-document.ts'
import { type GivenStanding, givenStanding } from './given-standing.ts'
import { listed } from './intern-rules.ts'
import type { Known } from './lifecycle-known.ts'
import { movesOf, type Vanished } from './lifecycle-moved.ts'
import { eventRow, type HistoryLine, type PreparedRun, typeCode } from './lifecycle-run.ts'
import { breathe } from './reader.ts'
import type { ReportedFinding } from './report.ts'

/** Findings written at a time; requests are answered in between. */
const findingsAtOnce = 240

/**
 * Writes the findings of a run that this source does not have on this ref. One whose fingerprint is ignored elsewhere
 * in the project is ignored here too, and one whose file was moved keeps what was decided of it there.
 * Source: API decisions, "Findings", Lifecycle.
 */
export async function insertNew(transaction: Writer, prepared: PreparedRun, known: Known): Promise<number> {
  const fresh = prepared.run.findings.filter((finding) => !known.fingerprints.has(finding.matchBasedId))
  const moves = movesIn(prepared, known, fresh)
  for (let at = 0; at < fresh.length; at += findingsAtOnce) {
    await insertSome(transaction, prepared, fresh.slice(at, at + findingsAtOnce), moves)
    await breathe()
  }
  return fresh.length
}

function movesIn(prepared: PreparedRun, known: Known, fresh: readonly ReportedFinding[]) {
  if (known.vanished.length === 0) return new Map<string, Vanished>()
  const { findings } = prepared.run
  const still = new Set(findings.flatMap(({ location }) => location?.filePath ?? []))
  const stored = fresh.map((finding) => ({
    finding,
    ...prepared.content(finding),
    rule_path: finding.rulePath,
    code_json: detailOf(finding).code_json,
  }))
  return movesOf(known.vanished, stored, still)
}

async function insertSome(
  transaction: Writer,
  prepared: PreparedRun,
  findings: readonly ReportedFinding[],
  moves: ReadonlyMap<string, Vanished>,
) {
  const { place } = prepared
  const ignored = await ignoredElsewhere(transaction, place.projectId, findings)
  const history = new Map<string, HistoryLine[]>()
  const rows = findings.map((finding): Row => {
    const given = givenStanding(finding, place.at)
    const moved = moves.get(finding.matchBasedId)
    const inherited =
      given.triage === 'untriaged'
        ? (ignored.get(finding.matchBasedId) ?? (moved && decidedThere(moved)))
        : undefined
    history.set(finding.matchBasedId, firstLines(given, inherited, place.at))
    const triage = inherited ? word(triageStates, inherited.triage_state) : given.triage
    const content = prepared.content(finding)
    const { text, hasTicket } = moved
      ? mergedDocument(moved.document_json, content.document_json)
      : { text: content.document_json, hasTicket: finding.externalTicket !== null }
    return {
      deployment_id: place.deploymentId,
      type: typeCode(finding),
      project_id: place.projectId,
      ref_id: place.refId,
      on_primary: Number(place.onPrimary),
      policy_id: prepared.policyOf(finding),
      source_id: place.sourceId,
      match_based_id: finding.matchBasedId,
      state: code(states, given.state),
      triage_state: code(triageStates, triage),
      triage_reason: inherited
        ? inherited.triage_reason
        : given.reason === null
          ? null
          : code(triageReasons, given.reason),
      triage_comment: inherited ? inherited.triage_comment : given.comment,
      triaged_at: inherited ? inherited.triaged_at : given.triagedAt,
      triaged_by: inherited?.triaged_by ?? null,
      triage_change_id: null,
      status: code(statuses, deriveStatus(given.state, triage)),
      removed: Number(given.state === 'removed'),
      created_at: given.createdAt,
      relevant_since: given.relevantSince,
      state_updated_at: given.stateUpdatedAt,
      first_seen_scan_id: place.scanId,
      last_seen_scan_id: place.scanId,
      fixed_scan_id: null,
      reappeared: 0,
      validated_at: checkedAt(finding, place.at),
      ...content,
      has_ticket: Number(hasTicket),
      document_json: text,
    }
  })
  const ids = await insertNumbered(transaction, 'finding', rows, 'match_based_id')
  const details: Row[] = []
  const events: Row[] = []
  for (const finding of findings) {
    const id = ids.get(finding.matchBasedId)
    if (id === undefined) throw new Error(`the finding ${finding.matchBasedId} was not written`)
    const detail = detailOf(finding)
    if (Object.values(detail).some((part) => part !== null)) details.push({ finding_id: id, ...detail })
    for (const line of history.get(finding.matchBasedId) ?? []) events.push(eventRow(place, id, line))
  }
  await insertRows(transaction, 'finding_detail', details)
  await insertRows(transaction, 'finding_event', events)
}

/** A decision that a new finding takes over: from the same flaw on another ref, or where its file was before. */
interface Inherited {
  kind: 'inherited' | 'moved'
  triage_state: number
  triage_reason: number | null
  triage_comment: string | null
  triaged_at: number | null
  triaged_by: string | null
  /** The ref or the file that it comes from. */
  from: string | null
}

function decidedThere(moved: Vanished): Inherited | undefined {
  if (word(triageStates, moved.triage_state) === 'untriaged') return undefined
  const { triage_state, triage_reason, triage_comment, triaged_at, triaged_by } = moved
  const decision = { triage_state, triage_reason, triage_comment, triaged_at, triaged_by }
  return { kind: 'moved', ...decision, from: moved.path }
}

function firstLines(given: GivenStanding, inherited: Inherited | undefined, at: number): HistoryLine[] {
  const lines: HistoryLine[] = []
  if (given.state !== 'unresolved')
    lines.push({ kind: given.state, at: given.stateUpdatedAt, from: null, to: given.state })
  if (inherited) {
    const reason = word(triageReasons, inherited.triage_reason)
    // The note of an inherited decision names the ref that it came from, that of a moved one the file.
    lines.push({
      kind: inherited.kind,
      at,
      from: 'untriaged',
      to: word(triageStates, inherited.triage_state),
      reason,
      note: inherited.from,
    })
  } else if (given.triage !== 'untriaged') {
    lines.push({
      kind: 'triaged',
      at: given.triagedAt ?? at,
      from: 'untriaged',
      to: given.triage,
      reason: given.reason,
      note: given.comment,
    })
  }
  return lines
}

/** By fingerprint: the decision on the primary branch where there is one, else the newest. */
async function ignoredElsewhere(
  transaction: Writer,
  projectId: number,
  findings: readonly ReportedFinding[],
): Promise<Map<string, Inherited>> {
  const rows = await ignoredRows(
    transaction,
    projectId,
    findings.map((finding) => finding.matchBasedId),
  )
  return new Map(rows.map((row) => [row.match_based_id, { kind: 'inherited', ...row }]))
}

function ignoredRows(transaction: Writer, projectId: number, fingerprints: readonly string[]) {
  return transaction
    .selectFrom('finding')
    .innerJoin('ref', 'ref.id', 'finding.ref_id')
    .select([
      'match_based_id',
      'triage_state',
      'triage_reason',
      'triage_comment',
      'triaged_at',
      'triaged_by',
      'ref.name as from',
    ])
    .where('finding.project_id', '=', projectId)
    .where('match_based_id', 'in', listed<string>(fingerprints))
    .where('triage_state', '=', code(triageStates, 'ignored'))
    .orderBy('finding.on_primary')
    .orderBy('finding.triaged_at')
    .execute()
}
