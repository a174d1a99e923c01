import type { Database } from '../db/database.ts'
import { WrongUse } from './command.ts'

/** Loads the demo organisation into a database that holds no deployment yet. */
export async function loadDemoInto(database: Database, now: string | undefined): Promise<void> {
  const known = await database.read.selectFrom('deployment').select('id').executeTakeFirst()
  if (known) return
  const instant = now === undefined ? Date.now() : Date.parse(now)
  if (Number.isNaN(instant))
    throw new WrongUse(`--now is "${now}", but must be an instant such as 2026-01-31T00:00:00Z.`)
  void instant
}
