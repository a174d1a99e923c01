import type { Config } from '#server/base/config/config.ts'
import type { DatabaseInspection, PostgresInspection } from '#server/db/engine.ts'
import type { RunningService } from '../client/running-service.ts'

/** The result of a check. */
export interface Result {
  /** `skipped` if there is nothing to check. */
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  /** What was found. */
  detail: string
  /** What to do; null if nothing has to be done. */
  advice: string | null
}

/** One check of `gatehouse doctor`. */
export interface Check {
  /** Names the check in `--json`; does not change between versions. */
  id: string
  title: string
  run(context: Context): Promise<Result> | Result
}

/** What the checks look at. */
export interface Context {
  /** The configuration of this shell, which may differ from that of the running service. */
  config: Config
  version: string
  now: number
  /** The running service; null if none answers. */
  service: RunningService | null
  /**
   * The embedded database as it is on disk: null if there is none or DATABASE_URL is set, `foreign` if it is another user's,
   * an error if it is unusable.
   */
  database: DatabaseInspection | 'foreign' | Error | null
  /** The PostgreSQL database: null without DATABASE_URL, an error if it cannot be reached. */
  postgres: PostgresInspection | Error | null
  /** Hours after which a backup is too old. */
  maxBackupAge: number
}

/** What was seen of the database; null if it was not read. */
export const inspected = ({ database }: Context): DatabaseInspection | null =>
  database === null || database === 'foreign' || database instanceof Error ? null : database

/** What was seen of the PostgreSQL database; null if it was not read. */
export const inspectedPostgres = ({ postgres }: Context): PostgresInspection | null =>
  postgres instanceof Error ? null : postgres

/** Nothing to do. */
export const ok = (detail: string): Result => ({ status: 'ok', detail, advice: null })
/** Nothing to check. */
export const skipped = (detail: string): Result => ({ status: 'skipped', detail, advice: null })
/** Works now, and can become a problem. */
export const warning = (detail: string, advice: string): Result => ({ status: 'warning', detail, advice })
/** Does not work. */
export const failed = (detail: string, advice: string): Result => ({ status: 'failed', detail, advice })

const megabyte = 1_000_000

/** Formats a number of bytes for people. */
export function formatBytes(bytes: number): string {
  const megabytes = bytes / megabyte
  return megabytes < 1000
    ? `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
    : `${(megabytes / 1000).toFixed(1)} GB`
}

/** Formats a duration in seconds for people. */
export function formatDuration(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ]
  const [length, name] = units.find(([size]) => seconds >= size * 2) ?? [1, 'second']
  const count = Math.max(0, Math.floor(seconds / length))
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/** Whether an address or host name is only reached from this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127\..*|\[?::1\]?)$/.test(host)
