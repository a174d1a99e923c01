import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataFolder, gatehouse, type Served, serveFor } from '../../testing/command-line.ts'

const token = 'a-token-for-metrics-of-32-characters-or-more'

/** The address of the metrics, which the service prints last. */
async function metricsUrl({ output }: Served): Promise<string> {
  await expect.poll(output).toMatch(/Metrics are at /)
  return /Metrics are at (\S+)/.exec(output())?.[1] ?? ''
}

/** Writes a line to standard error for each module that is loaded for metrics or traces. */
const watchModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) {
    const [, name] = /node_modules\\/(prom-client|@opentelemetry\\/[a-z-]+)\\//.exec(url) ?? []
    if (name) process.stderr.write('loaded ' + name + '\\n')
    return next(url, context)
  } })`)}`

describe('the port of metrics', () => {
  it('serves them and nothing else, and the port of the service does not', async () => {
    const served = await serveFor({ GATEHOUSE_DATA: await dataFolder(), METRICS_PORT: '0' })
    const url = await metricsUrl(served)
    expect(new URL(url).hostname).toBe('127.0.0.1')
    const response = await fetch(url)
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
    expect(await response.text()).toMatch(/^gatehouse_database_up 1$/m)
    for (const path of ['/', '/api/v1/ping', '/healthz', '/local/status'])
      expect([path, (await fetch(new URL(path, url))).status]).toEqual([path, 404])
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${served.base}/metrics`)).status).toBe(404)
    expect(await served.stop()).toBe(0)
  })

  it('needs the token where there is one', async () => {
    const environment = { GATEHOUSE_DATA: await dataFolder(), METRICS_PORT: '0', METRICS_TOKEN: token }
    const served = await serveFor(environment)
    const url = await metricsUrl(served)
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect(await served.stop()).toBe(0)
  })

  it('stops the start where it is taken, with the variable to change', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void holder.close())
    await new Promise((resolve) => holder.once('listening', resolve))
    const address = holder.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const ended = await gatehouse(['serve'], { GATEHOUSE_DATA: await dataFolder(), METRICS_PORT: port })
    expect(ended).toMatchObject({ status: 1, output: '' })
    expect(ended.errors).toContain(`Port ${port} on 127.0.0.1 is in use. Set METRICS_PORT to another port`)
  })

  it.each([
    [{ METRICS_PORT: 'http' }, /METRICS_PORT is "http", but must be a number/],
    [{ METRICS_HOST: '0.0.0.0' }, /METRICS_HOST is "0.0.0.0", but needs METRICS_PORT/],
    [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN is \(hidden\), but must have 32 to 500 characters/],
    [
      { OTEL_TRACES_EXPORTER: 'zipkin' },
      /OTEL_TRACES_EXPORTER is "zipkin", but must be otlp, console or none/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /OTEL_EXPORTER_OTLP_PROTOCOL is "grpc", but must be http\/protobuf/,
    ],
  ])('stops the start at %j with one line and status 2', async (environment, line) => {
    const ended = await gatehouse(['serve'], { GATEHOUSE_DATA: await dataFolder(), ...environment })
    expect(ended.status).toBe(2)
    expect(ended.errors).toMatch(line)
    expect(ended.errors.trim().split('\n')).toHaveLength(1)
  })
})

describe('the code of metrics and traces', () => {
  const start = async (environment: Record<string, string>) => {
    const served = await serveFor({
      GATEHOUSE_DATA: await dataFolder(),
      NODE_OPTIONS: `--import=${watchModules}`,
      ...environment,
    })
    expect(await served.stop()).toBe(0)
    return new Set([...served.log().matchAll(/^loaded (\S+)$/gm)].map(([, name]) => name))
  }

  it('is not loaded without them', async () => {
    expect(await start({})).toEqual(new Set())
    expect(await start({ OTEL_TRACES_EXPORTER: 'none' })).toEqual(new Set())
    expect(
      await start({ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }),
    ).toEqual(new Set())
  })

  it('is loaded with them', async () => {
    expect(await start({ METRICS_PORT: '0' })).toContain('prom-client')
    expect(await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toContain(
      '@opentelemetry/sdk-trace',
    )
  })
})
