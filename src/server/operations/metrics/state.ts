import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { sbomExportStatuses } from '#contract/vocabulary.ts'
import type { Database, Reader } from '#server/db/database.ts'
import { readDatabaseSize } from '#server/db/size.ts'
import type { Services } from '#server/http/services.ts'
import { isHeld } from '#server/jobs/lease.ts'
import { readLastBackup } from '../status/backup.ts'
import { jobKinds } from './work.ts'

/** Sets gauges to the current state; called before metrics are read. */
export type Refresh = (services: Services) => Promise<void>

const gauge = <L extends string>(registry: Registry, name: string, help: string, labelNames: L[] = []) =>
  new Gauge<L>({ name, help, labelNames, registers: [registry] })

/** Describes the running program. */
export function describeBuild(registry: Registry): Refresh {
  const build = gauge(registry, 'gatehouse_build_info', 'Always 1, with the version.', ['version'])
  return async ({ version }) => build.set({ version }, 1)
}

/** The states of unfinished jobs, which have a series also without a job. */
const jobStates = ['queued', 'running']

/** The unfinished jobs of all processes, and the uploads of this one. */
export function describeJobs(registry: Registry): Refresh {
  const jobs = gauge(registry, 'gatehouse_jobs', 'Unfinished jobs of all processes.', ['kind', 'state'])
  const oldest = gauge(
    registry,
    'gatehouse_jobs_oldest_age_seconds',
    'Time since the oldest unfinished job was created; 0 without one.',
    ['kind'],
  )
  const uploads = gauge(
    registry,
    'gatehouse_uploads',
    'Uploads of this process that are read or applied, or wait for their turn.',
    ['phase', 'state'],
  )
  return async ({ database: { read }, imports, now }) => {
    for (const [phase, queue] of Object.entries(imports))
      for (const [state, count] of Object.entries(queue.lengths)) uploads.set({ phase, state }, count)
    const rows = [...(await readJobs(read)), ...(await readExports(read, now()))]
    jobs.reset()
    oldest.reset()
    for (const kind of new Set([...jobKinds, ...rows.map((row) => row.kind)])) {
      const own = rows.filter((row) => row.kind === kind)
      for (const state of jobStates) {
        const counts = own.flatMap((row) => (row.state === state ? [row.count] : []))
        jobs.set(
          { kind, state },
          counts.reduce((sum, count) => sum + count, 0),
        )
      }
      const createdAt = Math.min(now(), ...own.map((row) => row.oldest))
      oldest.set({ kind }, (now() - createdAt) / 1000)
    }
  }
}

const readJobs = (read: Reader) =>
  read
    .selectFrom('job')
    .where('finished_at', 'is', null)
    .groupBy(['kind', 'state'])
    .select((eb) => ['kind', 'state', eb.fn.countAll<number>().as('count'), eb.fn.min('at').as('oldest')])
    .execute()

/** An export has no state of its own until it has ended: whoever holds its lease is creating it. */
async function readExports(read: Reader, now: number) {
  const [inProgress] = sbomExportStatuses
  const rows = await read
    .selectFrom('sbom_export')
    .where('status', '=', inProgress)
    .select(['lease_until', 'created_at'])
    .execute()
  return rows.map(({ lease_until, created_at: oldest }) => ({
    kind: 'sbom_export',
    state: isHeld(lease_until, now) ? 'running' : 'queued',
    count: 1,
    oldest,
  }))
}

/** The changes of all deployments, and how far this process is behind them. */
export function describeChanges(registry: Registry): Refresh {
  const changes = new Counter({
    name: 'gatehouse_changes_total',
    help: 'Committed changes of all deployments: the sum of their change numbers.',
    registers: [registry],
  })
  const lag = gauge(
    registry,
    'gatehouse_change_lag',
    'The most changes of a deployment that are committed and not yet known to this process.',
  )
  const storeLag = gauge(
    registry,
    'gatehouse_column_store_lag',
    'The most changes of a deployment that a loaded column store of this process has not applied yet; the next reader applies them.',
    ['kind'],
  )
  return async ({ database, deployments, columns }) => {
    const rows = await database.read.selectFrom('deployment').select(['id', 'change_number']).execute()
    const numbers = new Map(rows.map((row) => [row.id, row.change_number]))
    changes.reset()
    changes.inc(rows.reduce((sum, row) => sum + row.change_number, 0))
    const behind = (id: number, number: number) => Math.max(0, (numbers.get(id) ?? 0) - number)
    lag.set(Math.max(0, ...deployments.all().map((row) => behind(row.id, row.change_number))))
    storeLag.reset()
    for (const [kind, states] of Object.entries(Object.groupBy(columns.states(), (state) => state.kind))) {
      const lags = (states ?? []).map((state) => behind(state.deploymentId, state.changeNumber))
      storeLag.set({ kind }, Math.max(0, ...lags))
    }
  }
}

/** The loaded column stores of this process. */
export function describeColumns(registry: Registry): Refresh {
  const count = gauge(registry, 'gatehouse_column_stores', 'Loaded column stores.', ['kind'])
  const bytes = gauge(
    registry,
    'gatehouse_column_store_bytes',
    'Memory of loaded column stores; those of small deployments count as 0.',
    ['kind'],
  )
  const limit = gauge(
    registry,
    'gatehouse_column_store_limit_bytes',
    'Memory above which the least recently used column stores are unloaded.',
  )
  return async ({ columns }) => {
    count.reset()
    bytes.reset()
    for (const state of columns.states()) {
      count.inc({ kind: state.kind })
      bytes.inc({ kind: state.kind }, state.bytes)
    }
    if (Number.isFinite(columns.maxBytes)) limit.set(columns.maxBytes)
  }
}

/** The database, the disk of the data folder, and the last backup. */
export function describeDatabase(registry: Registry): Refresh {
  const up = gauge(registry, 'gatehouse_database_up', '1 if the database answers, else 0.')
  const bytes = gauge(registry, 'gatehouse_database_bytes', 'Size of the database on disk.', ['part'])
  const free = gauge(
    registry,
    'gatehouse_data_folder_free_bytes',
    'Free space on the disk of the data folder.',
  )
  const backup = gauge(
    registry,
    'gatehouse_backup_last_success_timestamp_seconds',
    'When the last backup finished, in seconds since 1970; 0 if there is none.',
  )
  return async ({ database, config }) => {
    up.set((await answers(database)) ? 1 : 0)
    const size = await readDatabaseSize(database)
    if (size) bytes.set({ part: 'data' }, size.data)
    if (size && size.log !== null) bytes.set({ part: 'log' }, size.log)
    const disk = await statfs(config.dataFolder)
    free.set(disk.bavail * disk.bsize)
    backup.set((readLastBackup(config.dataFolder)?.finishedAt ?? 0) / 1000)
  }
}

async function answers(database: Database): Promise<boolean> {
  try {
    await database.check()
    return true
  } catch {
    return false
  }
}
