import { type RawBuilder, sql } from 'kysely'
import type { FindingTable } from '#server/db/tables.ts'

/** A column of `finding`, written with its table so that a query may join others. */
export function findingColumn(name: keyof FindingTable): RawBuilder<unknown> {
  return sql.ref(`finding.${name}`)
}
