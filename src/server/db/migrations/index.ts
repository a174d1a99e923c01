import { sql } from 'kysely'
import type { Migration, MigrationProvider } from 'kysely/migration'
import { statements as first } from './0001-first.ts'
import { statements as triageDesk } from './0002-triage-desk.ts'
import { statements as policyChanges } from './0003-policy-changes.ts'
import { statements as quickLists } from './0004-quick-lists.ts'
import { statements as kindsOfScans } from './0005-kinds-of-scans.ts'
import { statements as billsOfMaterials } from './0006-bills-of-materials.ts'

/** All migrations in their order. A name once released never changes. */
const migrations: Record<string, readonly string[]> = {
  '0001-first': first,
  '0002-triage-desk': triageDesk,
  '0003-policy-changes': policyChanges,
  '0004-quick-lists': quickLists,
  '0005-kinds-of-scans': kindsOfScans,
  '0006-bills-of-materials': billsOfMaterials,
}

/** Names of the migrations that this version of Gatehouse knows. */
export const migrationNames = Object.keys(migrations)

export const migrationProvider: MigrationProvider = {
  async getMigrations() {
    return Object.fromEntries(
      Object.entries(migrations).map(([name, statements]): [string, Migration] => [
        name,
        {
          async up(db) {
            for (const statement of statements) await sql.raw(statement).execute(db)
          },
        },
      ]),
    )
  },
}
