import type { Writer } from '#server/db/database.ts'
import { Refusal } from '#server/http/errors.ts'

const day = 24 * 3600_000
/** Tokens of a deployment at most: those that are not revoked, and those that were made within a day. */
const tokensAtMost = 1000

/** @throws Refusal 409 where a deployment has too many tokens for one more. */
export async function demandRoomForToken(
  transaction: Writer,
  deploymentId: number,
  now: number,
): Promise<void> {
  const { count } = await transaction
    .selectFrom('token')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where((of) => of.or([of('revoked_at', 'is', null), of('created_at', '>', now - day)]))
    .executeTakeFirstOrThrow()
  if (count < tokensAtMost) return
  throw new Refusal(
    409,
    `The deployment has ${count.toLocaleString('en-US')} tokens, including those revoked today. The limit is 1,000. Revoke tokens that are no longer used.`,
  )
}
