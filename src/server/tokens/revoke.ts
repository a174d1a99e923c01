import { recordAudit } from '#server/audit/public.ts'
import type { Writer } from '#server/db/database.ts'
import { endSessionsOf } from './sessions/sessions.ts'
import type { Token } from './token.ts'

interface Revocation {
  /** The person; null where a start does it. */
  by: string | null
  /** Milliseconds since 1970. */
  now: number
  /** Why a start does it. */
  reason?: string
}

/** Revokes a token with its sessions, and tells the audit log. Whoever calls it tells answers that last. */
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
