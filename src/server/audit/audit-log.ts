import type { Writer } from '#server/db/database.ts'

/** An entry of the audit log. `action` is a resource and a verb, such as `token.made`. */
export interface AuditEvent {
  deploymentId: number | null
  /** Milliseconds since 1970. */
  at: number
  actor: string
  action: string
  target?: string | null
  detail?: unknown
}

/**
 * Writes an entry of the audit log in the same transaction as the change it describes, so that both are stored or
 * neither.
 * @returns its id.
 */
export async function recordAudit(transaction: Writer, event: AuditEvent): Promise<number> {
  const { id } = await transaction
    .insertInto('audit_event')
    .values(auditRow(event))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Replaces the detail of an entry about something ongoing, such as a count. */
export async function updateAuditDetail(transaction: Writer, id: number, detail: object): Promise<void> {
  await transaction
    .updateTable('audit_event')
    .set({ detail_json: JSON.stringify(detail) })
    .where('id', '=', id)
    .execute()
}

const rowsPerInsert = 500

/** Writes entries of the audit log, many with one statement. */
export async function recordAudits(transaction: Writer, events: readonly AuditEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += rowsPerInsert) {
    await transaction
      .insertInto('audit_event')
      .values(events.slice(from, from + rowsPerInsert).map(auditRow))
      .execute()
  }
}

function auditRow(event: AuditEvent) {
  return {
    deployment_id: event.deploymentId,
    at: event.at,
    actor: event.actor,
    action: event.action,
    target: event.target ?? null,
    detail_json: event.detail === undefined ? null : JSON.stringify(event.detail),
  }
}
