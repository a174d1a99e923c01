import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, ignoreEnds, toCode, triageStates, validationStates } from '#server/db/codes.ts'
import { textsOf } from '#server/db/sql.ts'
import type { EndedIgnore } from '#server/triage/decisions/reopen-ignored.ts'
import type { PreparedRun } from '../run.ts'
import { isPresent } from '../state/reported-state.ts'

const untilActive = toCode(ignoreEnds, 'secret_active')
const ignored = toCode(triageStates, 'ignored')
const valid = toCode(validationStates, 'CONFIRMED_VALID')

/** Whether the content of a finding is what it is ignored until: a version with a fix, or a secret that works. */
export function hasReportedEnd(
  ends: number | null | undefined,
  { fix_available, validation_state }: Readonly<Record<string, unknown>>,
): boolean {
  const end = fromCode(ignoreEnds, ends ?? null)
  return (
    (end === 'fix_available' && fix_available === 1) ||
    (end === 'secret_active' && validation_state === valid)
  )
}

/**
 * The findings of secrets that are ignored until a scan finds them active, as this one does. It proves that of the value:
 * so these are all its findings in the deployment, wherever it was checked.
 */
export async function ignoredAndActive(
  transaction: ChangeTransaction,
  { run }: PreparedRun,
): Promise<EndedIgnore[]> {
  const hashes = new Set<string>()
  for (const finding of run.findings) {
    if (finding.kind === 'secret' && finding.validationState === 'CONFIRMED_VALID' && isPresent(finding))
      if (finding.secretHash !== null) hashes.add(finding.secretHash)
  }
  if (hashes.size === 0) return []
  const rows = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('secret_hash', 'in', textsOf(hashes))
    .where('triage_state', '=', ignored)
    .where('ignore_ends', '=', untilActive)
    .execute()
  return rows.map(({ id }) => ({ id, ends: untilActive }))
}
