import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { TracingSettings } from './settings.ts'

/** A collector that does not answer delays a stop by at most this, in milliseconds. */
const flushTime = 3_000

/** Exports traces of the service. Source: docs/operating.md#traces. */
export interface Tracing {
  /** Traces the requests of a server. Must be called before its routes are added. */
  observe(server: FastifyInstance): void
  /** Exports what is left, and ends tracing. */
  stop(): Promise<void>
}

/**
 * Starts tracing. The code of OpenTelemetry is loaded only here.
 * @param settings null if traces are not configured.
 */
export async function startTracing(
  settings: TracingSettings | null,
  version: string,
  log: FastifyBaseLogger,
): Promise<Tracing | null> {
  if (settings === null) return null
  const [{ createSpanSource }, { traceRequests, traceWork }] = await Promise.all([
    import('./provider.ts'),
    import('./spans.ts'),
  ])
  const { tracer, stop } = await createSpanSource(settings, version, log)
  const stopWork = traceWork(tracer)
  return {
    observe: (server) => traceRequests(server, tracer, settings.continuesTraces),
    async stop() {
      stopWork()
      // A failure to export is logged where it happens.
      const flushed = stop().catch(() => undefined)
      await Promise.race([flushed, delay(flushTime, undefined, { ref: false })])
    },
  }
}
