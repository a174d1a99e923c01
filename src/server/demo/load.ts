import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { Database } from '#server/db/database.ts'
import { type Profile, type ProfileName, profiles } from './generate/profile.ts'
import { type Counted, countedTables, type DemoRow, Ids } from './generate/rows.ts'
import { demoRows } from './generate/rows-of-demo.ts'

export interface LoadOptions {
  /** Milliseconds since 1970; all times count back from the start of its UTC day. */
  now: number
  seed?: number
  profile?: ProfileName | Profile
  /** The deployment to make; by default `acme`, named Acme. Its slug must not be taken. */
  deployment?: { slug: string; name: string }
  /** Told now and then how many rows there are by now. */
  onProgress?: (rows: Partial<Record<DemoRow['table'], number>>) => void
}

/**
 * Loads the made-up organisation as a deployment of its own, marked as demo data, in one transaction: all of it
 * or nothing. Equal options give equal rows. Rejects with the database's error where the slug is taken.
 * Source: docs/api.md#deployments-tokens-and-people.
 * @returns the id of the deployment and how many rows each table got
 */
export async function loadDemo(
  database: Database,
  options: LoadOptions,
): Promise<{ deploymentId: number; rows: Partial<Record<DemoRow['table'], number>> }> {
  const { seed = 1, profile = 'demo', deployment = { slug: 'acme', name: 'Acme' } } = options
  return database.write(async () => {
    const { connection } = database
    const last = Object.fromEntries(
      countedTables.map((table): [Counted, number] => [
        table,
        Number(
          connection
            .prepare(`select coalesce(max(seq), 0) as id from sqlite_sequence where name = ?`)
            .get(table)?.['id'] ?? 0,
        ),
      ]),
    )
    const ids = new Ids(last)
    const statements = new Map<DemoRow['table'], { insert: StatementSync; columns: string[] }>()
    const rows: Partial<Record<DemoRow['table'], number>> = {}
    let deploymentId = 0
    let sinceBreath = 0
    const size = typeof profile === 'string' ? profiles[profile] : profile
    for (const { table, row } of demoRows({ deployment, profile: size, seed, now: options.now, ids })) {
      let prepared = statements.get(table)
      if (!prepared) {
        const columns = Object.keys(row)
        const insert = connection.prepare(
          `insert into "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
        )
        prepared = { insert, columns }
        statements.set(table, prepared)
      }
      const values: Record<string, unknown> = row
      // parse: rows of the demo hold what SQLite takes.
      prepared.insert.run(...prepared.columns.map((column) => values[column] as SQLInputValue))
      rows[table] = (rows[table] ?? 0) + 1
      if (table === 'deployment' && row.id !== undefined) deploymentId = row.id
      // A large profile takes minutes; the service's own socket and signals get their turn meanwhile.
      if (++sinceBreath === 2_000) {
        sinceBreath = 0
        options.onProgress?.(rows)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    return { deploymentId, rows }
  })
}
