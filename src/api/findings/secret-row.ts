import type { SecretFinding } from '#contract/responses/secrets.ts'
import type { Finding } from '../dialects/dialects.ts'

/** A secret as a row of a list: a finding, and beside it what only secrets have. */
export type SecretRow = Finding & { secret: SecretFacts }

/** What a list shows of a secret: its kind, whether it works, and when that was checked. */
export type SecretFacts = Pick<SecretFinding, 'type' | 'validationState' | 'validatedAt'>

/** Whether a row is a secret's. */
export function isSecretRow(row: Finding): row is SecretRow {
  return 'secret' in row && typeof row.secret === 'object' && row.secret !== null
}
