import { totalmem } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { operations } from '#contract/all.ts'
import { createAuthenticator } from './access/tokens/authenticate.ts'
import { createSignInCodes } from './access/tokens/sessions/sign-in-codes.ts'
import { signInLinkRoute } from './access/tokens/sessions/sign-in-link.ts'
import type { Config } from './base/config/config.ts'
import { localRoutes } from './catalog/deployments/local.ts'
import { createChanges } from './changes/change.ts'
import { ColumnStores } from './columns/column-stores.ts'
import type { Database } from './db/database.ts'
import { columnFolder, schemaVersion } from './db/engine.ts'
import { seedRoutes } from './demo/seed-routes.ts'
import { trackFilterUse } from './findings/saved/filters/filter-use.ts'
import type { OperationPaths } from './http/allowed-methods.ts'
import { registerOperations } from './http/dispatch.ts'
import { HttpError } from './http/errors.ts'
import type { ServerLimits } from './http/limits.ts'
import { serveDocs } from './http/openapi/description.ts'
import { localOperator } from './http/principal.ts'
import { BodyBudget } from './http/request/body-budget.ts'
import { serveDashboard } from './http/response/dashboard.ts'
import { countExports } from './http/response/running-exports.ts'
import { countRunning } from './http/running-requests.ts'
import { createServer } from './http/server.ts'
import type { Services } from './http/services.ts'
import { addStop } from './http/stop.ts'
import { TurnQueue } from './http/turn-queue.ts'
import { importQueue, jobQueue } from './job-queue.ts'
import { Runner } from './jobs/runner.ts'
import { resolveWithNameService } from './notifications/address/check-url.ts'
import { unsubscribeRoutes } from './notifications/mail/unsubscribe.ts'
import { positionQueue } from './notifications/position-queue.ts'
import { webhookQueue } from './notifications/send-queue.ts'
import { dataRequestRoutes } from './operations/data-requests/routes.ts'
import type { Metrics } from './operations/metrics/metrics.ts'
import { statusRoutes } from './operations/status/routes.ts'
import { openDirectory } from './records/directory.ts'
import { allRoutes, builtOperations } from './routes.ts'
import { exportQueue } from './sbom/export/run.ts'

export interface AppOptions {
  config: Config
  database: Database
  logger: FastifyBaseLogger
  version: string
  /** The file that Node runs as the command `gatehouse`; null if there is none. */
  program?: string | null
  /** Milliseconds since 1970; the system clock by default. */
  now?: () => number
  /** Resolves the hosts of webhooks; the name service of the machine by default. */
  resolveHost?: (host: string) => Promise<readonly string[]>
  /** Whether a request was received over the owner-only socket. */
  isLocal?: (request: FastifyRequest) => boolean
  /** The folder of the built dashboard; without one, pages say that it is not built. */
  webFolder?: string | null
  /** Limits that differ from the defaults. */
  limits?: Partial<ServerLimits>
  /** Observes requests; called before the routes are added. */
  observe?: (server: FastifyInstance) => void
}

export interface App {
  server: FastifyInstance
  services: Services
  /** Null if metrics are not configured. */
  metrics: Metrics | null
  /** While true, `/readyz` and every request but the health checks answer 503; jobs stop after their batch. */
  setDraining(draining: boolean): void
  /** Answers `/readyz` with 503 and closes connections after their response, but still answers all requests. */
  announceStop(): void
}

/** Scan files read concurrently; others wait. Source: docs/api.md#limits. */
const maxConcurrentReads = 4

/** Bytes of uploads that are received or wait for their turn, of all callers and of each. Source: docs/api.md#limits. */
const maxUploadedBytes = 2 * 1024 ** 3
const maxUploadedBytesOfCaller = 1024 ** 3

const importLimits = (): Pick<Services, 'imports' | 'uploads'> => ({
  imports: {
    reading: new TurnQueue(maxConcurrentReads),
    applying: new TurnQueue(1),
    large: new TurnQueue(1),
  },
  uploads: new BodyBudget(maxUploadedBytes, maxUploadedBytesOfCaller),
})

/** With it, a process that serves a thousand deployments of 5,000 findings stays below 1 GB. */
const keptColumnBytes = 160 * 1024 * 1024

function columnLimits({ columnMemory }: Config) {
  if (columnMemory !== null) return { maxBytes: columnMemory }
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return { maxBytes: memory / 2, keptBytes: keptColumnBytes }
}

/** What is neither in the API nor a page of the dashboard. */
const routesOutsideApi = [
  localRoutes,
  dataRequestRoutes,
  seedRoutes,
  signInLinkRoute,
  statusRoutes,
  unsubscribeRoutes,
]

