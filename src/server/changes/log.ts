import type { Changes, Reader, Writer } from '#server/db/database.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { ChangeEvent } from './change-services.ts'
import { decodeIds, encodeIds } from './id-ranges.ts'

/** A longer description is stored in several rows. In characters. */
const partLength = 1_000_000
/** A reader that is further behind reloads everything, which costs less. */
const defaultMaxChanges = 10_000
/** A change as stored in the log; the ids by `encodeIds`. */
interface Logged {
  findings: string
  lockfiles: string
  /** Names of other tables. */
  tables: readonly string[]
  scans: boolean
  /** Set if all data of the deployment changed. */
  all?: true
  /** For people and webhooks. */
  events: readonly ChangeEvent[]
}

/** The number, time and actor of a change. */
export interface LoggedWrite {
  deploymentId: number
  number: number
  /** Milliseconds since 1970. */
  at: number
  actor: string
}

/** The log entry of a change. */
export function changeText(
  { findings, lockfiles, tables, scans, all }: Changes,
  events: readonly ChangeEvent[],
): string {
  const logged: Logged = {
    findings: encodeIds(findings),
    lockfiles: encodeIds(lockfiles),
    tables,
    scans,
    ...(all ? { all } : {}),
    events,
  }
  return JSON.stringify(logged)
}

/** Adds a change to the log, in its own transaction. */
export async function logChange(
  transaction: Writer,
  write: LoggedWrite,
  changes: Changes,
  events: readonly ChangeEvent[],
): Promise<void> {
  const text = changeText(changes, events)
  for (let part = 0; part * partLength < text.length; part++) {
    await transaction
      .insertInto('change_log')
      .values({
        deployment_id: write.deploymentId,
        number: write.number,
        part,
        at: write.at,
        actor: write.actor,
        changes: text.slice(part * partLength, (part + 1) * partLength),
      })
      .execute()
  }
}

/** The changes of a deployment between two change numbers. */
export interface ChangesSince {
  /** The findings that were inserted, changed or deleted. */
  findings: ReadonlySet<number>
  /** The lockfiles that were written, or whose dependencies were. */
  lockfiles: ReadonlySet<number>
  /** Names of other tables. */
  tables: ReadonlySet<string>
  /** Whether a scan was written. */
  scans: boolean
  events: readonly ChangeEvent[]
}

/**
 * The changes after the number `after`, up to and including `until`.
 * @returns null if everything must be reloaded: the log no longer has all of them, there are more than `maxChanges`, or
 * one of them requires it.
 */
export async function changesBetween(
  reader: Reader,
  deploymentId: number,
  after: number,
  until: number,
  maxChanges = defaultMaxChanges,
): Promise<ChangesSince | null> {
  if (until - after > maxChanges) return null
  const rows = await reader
    .selectFrom('change_log')
    .select(['number', 'changes'])
    .where('deployment_id', '=', deploymentId)
    .where('number', '>', after)
    .where('number', '<=', until)
    .orderBy('number')
    .orderBy('part')
    .execute()
  const texts = new Map<number, string>()
  for (const { number, changes } of rows) texts.set(number, (texts.get(number) ?? '') + changes)
  if (texts.size !== until - after) return null
  const findings = new Set<number>()
  const lockfiles = new Set<number>()
  const tables = new Set<string>()
  const events: ChangeEvent[] = []
  let scans = false
  for (const text of texts.values()) {
    // parse: written by `logChange`.
    const logged = parseStored<Logged>(text)
    if (logged.all) return null
    for (const id of decodeIds(logged.findings)) findings.add(id)
    for (const id of decodeIds(logged.lockfiles)) lockfiles.add(id)
    for (const name of logged.tables) tables.add(name)
    if (logged.scans) scans = true
    events.push(...logged.events)
  }
  return { findings, lockfiles, tables, scans, events }
}
