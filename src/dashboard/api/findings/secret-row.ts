import type { SecretFinding } from '#contract/responses/secrets.ts'
import type { Finding } from '../dialects/dialects.ts'

/** A secret as a row of a list: a finding with the additional fields of secrets. */
export type SecretRow = Finding & { secret: SecretFacts }

/** The secret fields in a list: its kind, its validity, and when that was checked. */
export type SecretFacts = Pick<SecretFinding, 'type' | 'validationState' | 'validatedAt'>

/** Whether a row is a secret. */
export function isSecretRow(row: Finding): row is SecretRow {
  return 'secret' in row && typeof row.secret === 'object' && row.secret !== null
}
