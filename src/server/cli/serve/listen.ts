import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/base/config/config.ts'
import { openSocket } from '#server/operations/folder/socket.ts'
import type { App } from '../../app.ts'
import { listenFault } from './listen-fault.ts'

/** The open ports and the socket of a service. */
export interface Listeners {
  /** Where metrics are read, if they have a port of their own. */
  metricsUrl: string | null
  /** Answers the running requests, and closes everything. */
  close(): Promise<void>
}

/**
 * Opens the port and the socket of a service, and the port of its metrics.
 * @throws an error that names the variable to change if a port cannot be opened; none is open then.
 */
export async function listen(app: App, config: Config, logger: FastifyBaseLogger): Promise<Listeners> {
  const { server } = app
  try {
    await server.listen({ host: config.host, port: config.port })
  } catch (error) {
    throw new Error(listenFault(error, config))
  }
  const closeServer = async (error: unknown) => {
    await server.close()
    throw error
  }
  const metrics = await openMetrics(app, config, logger).catch(closeServer)
  const socket = await openSocket(server, config.dataFolder).catch(async (error) => {
    await metrics?.close()
    return closeServer(error)
  })
  return {
    metricsUrl: metrics?.url ?? null,
    async close() {
      socket.close()
      socket.closeAllConnections()
      await server.close()
      // The end of the last requests can still be read.
      await metrics?.close()
    },
  }
}

async function openMetrics(
  { metrics, services }: App,
  { metrics: config }: Config,
  logger: FastifyBaseLogger,
) {
  if (metrics === null || config === null || config.port === null) return null
  const { openMetricsServer } = await import('#server/operations/metrics/serve.ts')
  const { host, port } = config
  try {
    return await openMetricsServer({ metrics, services, config: { ...config, port } }, logger)
  } catch (error) {
    throw new Error(listenFault(error, { host, port }, 'METRICS_'))
  }
}
