import { totalmem } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assertLocal } from '#server/http/local-requests.ts'
import type { Services } from '#server/http/services.ts'
import { openFilesLimit } from './open-files.ts'
import { Probes, type ReceivedProbe } from './probes.ts'

/** The running service, for `gatehouse doctor`: its own configuration and limits, which a shell may not have. */
export interface ServiceStatus {
  version: string
  pid: number
  /** Seconds since the start of the process. */
  uptime: number
  host: string
  /** The configured public URL; null if there is none. */
  publicUrl: string | null
  /** The address for links: the public URL, or where the service listens. */
  address: string
  metrics: { host: string; port: number | null; hasToken: boolean } | null
  /** Whether its database is PostgreSQL, not the embedded one of its data folder. */
  usesPostgres: boolean
  databaseAnswers: boolean
  /** Bytes in memory, and the most that the machine or container has. */
  memory: { used: number; limit: number }
  openFilesLimit: number | null
}

/** The memory of this machine, or of its container. */
export const memoryLimit = (): number =>
  Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** Routes for the owner of the machine, over the socket: the state of the service, and what arrives of a request. */
export function statusRoutes(
  server: FastifyInstance,
  services: Services,
  isLocal: (request: FastifyRequest) => boolean,
): void {
  const onRequest = assertLocal(isLocal)
  const probes = new Probes(services.now)
  server.addHook('onRequest', async (request) => probes.note(request))

  server.get('/local/status', { onRequest }, async (): Promise<ServiceStatus> => readStatus(services))
  server.post('/local/probes', { onRequest }, async () => ({ id: probes.create() }))
  server.get<{ Params: { id: string } }>(
    '/local/probes/:id',
    { onRequest },
    async ({ params }): Promise<{ received: ReceivedProbe | null }> => ({
      received: probes.received(params.id),
    }),
  )
}

async function readStatus({ config, database, publicUrl, version }: Services): Promise<ServiceStatus> {
  const { metrics } = config
  return {
    version,
    pid: process.pid,
    uptime: process.uptime(),
    host: config.host,
    publicUrl: config.publicUrl,
    address: publicUrl(),
    metrics: metrics && { host: metrics.host, port: metrics.port, hasToken: metrics.token !== null },
    usesPostgres: config.database !== null,
    databaseAnswers: await answers(database),
    memory: { used: process.memoryUsage.rss(), limit: memoryLimit() },
    openFilesLimit: openFilesLimit(),
  }
}

async function answers(database: Services['database']): Promise<boolean> {
  try {
    await database.check()
    return true
  } catch {
    return false
  }
}
