import type { FindingDetail } from '#contract/responses/findings.ts'
import { findingTypes, fromCode, toCode, validationStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import type { FindingTable } from '#server/db/tables.ts'
import type { FindingRow } from '../list/rows.ts'
import { formatInstant, parseDocument } from '../list/write-finding.ts'

/** The columns that only secrets have. */
export const secretColumns = [
  'deployment_id',
  'secret_type',
  'validation_state',
  'validated_at',
  'secret_hash',
] as const
export type SecretColumns = Pick<FindingTable, (typeof secretColumns)[number]>

/**
 * Returns the additional fields of a secret's page; null if the finding is not a secret. At most one statement.
 * Source: docs/api.md#one-finding.
 */
export async function secretFacts(
  reader: Reader,
  row: FindingRow & SecretColumns & { type: number },
): Promise<FindingDetail['secret']> {
  if (row.type !== toCode(findingTypes, 'secrets')) return null
  const state = fromCode(validationStates, row.validation_state)
  return {
    type: row.secret_type,
    validation_state: state && `VALIDATION_STATE_${state}`,
    validated_at: row.validated_at === null ? null : formatInstant(row.validated_at),
    historical_info: parseDocument(row).secret?.historicalInfo ?? null,
    value_determined: row.secret_hash !== null,
    hash: row.secret_hash,
    other_places: await listOtherLocations(reader, row),
  }
}

async function listOtherLocations(reader: Reader, row: FindingRow & SecretColumns): Promise<number> {
  if (row.secret_hash === null) return 0
  const { count } = await reader
    .selectFrom('finding')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', row.deployment_id)
    .where('secret_hash', '=', row.secret_hash)
    .where('removed', '=', 0)
    .where('id', '<>', row.id)
    .executeTakeFirstOrThrow()
  return count
}
