import { setImmediate as immediate } from 'node:timers/promises'
import { getOrCreate } from '#lib/get-or-create.ts'
import { changeNewDeployment } from '#server/changes/change.ts'
import type { Database, Writer } from '#server/db/database.ts'
import { insertRows } from '#server/db/engine.ts'
import { takeIds } from '#server/db/ids.ts'
import { type Profile, type ProfileName, profiles } from './generate/profile.ts'
import { type DemoRow, Ids } from './generate/rows.ts'
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
  const change = { at: options.now, actor: 'Gatehouse' }
  return changeNewDeployment(database, change, async (transaction) => {
    const { deploymentId } = transaction
    const ids = new Ids()
    const waiting = new WaitingRows(transaction)
    const rows: Partial<Record<DemoRow['table'], number>> = {}
    const size = typeof profile === 'string' ? profiles[profile] : profile
    for (const { table, row } of demoRows({
      deployment,
      deploymentId,
      profile: size,
      seed,
      now: options.now,
      ids,
    })) {
      waiting.add(table, row)
      rows[table] = (rows[table] ?? 0) + 1
      // A large profile takes minutes; the service's own socket and signals get their turn meanwhile.
      if (waiting.count >= rowsAtOnce) {
        await waiting.write()
        options.onProgress?.(rows)
        await immediate()
      }
    }
    await waiting.write()
    for (const [table, count] of ids.counts()) await takeIds(transaction, deploymentId, table, count)
    return { deploymentId, rows }
  })
}

const rowsAtOnce = 2_000

/** Rows that are written together, table by table, since a statement for each takes longer. */
class WaitingRows {
  readonly #transaction: Writer
  /** In the order in which tables first come, so that nothing refers to what is not there yet. */
  readonly #tables = new Map<DemoRow['table'], DemoRow['row'][]>()
  count = 0

  constructor(transaction: Writer) {
    this.#transaction = transaction
  }

  add(table: DemoRow['table'], row: DemoRow['row']) {
    getOrCreate(this.#tables, table, () => []).push(row)
    this.count += 1
  }

  async write(): Promise<void> {
    for (const [table, rows] of this.#tables) await insertRows(this.#transaction, table, rows.splice(0))
    this.count = 0
  }
}
