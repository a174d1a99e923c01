import type { FindingMatch } from '#contract/responses/matches.ts'
import { fromCode, statuses, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { valuesBeforeMatch } from '../before-match.ts'
import { canTakeOver, isDecided } from '../flaws/offers.ts'
import { formatInstant } from '../list/write-finding.ts'

/** The finding of whose matches are asked. */
interface Matched {
  deployment_id: number
  id: number
  flaw_id: number
}

/**
 * The matches that scans made or offered for a finding, newest first; then the open offers of other rows of its flaw, and the
 * findings to which it is on offer and that people decided.
 * Source: docs/api.md#identity.
 */
export async function readMatches(reader: Reader, finding: Matched): Promise<FindingMatch[]> {
  const own = await matchRows(reader, finding.deployment_id, 'other_id')
    .where('match.finding_id', '=', finding.id)
    .orderBy('match.id', 'desc')
    .limit(maxMatches)
    .execute()
  const ofFlaw = reader
    .selectFrom('finding')
    .select('finding.id')
    .where('finding.deployment_id', '=', finding.deployment_id)
    .where('finding.flaw_id', '=', finding.flaw_id)
  const elsewhere = matchRows(reader, finding.deployment_id, 'other_id')
    .where('match.finding_id', 'in', ofFlaw)
    .where('match.finding_id', '<>', finding.id)
    .where('match.kind', '=', 'candidate')
    .where('match.state', '=', 'open')
  const reverse = matchRows(reader, finding.deployment_id, 'finding_id')
    .where('match.other_id', 'in', ofFlaw)
    .where('match.kind', '=', 'candidate')
    .where('match.state', '=', 'open')
    .where(isDecided('other'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('finding as one')
          .select('one.id')
          .where('one.deployment_id', '=', finding.deployment_id)
          .where('one.id', '=', finding.id)
          .where(canTakeOver('one')),
      ),
    )
  const more = (await elsewhere.unionAll(reverse).execute()).sort((one, two) => two.id - one.id)
  const newest = own.find(({ kind }) => kind === 'match')?.id
  const offered = new Set(own.flatMap((row) => (isOpenOffer(row) ? [row.other_flaw] : [])))
  const others = more.filter(({ other_flaw: flaw, before_json: before }) => {
    const isNew = (flaw !== finding.flaw_id || before !== null) && !offered.has(flaw)
    offered.add(flaw)
    return isNew
  })
  return [...own, ...others.slice(0, maxMatches)].map(withFormerDecision).map((row) => describe(row, newest))
}

const isOpenOffer = ({ kind, state }: Row) => kind === 'candidate' && state === 'open'

/** Matches with the finding on one of their sides. */
function matchRows(reader: Reader, deploymentId: number, side: 'other_id' | 'finding_id') {
  return reader
    .selectFrom('finding_match as match')
    .leftJoin('finding as other', (join) =>
      join.onRef('other.deployment_id', '=', 'match.deployment_id').onRef('other.id', '=', `match.${side}`),
    )
    .leftJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'other.deployment_id').onRef('ref.id', '=', 'other.ref_id'),
    )
    .select(['match.id', 'match.kind', 'match.basis', 'match.state', 'match.at', 'match.scan_id'])
    .select(['match.before_json', 'other.id as other_id', 'other.status', 'other.path', 'other.line'])
    .select(['other.triage_state', 'other.triage_reason', 'other.triage_comment', 'other.triaged_by'])
    .select(['ref.name as ref', 'other.flaw_id as other_flaw'])
    .where('match.deployment_id', '=', deploymentId)
}

type Row = Awaited<ReturnType<ReturnType<typeof matchRows>['executeTakeFirstOrThrow']>>

/** @param newest the newest match of a scan, which alone can be resolved. */
const describe = (row: Row, newest: number | undefined): FindingMatch => ({
  id: String(row.id),
  kind: row.kind,
  basis: row.basis,
  state: row.state,
  at: formatInstant(row.at),
  scan_id: row.scan_id,
  other:
    row.other_id === null
      ? null
      : {
          id: row.other_id,
          ref: row.ref ?? '',
          status: fromCode(statuses, row.status ?? 0),
          path: row.path,
          line: row.line,
          triage_state: fromCode(triageStates, row.triage_state ?? 0),
          triage_reason: fromCode(triageReasons, row.triage_reason),
          note: row.triage_comment,
          by: row.triaged_by,
        },
  from: row.kind === 'match' ? previousLocation(row.before_json) : null,
  resolvable: row.state === 'open' && (row.kind === 'candidate' || row.id === newest),
})

const maxMatches = 50

/** Of an offer of the finding's own former decision, the values of the finding as it was. */
function withFormerDecision<R extends { kind: string; before_json: string | null }>(row: R): R {
  if (row.kind !== 'candidate' || row.before_json === null) return row
  const { finding } = valuesBeforeMatch(row.before_json)
  return { ...row, ...finding }
}

function previousLocation(json: string | null): FindingMatch['from'] {
  if (json === null) return null
  // parse: our own column, written by the import.
  const { finding } = parseStored<{ finding: { path?: string | null; line?: number | null } }>(json)
  return { path: finding.path ?? null, line: finding.line ?? null }
}
