import type { Reader } from '#server/db/database.ts'
import { HttpError } from '#server/http/errors.ts'

/** The newest change of policies in a deployment; 0 if there was none. */
export async function policyRevision(reader: Reader, deploymentId: number): Promise<number> {
  const row = await reader
    .selectFrom('policy_change')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('deployment_id', '=', deploymentId)
    .executeTakeFirst()
  return row?.id ?? 0
}

/**
 * Checks that no policy changed since a preview.
 * @throws HttpError 409 with the present `revision`.
 */
export async function assertRevision(
  reader: Reader,
  deploymentId: number,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined) return
  const revision = await policyRevision(reader, deploymentId)
  if (revision === expected) return
  throw new HttpError(409, 'A policy has changed meanwhile. Nothing was changed.', {
    members: { revision },
  })
}
