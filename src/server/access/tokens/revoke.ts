import { recordAudit } from '#server/audit/audit-log.ts'
import type { Writer } from '#server/db/database.ts'
import { endSessionsOf } from './sessions/sessions.ts'
import type { Token } from './token.ts'

interface Revocation {
  /** The person; null if the service revokes the token at startup. */
  by: string | null
  /** Milliseconds since 1970. */
  now: number
  /** The reason of a revocation at startup. */
  reason?: string
}

/**
 * Revokes a token with its sessions, and records it in the audit log. The caller then ends long-lived responses of the
 * token.
 */
export async function revoke(
  transaction: Writer,
  token: Token,
  { by, now, reason }: Revocation,
): Promise<void> {
  await transaction
    .updateTable('token')
    .set({ revoked_at: now, revoked_by: by })
    .where('id', '=', token.id)
    .execute()
  await endSessionsOf(transaction, token.id)
  await recordAudit(transaction, {
    deploymentId: token.deployment_id,
    at: now,
    actor: by ?? 'Gatehouse',
    action: 'token.revoked',
    target: token.name,
    detail: { id: String(token.id), reason },
  })
}
