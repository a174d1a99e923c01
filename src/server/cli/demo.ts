import { WrongUse } from '#server/operations/command.ts'
import type { Database } from '../db/database.ts'

/**
 * Reads the reference day of the demo data.
 * @param text ISO 8601; today by default.
 * @returns milliseconds since 1970.
 * @throws WrongUse if it is not an instant.
 */
export function demoDay(text: string | undefined): number {
  const instant = text === undefined ? Date.now() : Date.parse(text)
  if (!Number.isNaN(instant)) return instant
  throw new WrongUse(`--now is "${text}", but must be a timestamp such as 2026-01-31T00:00:00Z.`)
}

/** Loads the demo organization into a database without deployments; `now` is its reference day, in milliseconds. */
export async function loadDemoInto(database: Database, now: number): Promise<void> {
  const known = await database.read.selectFrom('deployment').select('id').executeTakeFirst()
  if (known) return
  // Loaded on demand: the demo is half of the service's code and is needed only at the first start.
  const { loadDemo } = await import('../demo/load.ts')
  await loadDemo(database, { now })
}
