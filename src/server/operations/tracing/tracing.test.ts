import { describe, expect, it } from 'vitest'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { dataFolder, type Served, serveFor } from '#server/testing/command-line.ts'
import { readTracingSettings } from './settings.ts'
import { attributesOf, startCollector } from './testing/collector.ts'

const token = 'a-token-of-the-administrator-with-32-characters'
const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'

const served = async (environment: Record<string, string>) =>
  serveFor({ GATEHOUSE_DATA: await dataFolder(), GATEHOUSE_TOKEN: token, LOG_LEVEL: 'info', ...environment })

const ask = (service: Served, path: string, options: RequestInit = {}) =>
  fetch(`${service.base}/api/v1/${path}`, {
    ...options,
    headers: { authorization: `Bearer ${token}`, ...options.headers },
  })

describe('traces', () => {
  it('have a span for each request and its parts, and continue that of the caller', async () => {
    const collector = await startCollector()
    const service = await served({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=acme',
      OTEL_SERVICE_NAME: 'gatehouse-test',
    })
    const uploaded = await ask(service, 'deployments/main/scans?project=acme/secret-project', {
      method: 'POST',
      headers: { traceparent: `00-${traceId}-${parentId}-01` },
      body: JSON.stringify(semgrep([result('rule.one', 'src/a.ts', 'eval(input)')])),
    })
    expect(uploaded.status).toBe(201)
    expect((await ask(service, 'deployments/main/findings?q=secret-search')).status).toBe(200)
    expect((await ask(service, 'deployments/secret-slug/findings')).status).toBe(404)
    expect(await service.stop()).toBe(0)

    const spans = collector.spans()
    const named = (name: string) => spans.filter((span) => span.name === name)
    const [upload] = named('POST /api/v1/deployments/{deploymentId}/scans')
    expect(upload).toMatchObject({ traceId, parentSpanId: parentId, kind: 2 })
    expect(attributesOf(upload?.attributes ?? [])).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/v1/deployments/{deploymentId}/scans',
      'http.response.status_code': 201,
      'gatehouse.operation': 'createScan',
    })
    const [apply] = named('apply report')
    expect(apply).toMatchObject({ traceId, parentSpanId: upload?.spanId })
    expect(attributesOf(apply?.attributes ?? [])).toEqual({ 'gatehouse.import_outcome': 'imported' })
    expect(named('read report')).toMatchObject([{ traceId, parentSpanId: upload?.spanId }])
    expect(named('write to database').map((span) => span.parentSpanId)).toContain(apply?.spanId)
    const lists = named('GET /api/v1/deployments/{deploymentSlug}/findings')
    expect(lists.map(({ attributes }) => attributesOf(attributes)['http.response.status_code'])).toEqual([
      200, 404,
    ])
    expect(new Set(lists.map((span) => span.traceId)).size).toBe(2)

    const [
      {
        resourceSpans: [{ resource } = { resource: { attributes: [] } }],
      } = { resourceSpans: [] },
    ] = collector.traces()
    expect(attributesOf(resource.attributes)).toMatchObject({ 'service.name': 'gatehouse-test' })
    expect(collector.received[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-tenant': 'acme' } })
    // Nothing that a person or a client has named.
    expect(collector.received.map(({ body }) => body.toString()).join('')).not.toContain('secret')
    expect(service.log()).toContain(`"trace_id":"${traceId}"`)
  })

  it('are sent as Protobuf where nothing else is said', async () => {
    const collector = await startCollector()
    const service = await served({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path` })
    await ask(service, 'me')
    expect(await service.stop()).toBe(0)
    const [sent] = collector.received
    expect(sent).toMatchObject({ path: '/own/path', headers: { 'content-type': 'application/x-protobuf' } })
    expect(sent?.body.toString('latin1')).toMatch(
      /service\.name[\s\S]{1,10}gatehouse[\s\S]*GET \/api\/v1\/me/,
    )
  })

  it('disturb nothing while the collector is away', async () => {
    const service = await served({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_BSP_SCHEDULE_DELAY: '10',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    })
    expect((await ask(service, 'me')).status).toBe(200)
    await expect.poll(() => service.log()).toContain('Traces could not be exported.')
    expect((await ask(service, 'me')).status).toBe(200)
    expect(await service.stop()).toBe(0)
  })
})

describe('the settings of traces', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

  it('turn them on where something says where to', () => {
    expect(readTracingSettings({})).toBeNull()
    expect(readTracingSettings({ OTEL_SERVICE_NAME: 'gatehouse' })).toBeNull()
    expect(readTracingSettings({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBeNull()
    expect(readTracingSettings({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
    expect(readTracingSettings(endpoint)).toEqual({
      exporters: ['otlp'],
      protocol: 'http/protobuf',
      sampler: { name: 'always_on', isParentBased: true, ratio: 1 },
      continuesTraces: true,
    })
    expect(readTracingSettings({ OTEL_TRACES_EXPORTER: 'otlp, console' })?.exporters).toEqual([
      'otlp',
      'console',
    ])
  })

  it('choose what is recorded, and whether callers decide', () => {
    const sampled = { ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' }
    expect(readTracingSettings({ ...sampled, OTEL_TRACES_SAMPLER_ARG: '0.25' })?.sampler).toEqual({
      name: 'traceidratio',
      isParentBased: true,
      ratio: 0.25,
    })
    expect(() => readTracingSettings({ ...sampled, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(
      'OTEL_TRACES_SAMPLER_ARG is "2", but must be a number from 0 to 1.',
    )
    expect(() => readTracingSettings({ ...endpoint, OTEL_TRACES_SAMPLER: 'sometimes' })).toThrow(
      /^OTEL_TRACES_SAMPLER is "sometimes", but must be always_on/,
    )
    expect(readTracingSettings({ ...endpoint, OTEL_PROPAGATORS: 'none' })?.continuesTraces).toBe(false)
    expect(readTracingSettings({ ...endpoint, OTEL_PROPAGATORS: 'baggage' })?.continuesTraces).toBe(false)
  })
})
