import { code, triageStates, word } from '#server/db/codes.ts'
import type { Writer } from '#server/db/database.ts'
import { detailOf } from '../finding-content.ts'
import { breathe } from '../reader.ts'
import type { ReportedFinding } from '../report.ts'
import { insertNumbered, insertRows, type Row } from './bulk.ts'
import { type Inherited, newRow } from './finding-row.ts'
import { givenStanding } from './given-standing.ts'
import { listed } from './intern-rules.ts'
import type { Known } from './known.ts'
import { movesOf, type Vanished } from './moved.ts'
import { eventRow, type HistoryLine, type PreparedRun } from './run.ts'
import type { Staged } from './staging.ts'

/** Findings written at a time; requests are answered in between. */
const findingsAtOnce = 240
/** Fingerprints looked up at a time. */
const lookedUpAtOnce = 2000

/**
 * Writes the findings of a run that this source does not have on this ref. One whose fingerprint is ignored elsewhere
 * in the project is ignored here too, and one whose file was moved keeps what was decided of it there.
 * @param staged holds the findings that were put aside, which all those take no decision over come from.
 * Source: API decisions, "Findings", Lifecycle.
 */
export async function insertNew(
  transaction: Writer,
  prepared: PreparedRun,
  known: Known,
  staged: Staged | null,
): Promise<number> {
  const fresh = prepared.run.findings.filter((finding) => !known.fingerprints.has(finding.matchBasedId))
  const moves = movesIn(prepared, known, fresh)
  const { taken, left } = await taking(transaction, prepared, fresh, moves, staged)
  if (taken.length > 0) await staged?.take(transaction, prepared, taken)
  for (let at = 0; at < left.length; at += findingsAtOnce) {
    await insertSome(transaction, prepared, left.slice(at, at + findingsAtOnce), moves)
    await breathe()
  }
  return fresh.length
}

/** Which findings can be taken as they were put aside, by their numbers, and which are left to be written. */
async function taking(
  transaction: Writer,
  { place }: PreparedRun,
  fresh: readonly ReportedFinding[],
  moves: ReadonlyMap<string, Vanished>,
  staged: Staged | null,
) {
  if (staged === null) return { taken: [], left: fresh }
  const taken: number[] = []
  const left: ReportedFinding[] = []
  const alone = !(await hasFindings(transaction, place.projectId))
  for (let at = 0; at < fresh.length; at += lookedUpAtOnce) {
    const some = fresh.slice(at, at + lookedUpAtOnce)
    const ignored = alone ? new Map() : await ignoredElsewhere(transaction, place.projectId, some)
    for (const finding of some) {
      const number = staged.numberOf(finding)
      const takesOver = ignored.has(finding.matchBasedId) || moves.has(finding.matchBasedId)
      if (number === undefined || takesOver) left.push(finding)
      else taken.push(number)
    }
    await breathe()
  }
  return { taken, left }
}

async function hasFindings(transaction: Writer, projectId: number): Promise<boolean> {
  const any = await transaction
    .selectFrom('finding')
    .select('id')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst()
  return any !== undefined
}

function movesIn(prepared: PreparedRun, { vanished }: Known, fresh: readonly ReportedFinding[]) {
  const { findings } = prepared.run
  const still = new Set(findings.flatMap(({ location }) => location?.filePath ?? []))
  const gone = vanished.filter(({ path }) => path !== null && !still.has(path))
  const rules = new Set(gone.map((one) => one.rule_path))
  const stored = fresh.flatMap((finding) =>
    rules.has(finding.rulePath)
      ? [
          {
            finding,
            ...prepared.content(finding),
            rule_path: finding.rulePath,
            code_json: detailOf(finding).code_json,
          },
        ]
      : [],
  )
  return movesOf(gone, stored)
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
  const rows = findings.map((finding) => {
    const moved = moves.get(finding.matchBasedId)
    const inherited =
      givenStanding(finding, place.at).triage === 'untriaged'
        ? (ignored.get(finding.matchBasedId) ?? (moved && decidedThere(moved)))
        : undefined
    const made = {
      content: prepared.content(finding),
      policyId: prepared.policyOf(finding),
      inherited,
      moved,
    }
    const { row, history: lines } = newRow(place, finding, made)
    history.set(finding.matchBasedId, lines)
    return row
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

function decidedThere(moved: Vanished): Inherited | undefined {
  if (word(triageStates, moved.triage_state) === 'untriaged') return undefined
  const { triage_state, triage_reason, triage_comment, triaged_at, triaged_by } = moved
  const decision = { triage_state, triage_reason, triage_comment, triaged_at, triaged_by }
  return { kind: 'moved', ...decision, from: moved.path }
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
