import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Services } from '#server/http/services.ts'
import { countRequests } from './requests.ts'
import { describeBuild, describeChanges, describeColumns, describeDatabase, describeJobs } from './state.ts'
import { countColumnWork, countDatabaseWork, countJobs, countStreams } from './work.ts'

/** The metrics of a service, for Prometheus. Source: docs/operating.md#metrics. */
export interface Metrics {
  /** The media type of `text`. */
  readonly contentType: string
  /** All metrics, with the state of the service as of now. What cannot be read keeps its last value. */
  text(services: Services): Promise<string>
  /** Ends counting. */
  stop(): void
}

/** Starts counting. Must be called before the routes of the server are added. */
export function createMetrics(server: FastifyInstance): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  countRequests(server, registry)
  const stops = [
    ...countDatabaseWork(registry),
    ...countColumnWork(registry),
    ...countJobs(registry),
    ...countStreams(registry),
  ]
  const refreshes = [
    describeBuild(registry),
    describeJobs(registry),
    describeChanges(registry),
    describeColumns(registry),
    describeDatabase(registry),
  ]
  return {
    contentType: registry.contentType,
    async text(services) {
      // While the database is unavailable, the other metrics are what explains it.
      await Promise.allSettled(refreshes.map((refresh) => refresh(services)))
      return registry.metrics()
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}
