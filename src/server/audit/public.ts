import type { Writer } from '#server/db/database.ts'

/**
 * Writes a line of the audit log in the same transaction as what it tells of, so that neither stands without the
 * other. `action` is a resource and a verb, such as `token.made`.
 */
export async function recordAudit(
  transaction: Writer,
  event: {
    deploymentId: number | null
    at: number
    actor: string
    action: string
    target?: string | null
    detail?: unknown
  },
): Promise<void> {
  await transaction
    .insertInto('audit_event')
    .values({
      deployment_id: event.deploymentId,
      at: event.at,
      actor: event.actor,
      action: event.action,
      target: event.target ?? null,
      detail_json: event.detail === undefined ? null : JSON.stringify(event.detail),
    })
    .execute()
}
