import type { Database } from '../db/database.ts'
import { loadDemo } from '../demo/load.ts'
import { WrongUse } from './command.ts'

/**
 * Loads the demo organisation into a database that holds no deployment yet.
 * @param now the day it counts back from, ISO 8601; today where not said.
 * @throws WrongUse when `now` is no instant.
 */
export async function loadDemoInto(database: Database, now: string | undefined): Promise<void> {
  const instant = now === undefined ? Date.now() : Date.parse(now)
  if (Number.isNaN(instant))
    throw new WrongUse(`--now is "${now}", but must be an instant such as 2026-01-31T00:00:00Z.`)
  const known = await database.read.selectFrom('deployment').select('id').executeTakeFirst()
  if (!known) await loadDemo(database, { now: instant })
}
