import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { prepareAdministrator } from '#server/access/tokens/administrator.ts'
import { newSignInLink } from '#server/access/tokens/sessions/sign-in-link.ts'
import { type Config, readConfig } from '#server/base/config/config.ts'
import { packageFolder } from '#server/base/package-folder.ts'
import { keepAlive } from '#server/base/thread.ts'
import { version } from '#server/base/version.ts'
import { type Command, printError, printLine } from '#server/operations/command.ts'
import { takeLock } from '#server/operations/folder/lock.ts'
import { cameThroughSocket } from '#server/operations/folder/socket.ts'
import { readTracingSettings, type TracingSettings } from '#server/operations/tracing/settings.ts'
import { startTracing } from '#server/operations/tracing/tracing.ts'
import { type App, buildApp } from '../../app.ts'
import { record } from '../../changes/change.ts'
import { trimRegularly } from '../../changes/trim.ts'
import type { Database } from '../../db/database.ts'
import { ensureInstallationId, readInstallationId } from '../../db/installation.ts'
import { stopExportThread } from '../../findings/export/export-thread.ts'
import { loadFindings, warmFindings } from '../../findings/snapshot.ts'
import { toHttpError } from '../../http/errors.ts'
import { createLogger } from '../../http/logger.ts'
import { unbuiltDashboard } from '../../http/response/dashboard.ts'
import type { Services } from '../../http/services.ts'
import { demoDay, loadDemoInto } from '../demo.ts'
import { ensureDeployment } from '../ensure-deployment.ts'
import { listen } from './listen.ts'
import { openDatabaseOf } from './open-database.ts'
import { openUpdateServer } from './update-server.ts'

const lockWait = 10_000
const drainTime = 10_000
/** How long requests are answered on connections that are open when no more are accepted. */
const lastRequestsTime = 500

export const serve: Command = {
  help: `Starts the service and the dashboard, with an embedded database unless DATABASE_URL is set. Stops on SIGTERM or SIGINT.

  --now TIMESTAMP   the day that the times of the demo data are relative to, ISO 8601

Environment variables: HOST, PORT, GATEHOUSE_DATA, DATABASE_URL, DATABASE_DIRECT_URL,
DATABASE_READ_URL, EXPORT_STORAGE, GATEHOUSE_TOKEN, GATEHOUSE_DEMO, GATEHOUSE_PUBLIC_URL, GATEHOUSE_STOP_DELAY,
GATEHOUSE_TRUSTED_PROXIES, GATEHOUSE_DEPLOYMENT, GATEHOUSE_RATE_LIMIT, GATEHOUSE_CONNECTIONS_PER_ADDRESS,
GATEHOUSE_WEBHOOK_ADDRESSES,
GATEHOUSE_SMTP_URL, GATEHOUSE_MAIL_FROM, METRICS_PORT, METRICS_HOST, METRICS_TOKEN, LOG_LEVEL, OIDC_* for single
sign-on, and OTEL_* for traces. The README and docs/operating.md describe them.`,
  async run(words) {
    const { values } = parseArgs({ args: words, options: { now: { type: 'string' } } })
    const day = demoDay(values.now)
    const config = readConfig(process.env)
    const tracing = readTracingSettings(process.env)
    const lock = await takeLock(config.dataFolder, lockWait)
    const database = await openDatabaseOf(config).catch((error) => {
      lock.release()
      throw error
    })
    try {
      const secret = await prepareDatabase(database, config, day)
      const stop = waitForSignal()
      const app = await startService(database, { config, tracing }, secret)
      await stop
      await drain(app, await announce(app, config.stopDelay))
    } catch (error) {
      throw errorText(error)
    } finally {
      await database.close()
      lock.release()
    }
    // The exporter of traces tries a collector that does not answer for longer than a stop waits for it.
    if (tracing !== null) process.exit()
    return 0
  },
}

/**
 * Performs all writes before the service listens, so that if one fails, nothing has started that must be stopped.
 * @returns the secret of the administrator's token if it was created now.
 */
async function prepareDatabase(database: Database, config: Config, demoNow: number): Promise<string | null> {
  return database.exclusively(async () => {
    if (config.demo) await loadDemoInto(database, demoNow)
    await ensureDeployment(database, config, Date.now())
    if (typeof config.exportStorage !== 'string') await record(database, ensureInstallationId)
    return prepareAdministrator(database, config.token, Date.now())
  })
}

/** A full or failing disk is reported with the same text as in responses. */
function errorText(error: unknown): unknown {
  const { status, message } = toHttpError(error)
  return status === 503 ? new Error(message, { cause: error }) : error
}

