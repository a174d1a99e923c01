import type { Generated } from 'kysely'

/** What was done that changes no finding: to settings, people, tokens, policies and data. */
export interface AuditEventTable {
  id: Generated<number>
  deployment_id: number | null
  at: number
  actor: string
  action: string
  target: string | null
  detail_json: string | null
}