/** Builds the service from its parts, without listening. */
export async function buildApp(parts: AppOptions): Promise<App> {
  const { config, database, now = Date.now, resolveHost = resolveWithNameService } = parts
  const directory = await openDirectory(database)
  const server = await createServer(parts.logger, config, parts.limits)
  const metrics = await countMetrics(server, config)
  parts.observe?.(server)
  const publicUrl = () => config.publicUrl ?? listeningAddress(server, config)

  const columns = columnStoresOf(parts, now)
  const stopping = new AbortController()
  const authenticator = createAuthenticator(
    database,
    now,
    publicUrl,
    (request) => (parts.isLocal?.(request) ? localOperator : null),
    config.singleSignOn?.issuer ?? null,
  )
  const { stopFollowing, ...changes } = createChanges(database, now, directory)
  const services: Services = {
    config,
    database,
    columns,
    version: parts.version,
    program: parts.program ?? null,
    log: parts.logger,
    now,
    publicUrl,
    resolveHost,
    requestsRunning: countRunning(server),
    deployments: directory,
    authenticator,
    exports: countExports(authenticator),
    ...importLimits(),
    signInCodes: createSignInCodes(database, now),
    singleSignOn: await singleSignOnOf(parts, now, publicUrl),
    jobs: new Runner(() => services, [jobQueue, importQueue, exportQueue, positionQueue, webhookQueue]),
    stopping: stopping.signal,
    ...changes,
  }

  server.addHook('preClose', async () => stopping.abort())
  const stop = addStop(server)
  // Jobs must stop before the database is closed, whatever ends the service.
  server.addHook('onClose', () => services.jobs.stop())
  server.addHook('onClose', () => services.authenticator.settled())
  server.addHook('onClose', () => stopFollowing().then(() => columns.stop()))
  healthRoutes(server, database)
  trackFilterUse(server, services)
  const routes = allRoutes(services)
  const paths = registerOperations(server, services, operations, routes)
  serveDocs(server, builtOperations(routes), services.version)
  const isLocal = (request: FastifyRequest) => parts.isLocal?.(request) ?? false
  for (const register of routesOutsideApi) register(server, services, isLocal)
  await serveMetricsOf(server, services, metrics, isLocal)
  await serveDashboard(server, parts.webFolder ?? null)
  rejectUnknownPaths(server, paths)
  return {
    server,
    services,
    metrics,
    announceStop: stop.announce,
    setDraining(value) {
      stop.setDraining(value)
      if (value) stopping.abort()
      if (value) void services.jobs.stop()
    },
  }
}

/** Answers 404 for paths that do not exist, and 405 for methods that a path of the API does not have. */
function rejectUnknownPaths(server: FastifyInstance, paths: OperationPaths): void {
  const rejectUnknown = async (request: FastifyRequest) => {
    paths.assertAllowed(request)
    const { method, url } = request
    throw new HttpError(404, `Nothing exists at ${method} ${url.split('?')[0]?.slice(0, 200)}.`)
  }
  // Runs before the body of the request is read.
  server.addHook('onRequest', async (request) => {
    if (request.is404) await rejectUnknown(request)
  })
  server.setNotFoundHandler(rejectUnknown)
}

function healthRoutes(server: FastifyInstance, database: Database): void {
  server.get('/healthz', async () => ({ status: 'alive' }))
  server.get('/readyz', async () => {
    await database.check()
    return { status: 'ready' }
  })
}

/** Starts counting if metrics are configured; only then is their code loaded. */
async function countMetrics(server: FastifyInstance, config: Config): Promise<Metrics | null> {
  if (config.metrics === null) return null
  const { createMetrics } = await import('./operations/metrics/metrics.ts')
  const metrics = createMetrics(server)
  server.addHook('onClose', async () => metrics.stop())
  return metrics
}

const columnStoresOf = ({ config, database, logger: log }: AppOptions, now: () => number) =>
  new ColumnStores({
    database,
    folder: database.address === null ? null : join(config.dataFolder, columnFolder),
    schema: schemaVersion,
    log,
    ...{ now, ...columnLimits(config) },
  })

/** The client of the provider, whose code is loaded only if one is set. Nothing is asked of the provider yet. */
async function singleSignOnOf({ config, logger }: AppOptions, now: () => number, publicUrl: () => string) {
  if (config.singleSignOn === null) return null
  const { createSingleSignOn } = await import('./access/single-sign-on/single-sign-on.ts')
  return createSingleSignOn({ config: config.singleSignOn, log: logger, now, publicUrl })
}

/** Serves metrics on the port of the service, unless they have their own. */
async function serveMetricsOf(
  server: FastifyInstance,
  services: Services,
  metrics: Metrics | null,
  isLocal: (request: FastifyRequest) => boolean,
): Promise<void> {
  const config = services.config.metrics
  if (metrics === null || config === null || config.port !== null) return
  const { serveMetrics } = await import('./operations/metrics/serve.ts')
  serveMetrics(server, { metrics, services, config }, isLocal)
}

/** The address the service listens on, used for links if no public URL is set. */
function listeningAddress(server: FastifyInstance, config: Config): string {
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${port}`
}
