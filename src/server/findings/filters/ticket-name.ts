import { type RawBuilder, sql } from 'kysely'
import { jsonField } from '#server/db/sql.ts'
import { findingColumn } from './finding-column.ts'

/** The name of the ticket of a row of `finding`: its slug, else its address; null where it has none. */
export function ticketName(): RawBuilder<string | null> {
  const field = (path: string) => sql`nullif(${jsonField(findingColumn('document_json'), path)}, '')`
  const name = sql`coalesce(${field('external_ticket.externalSlug')}, ${field('external_ticket.url')})`
  return sql<string | null>`case when ${findingColumn('has_ticket')} then ${name} end`
}