async function startService(
  database: Database,
  { config, tracing: tracingSettings }: { config: Config; tracing: TracingSettings | null },
  secret: string | null,
): Promise<App & { close(): Promise<void> }> {
  const webFolder = builtDashboard()
  // Standard output is for the two lines that people and scripts read; the log is written to standard error.
  const logger = createLogger(config.logLevel, pino.destination(2))
  const tracing = await startTracing(tracingSettings, version(), logger)
  const app = await buildApp({
    config,
    database,
    version: version(),
    program: join(packageFolder, 'bin', 'gatehouse.mjs'),
    logger,
    isLocal: cameThroughSocket,
    ...(tracing ? { observe: tracing.observe } : {}),
    webFolder,
  })
  // The holder of the folder's lock is the only user of an embedded database.
  await app.services.jobs.start({ alone: !database.isShared })
  await keepAlive(replaceOutdatedColumns(app.services))
  const listeners = await listen(app, config, logger)
  trimRegularly(app.services)
  void reviewExportStorage(app.services)
  warmColumns(app.services)
  if (config.publicUrl?.startsWith('http:') && !/\/\/(localhost|127\.|\[::1\])/.test(config.publicUrl)) {
    printError(
      'GATEHOUSE_PUBLIC_URL uses HTTP: sessions and tokens are sent unencrypted. Use an HTTPS proxy.',
    )
  }
  if (webFolder === null) printError(unbuiltDashboard)
  printLine(`Gatehouse is ready at ${app.services.publicUrl()}`)
  // What listens would keep a process alive whose database is closed.
  const message = await signInMessage(app.services).catch(async (error) => {
    await listeners.close()
    throw error
  })
  printLine(message)
  if (secret !== null) printLine(`Administrator token (shown once): ${secret}`)
  if (listeners.metricsUrl !== null) printLine(`Metrics are at ${listeners.metricsUrl}`)
  return {
    ...app,
    async close() {
      await listeners.close()
      await stopExportThread()
      // An export that does not finish in time is resumed at the next start.
      await Promise.race([app.services.jobs.settled(), delay(drainTime, undefined, { ref: false })])
      await tracing?.stop()
    },
  }
}

/** The folder of the dashboard; null in a checkout where it is not built. */
function builtDashboard(): string | null {
  const folder = join(packageFolder, 'dist', 'web')
  return existsSync(join(folder, 'index.html')) ? folder : null
}

/** A bucket that does not answer prevents exports, but nothing else. */
async function reviewExportStorage({ config: { exportStorage }, database }: Services) {
  if (typeof exportStorage === 'string') return
  const { bucketFault } = await import('../../sbom/export/storage/s3/check.ts')
  const fault = await bucketFault(exportStorage, await readInstallationId(database.read).catch(() => null))
  if (fault !== null) printError(`Exports will fail: ${fault}`)
}

/**
 * After an update that changed the tables, loads columns before the service is ready, so that no request waits for
 * them.
 */
async function replaceOutdatedColumns({ columns, config }: Services) {
  const outdated = await columns.reviewFiles()
  if (outdated.length === 0) return
  const { loadDependencies } = await import('../../dependencies/columns/dependencies-kind.ts')
  const server = await openUpdateServer(config).catch(() => null)
  for (const id of outdated) {
    await loadFindings(columns, id)
    await loadDependencies(columns, id)
  }
  await server?.close()
}

/** With more deployments than this, each is loaded on first use. */
const maxWarmDeployments = 8

/**
 * Loads the data that a first visitor needs, the most frequently changed deployments first. Dependencies, and their
 * code, come last, and only where they have no column file: with one, the first search reads it.
 */
function warmColumns(services: Services) {
  const { columns, deployments } = services
  const busiest = deployments.all().toSorted((one, other) => other.change_number - one.change_number)
  const ids = busiest.slice(0, maxWarmDeployments).map(({ id }) => id)
  for (const id of ids) warmFindings(columns, id)
  void warmAllDependencies(services, ids).catch(() => undefined)
}

async function warmAllDependencies({ columns, database }: Services, ids: readonly number[]) {
  const any = await database.read.selectFrom('dependency').select('id').limit(1).executeTakeFirst()
  if (!any) return
  const { warmDependencies } = await import('../../dependencies/columns/dependencies-kind.ts')
  for (const id of ids) warmDependencies(columns, id)
}

async function signInMessage(services: Services): Promise<string> {
  try {
    return `Sign in (valid once, for 10 minutes): ${await newSignInLink(services)}`
  } catch (error) {
    // A start on a full disk answers reads: the link is written, and people have their tokens.
    const { status, message } = toHttpError(error)
    if (status === 500) throw error
    return `No sign-in link: ${message}`
  }
}

/** Resolves at the signal to stop, which may arrive before there is anything to stop. */
function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
}

/**
 * Answers requests for a while, so that proxies have found other processes when none are answered any more.
 * @returns a function that waits for the end of the last connection.
 */
async function announce(
  { server: { server }, announceStop }: App,
  duration: number,
): Promise<() => Promise<void>> {
  if (duration === 0) return async () => undefined
  announceStop()
  await delay(duration)
  // Whoever connects now is refused and asks another process; who has connected is still answered.
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await Promise.race([closed, delay(lastRequestsTime)])
  return () => closed
}

/** Accepts no new work from now on; running requests may finish within limits. */
async function drain(app: App & { close(): Promise<void> }, connectionsEnd: () => Promise<void>) {
  app.setDraining(true)
  // Threads do not keep the process alive: without a timer it could exit before they do, and before the database is
  // closed.
  const late = setInterval(() => app.server.server.closeAllConnections(), drainTime)
  try {
    await connectionsEnd()
    await app.close()
  } finally {
    clearInterval(late)
  }
}
