import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { openPool } from './connection.ts'

/** How long a read waits for the replica before it uses the primary, in milliseconds. Source: docs/decisions/0054-several-processes.md. */
const maxLag = 200
/** How long a read waits for a connection to it, in milliseconds. */
const connectTimeout = 500
/** The time between two looks at how far the replica is, in milliseconds. */
const interval = 10
/** How long the replica is not asked after it was late, so that few reads wait, and after a failure, in milliseconds. */
const pauses = { late: 1_000, failed: 5_000 }

/** What was committed by now is before this position; without synchronous commits it may not be on the disk yet. */
const currentPosition = `select (case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as at`

/** A streaming replica that answers reads once it has everything that was committed when they began. */
export class Replica {
  readonly #pool: Pool
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(url: string, maxConnections: number) {
    this.#pool = openPool(url, maxConnections, connectTimeout)
  }

  /**
   * The connections of the replica, once it has replayed what the primary has written by now; null if it takes too long
   * or does not answer.
   */
  async upToDate(primary: Pool): Promise<Pool | null> {
    if (performance.now() < this.#pausedUntil) return null
    const { rows } = await primary.query<{ at: string }>(currentPosition)
    const until = performance.now() + maxLag
    try {
      for (;;) {
        if (await this.#hasReplayed(rows[0]?.at ?? '')) return this.#pool
        if (performance.now() + interval > until) return this.#pauseFor(pauses.late)
        await delay(interval)
      }
    } catch {
      // It is away, or it is no replica any more.
      return this.#pauseFor(pauses.failed)
    }
  }

  #pauseFor(milliseconds: number): null {
    this.#pausedUntil = performance.now() + milliseconds
    return null
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  async #hasReplayed(position: string): Promise<boolean> {
    const { rows } = await this.#pool.query<{ is_replica: number; has_replayed: number | null }>(
      'select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn() >= $1::pg_lsn as has_replayed',
      [position],
    )
    if (rows[0]?.is_replica !== 1) throw new Error('The server is no replica.')
    return rows[0].has_replayed === 1
  }
}
