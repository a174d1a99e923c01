import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { newClient, shownUrl } from './connection.ts'

/** What can be seen of a streaming replica. */
export interface ReplicaInspection {
  /** Without the password. */
  shownUrl: string
  /** Why it cannot be used; null if it can. */
  fault: string | null
  /** Milliseconds until it has what was committed before; null if it takes longer than is waited for. */
  lag: number | null
}

/** How long the replica is waited for, in milliseconds. */
const longestWait = 3_000
const interval = 10

/** Measures how far a replica is behind. @param primary a connection to the server that it follows. */
export async function inspectReplica(primary: Client, url: string): Promise<ReplicaInspection> {
  const replica = newClient(url)
  replica.on('error', () => undefined)
  const result = { shownUrl: shownUrl(url), fault: null, lag: null }
  try {
    await replica.connect()
    const state = await replica.query<{ value: number }>('select pg_is_in_recovery() as value')
    if (state.rows[0]?.value !== 1) return { ...result, fault: 'it is not a replica' }
    return { ...result, lag: await lagOf(primary, replica) }
  } catch (error) {
    return { ...result, fault: error instanceof Error ? error.message || String(error) : String(error) }
  } finally {
    await replica.end().catch(() => undefined)
  }
}

async function lagOf(primary: Client, replica: Client): Promise<number | null> {
  const { rows } = await primary.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
  const started = performance.now()
  while (performance.now() - started < longestWait) {
    const replayed = await replica.query<{ value: number | null }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as value',
      [rows[0]?.at],
    )
    if (replayed.rows[0]?.value === 1) return performance.now() - started
    await delay(interval)
  }
  return null
}
