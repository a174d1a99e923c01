import type { FindingMatch } from '#contract/responses/matches.ts'
import { fromCode, statuses, triageReasons, triageStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import { valuesBeforeMatch } from '#server/ingest/public.ts'
import { formatInstant } from '../list/write-finding.ts'

/**
 * The matches that scans made or offered for a finding, newest first.
 * Source: docs/api.md#identity.
 */
export async function readMatches(
  reader: Reader,
  finding: { deployment_id: number; id: number },
): Promise<FindingMatch[]> {
  const rows = await reader
    .selectFrom('finding_match as match')
    .leftJoin('finding as other', (join) =>
      join.onRef('other.deployment_id', '=', 'match.deployment_id').onRef('other.id', '=', 'match.other_id'),
    )
    .leftJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'other.deployment_id').onRef('ref.id', '=', 'other.ref_id'),
    )
    .select(['match.id', 'match.kind', 'match.basis', 'match.state', 'match.at', 'match.scan_id'])
    .select(['match.before_json', 'other.id as other_id', 'other.status', 'other.path', 'other.line'])
    .select(['other.triage_state', 'other.triage_reason', 'other.triage_comment', 'other.triaged_by'])
    .select('ref.name as ref')
    .where('match.deployment_id', '=', finding.deployment_id)
    .where('match.finding_id', '=', finding.id)
    .orderBy('match.id', 'desc')
    .limit(maxMatches)
    .execute()
  const newest = rows.find(({ kind }) => kind === 'match')?.id
  return rows.map(withFormerDecision).map((row) => ({
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
  }))
}

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
