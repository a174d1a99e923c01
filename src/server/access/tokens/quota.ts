import type { Writer } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'

const dayMs = 24 * 3600_000
/** The maximum number of tokens of a deployment: tokens that are not revoked, and tokens created within a day. */
const maxTokens = 1000

/** @throws HttpError 409 if a deployment has reached its maximum number of tokens. */
export async function assertTokenQuota(
  transaction: Writer,
  deploymentId: number,
  now: number,
): Promise<void> {
  const { count } = await transaction
    .selectFrom('token')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('created_at', '>', now - dayMs)]))
    .executeTakeFirstOrThrow()
  if (count < maxTokens) return
  throw new HttpError(
    409,
    `The deployment has ${count.toLocaleString('en-US')} tokens, including those revoked today. The limit is 1,000. Revoke tokens that are no longer used.`,
  )
}
