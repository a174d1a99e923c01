import { AsyncLocalStorage } from 'node:async_hooks'
import type { TracingChannel } from 'node:diagnostics_channel'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { columnLoads, imports, jobRuns, reads, writes } from '#server/base/telemetry/events.ts'
import { onEnd } from '#server/base/telemetry/subscribe.ts'

/** The span that is running, as the parent of those that begin in it. */
const running = new AsyncLocalStorage<Context>()
const propagator = new W3CTraceContextPropagator()

/**
 * Creates a span for each request of an operation. It has the path of the operation and not the address, which can
 * contain names, searches and secrets. Event streams, which last for hours, have none.
 */
export function traceRequests(server: FastifyInstance, tracer: Tracer, continuesTraces: boolean): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  server.addHook('onRequest', (request, { raw }, done) => {
    const { operation } = request.routeOptions.config
    if (!operation || operation.produces === 'text/event-stream') return done()
    const parent = continuesTraces
      ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
      : ROOT_CONTEXT
    const attributes = {
      'http.request.method': request.method,
      'http.route': operation.path,
      'url.scheme': request.protocol,
      'gatehouse.operation': operation.id,
    }
    const name = `${request.method} ${operation.path}`
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    const context = trace.setSpan(parent, span)
    contexts.set(request, context)
    const { traceId, spanId } = span.spanContext()
    request.log = request.log.child({ trace_id: traceId, span_id: spanId })
    raw.once('finish', () => endRequest(span, raw.statusCode))
    raw.once('close', () => endRequest(span, null))
    running.run(context, done)
  })
  // Reading the body continues in the context of the connection.
  server.addHook('preValidation', (request, _reply, done) => {
    const context = contexts.get(request)
    if (context) running.run(context, done)
    else done()
  })
}

/** @param status null if the client left before the end. */
function endRequest(span: Span, status: number | null): void {
  if (!span.isRecording()) return
  if (status === null) span.setAttribute('error.type', 'aborted')
  else span.setAttribute('http.response.status_code', status)
  if (status !== null && status >= 500) {
    span.setAttribute('error.type', String(status))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Creates spans for the parts of a request and of a job that can take long. Returns a function that ends it. */
export function traceWork(tracer: Tracer): () => void {
  const stops = [
    traceChannel(tracer, jobRuns, {
      // A request that created the job does not last until its end.
      parent: () => ROOT_CONTEXT,
      name: () => 'run job',
      attributes: ({ queue }) => ({ 'gatehouse.job_queue': queue }),
    }),
    traceChannel(tracer, writes, {
      // Without a parent, it is housekeeping of the service.
      parent: () => running.getStore() ?? null,
      name: () => 'write to database',
      attributes: ({ startedAt, begunAt }) => ({
        'gatehouse.write_wait_ms': Math.round((begunAt ?? performance.now()) - startedAt),
      }),
    }),
    traceChannel(tracer, columnLoads, {
      parent: () => running.getStore() ?? ROOT_CONTEXT,
      name: ({ kind }) => `load columns of ${kind}`,
      attributes: ({ source }) => ({ 'gatehouse.column_source': source }),
    }),
    traceChannel(tracer, reads, {
      parent: () => running.getStore() ?? ROOT_CONTEXT,
      name: () => 'read report',
      attributes: () => ({}),
    }),
    traceChannel(tracer, imports, {
      parent: () => running.getStore() ?? ROOT_CONTEXT,
      name: () => 'apply report',
      attributes: ({ outcome }) => ({ 'gatehouse.import_outcome': outcome ?? 'error' }),
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

interface Description<C> {
  /** Null for no span. */
  parent: () => Context | null
  name: (report: C) => string
  /** Read at the end. */
  attributes: (report: C) => Attributes
}

function traceChannel<C extends object>(
  tracer: Tracer,
  channel: TracingChannel<unknown, C>,
  { parent, name, attributes }: Description<C>,
): () => void {
  const spans = new WeakMap<C, Span>()
  channel.start.bindStore(running, (report) => {
    const context = parent()
    if (context === null) return running.getStore()
    const span = tracer.startSpan(name(report), {}, context)
    spans.set(report, span)
    return trace.setSpan(context, span)
  })
  const stop = onEnd(channel, (report) => {
    const span = spans.get(report)
    if (!span) return
    span.setAttributes(attributes(report))
    if (report.error !== undefined) fail(span, report.error)
    span.end()
  })
  return () => {
    stop()
    channel.start.unbindStore(running)
  }
}

/** The message can contain names and values of findings, so that only the kind of the error is recorded. */
function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
  span.setStatus({ code: SpanStatusCode.ERROR })
}
