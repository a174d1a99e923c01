import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import {
  columnEvictions,
  columnLoads,
  databaseErrors,
  eventStreams,
  type ImportOutcome,
  imports,
  type JobEnd,
  jobEnds,
  reads,
  writes,
} from '#server/base/telemetry/events.ts'
import { onEnd } from '#server/base/telemetry/subscribe.ts'
import type { DatabaseFailure } from '#server/db/database.ts'
import { failureOf } from '#server/db/engine.ts'

/** A function that ends a subscription. */
export type Stop = () => void

const secondsSince = (startedAt: number, until = performance.now()) => (until - startedAt) / 1000

/** Counts write transactions, and errors of the database by their kind. */
export function countDatabaseWork(registry: Registry): Stop[] {
  const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  const waits = new Histogram({
    name: 'gatehouse_database_write_wait_seconds',
    help: 'Time that a write transaction waited for other writes before it began.',
    buckets,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'gatehouse_database_write_duration_seconds',
    help: 'Time from the beginning of a write transaction until it was on disk or failed.',
    buckets,
    registers: [registry],
  })
  const failures = new Counter({
    name: 'gatehouse_database_failures_total',
    help: 'Errors of the database, by kind.',
    labelNames: ['kind'],
    registers: [registry],
  })
  for (const kind of Object.keys(failureKinds)) failures.inc({ kind }, 0)
  return [
    onEnd(writes, ({ startedAt, begunAt }) => {
      waits.observe(secondsSince(startedAt, begunAt ?? undefined))
      if (begunAt !== null) durations.observe(secondsSince(begunAt))
    }),
    databaseErrors.subscribe((error) => {
      const kind = failureOf(error)
      if (kind !== null) failures.inc({ kind })
    }),
  ]
}

/** All kinds, so that each has a series before its first failure. */
const failureKinds: Record<DatabaseFailure, true> = {
  busy: true,
  read_only: true,
  disk_failed: true,
  damaged: true,
  disk_full: true,
  cannot_open: true,
  unreachable: true,
}

/** Counts the loads of column stores and those that were unloaded. */
export function countColumnWork(registry: Registry): Stop[] {
  const loads = new Histogram({
    name: 'gatehouse_column_store_load_duration_seconds',
    help: 'Time to load the columns of a deployment from their file or from all rows; "failed" if neither was possible.',
    labelNames: ['kind', 'source'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  })
  const evictions = new Counter({
    name: 'gatehouse_column_store_evictions_total',
    help: 'Column stores that were unloaded because memory is short.',
    labelNames: ['kind'],
    registers: [registry],
  })
  return [
    onEnd(columnLoads, ({ kind, source, startedAt, error }) =>
      loads.observe({ kind, source: error === undefined ? source : 'failed' }, secondsSince(startedAt)),
    ),
    columnEvictions.subscribe(({ kind }) => evictions.inc({ kind })),
  ]
}

// A series that begins with its first failure would hide that failure from `increase`, so that all begin at 0.
/** The kinds of jobs. */
export const jobKinds = ['triage', 'undo', 'import', 'retention', 'sbom_export']
const jobOutcomes: JobEnd['outcome'][] = ['done', 'failed', 'cancelled']
const importOutcomes: (ImportOutcome | 'error')[] = [
  'imported',
  'held',
  'failed_scan',
  'repeated',
  'dry_run',
  'error',
]

/** Counts imports and jobs that have ended. */
export function countJobs(registry: Registry): Stop[] {
  const buckets = [0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]
  const reading = new Histogram({
    name: 'gatehouse_import_read_duration_seconds',
    help: 'Time to receive and read a report of a scanner; "rejected" if it could not be read.',
    labelNames: ['outcome'],
    buckets,
    registers: [registry],
  })
  const applying = new Histogram({
    name: 'gatehouse_import_duration_seconds',
    help: 'Time to apply a report of a scanner: imported, held (for a person to confirm), failed_scan (the scanner failed), repeated (the same file again), dry_run, or error.',
    labelNames: ['outcome'],
    buckets,
    registers: [registry],
  })
  const jobs = new Histogram({
    name: 'gatehouse_job_duration_seconds',
    help: 'Time from the creation of a job until this process ended it.',
    labelNames: ['kind', 'outcome'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200],
    registers: [registry],
  })
  for (const outcome of importOutcomes) applying.zero({ outcome })
  for (const kind of jobKinds) for (const outcome of jobOutcomes) jobs.zero({ kind, outcome })
  return [
    onEnd(reads, ({ startedAt, error }) =>
      reading.observe({ outcome: error === undefined ? 'read' : 'rejected' }, secondsSince(startedAt)),
    ),
    onEnd(imports, ({ startedAt, outcome }) =>
      applying.observe({ outcome: outcome ?? 'error' }, secondsSince(startedAt)),
    ),
    jobEnds.subscribe(({ kind, outcome, milliseconds }) =>
      jobs.observe({ kind, outcome }, Math.max(0, milliseconds / 1000)),
    ),
  ]
}

/** Counts the open event streams. */
export function countStreams(registry: Registry): Stop[] {
  const open = new Gauge({
    name: 'gatehouse_event_streams',
    help: 'Open event streams.',
    registers: [registry],
  })
  const slow = new Counter({
    name: 'gatehouse_event_streams_too_slow_total',
    help: 'Event streams that were closed because their client did not read.',
    registers: [registry],
  })
  return [
    eventStreams.subscribe(({ event }) => {
      if (event === 'opened') open.inc()
      else if (event === 'closed') open.dec()
      else slow.inc()
    }),
  ]
}
