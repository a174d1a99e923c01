import type { Database } from '../db/database.ts'
import { WrongUse } from './command.ts'

/**
 * Reads the day that the demo counts back from.
 * @param text ISO 8601; today where not said.
 * @returns milliseconds since 1970.
 * @throws WrongUse when it is no instant.
 */
export function demoDay(text: string | undefined): number {
  const instant = text === undefined ? Date.now() : Date.parse(text)
  if (!Number.isNaN(instant)) return instant
  throw new WrongUse(`--now is "${text}", but must be a timestamp such as 2026-01-31T00:00:00Z.`)
}

/** Loads the demo organisation into a database that holds no deployment yet; `now` is its day, in milliseconds. */
export async function loadDemoInto(database: Database, now: number): Promise<void> {
  const known = await database.read.selectFrom('deployment').select('id').executeTakeFirst()
  if (known) return
  // Half of the service's code makes the demo, and no start but the first needs it.
  const { loadDemo } = await import('../demo/load.ts')
  await loadDemo(database, { now })
}
