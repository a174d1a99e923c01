import { DiagLogLevel, diag, type Tracer } from '@opentelemetry/api'
import { getNumberFromEnv } from '@opentelemetry/core'
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import type { Sampler, TracingSettings } from './settings.ts'

/** Creates spans and exports them. */
export interface SpanSource {
  tracer: Tracer
  /** Exports what is left. */
  stop(): Promise<void>
}

/** Creates the provider of spans from its settings and the standard variables of the environment. */
export async function createSpanSource(
  settings: TracingSettings,
  version: string,
  log: FastifyBaseLogger,
): Promise<SpanSource> {
  logProblems(log)
  const exporters = await Promise.all(settings.exporters.map((name) => createExporter(name, settings)))
  const provider = new TracerProvider({
    resource: createResource(version),
    sampler: createSampler(settings.sampler),
    spanProcessors: exporters.map((exporter) => new BatchSpanProcessor({ exporter, ...batchOptions() })),
  })
  return { tracer: provider.getTracer('gatehouse', version), stop: () => provider.shutdown() }
}

/** A collector that is away must not be unnoticed, and must not stop the service. */
function logProblems(log: FastifyBaseLogger): void {
  const warn = (message: string) => log.warn({ detail: message }, 'Traces could not be exported.')
  const ignore = () => undefined
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

async function createExporter(
  name: TracingSettings['exporters'][number],
  { protocol }: TracingSettings,
): Promise<SpanExporter> {
  if (name === 'console') return new ConsoleSpanExporter()
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

function createResource(version: string): Resource {
  const own = resourceFromAttributes({ 'service.name': 'gatehouse', 'service.version': version })
  // Later ones replace earlier ones, so that the environment wins.
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector]
  return defaultResource().merge(own).merge(detectResources({ detectors }))
}

function createSampler({ name, isParentBased, ratio }: Sampler) {
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return isParentBased ? new ParentBasedSampler({ root }) : root
}

/** Values that are not set keep their default. */
function batchOptions() {
  const options = {
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
