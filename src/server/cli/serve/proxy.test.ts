import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataFolder, type Served, serveFor } from '../../testing/command-line.ts'

// The proxies of deploy/proxy in front of the real service, where a machine has them.

const token = 'token-of-automation-0123456789abcdef'
const bearer = { authorization: `Bearer ${token}` }
const deploy = new URL('../../../../deploy/proxy/', import.meta.url)
const isInstalled = (program: string, flag: string) => spawnSync(program, [flag]).status === 0
const megabyte = 1024 * 1024

interface Proxy {
  program: string
  versionFlag: string
  /** Writes its configuration into a folder and returns its arguments and environment. */
  prepare(
    folder: string,
    ports: { https: number; http: number; service: number },
  ): [string[], NodeJS.ProcessEnv]
}

const proxies: Proxy[] = [
  {
    program: 'nginx',
    versionFlag: '-v',
    prepare(folder, ports) {
      const names = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
      const files = ['-keyout', join(folder, 'key'), '-out', join(folder, 'certificate')]
      expect(spawnSync('openssl', ['req', ...names, ...files]).status).toBe(0)
      const site = readFileSync(new URL('nginx.conf', deploy), 'utf8')
        .replaceAll('gatehouse.example', 'localhost')
        .replace('127.0.0.1:4400', `127.0.0.1:${ports.service}`)
        // Not each machine has IPv6.
        .replaceAll(/^.*listen \[::].*\n/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
        .replace('listen 443 ssl', `listen 127.0.0.1:${ports.https} ssl`)
        .replace('/etc/nginx/gatehouse.crt', join(folder, 'certificate'))
        .replace('/etc/nginx/gatehouse.key', join(folder, 'key'))
      writeFileSync(join(folder, 'site.conf'), site)
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const main = `daemon off; pid nginx.pid; error_log error.log; ${process.getuid?.() === 0 ? 'user root;' : ''}
        events {} http { access_log off; ${places.map((name) => `${name}_temp_path ${name};`).join(' ')} include site.conf; }`
      writeFileSync(join(folder, 'nginx.conf'), main)
      return [['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {}]
    },
  },
  {
    program: 'caddy',
    versionFlag: 'version',
    prepare(folder, ports) {
      const file = readFileSync(new URL('Caddyfile', deploy), 'utf8').replace(
        'admin off',
        `admin off\n\tauto_https disable_redirects\n\thttp_port ${ports.http}`,
      )
      writeFileSync(join(folder, 'Caddyfile'), file)
      const environment = {
        HOME: folder,
        XDG_DATA_HOME: folder,
        PUBLIC_HOST: `https://localhost:${ports.https}`,
        UPSTREAM: `127.0.0.1:${ports.service}`,
      }
      return [['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], environment]
    },
  },
]

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // parse: it listens on an address of the network.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  stream: IncomingMessage
}

/** Sends a request through the proxy, whose certificate nobody else has signed. A body is sent when it is asked for. */
async function send(
  base: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  const { method = 'GET', headers = bearer, body } = options
  const ofBody = { 'content-length': Buffer.byteLength(body ?? ''), expect: '100-continue' }
  const call = request(new URL(path, base), {
    method,
    headers: body === undefined ? headers : { ...headers, ...ofBody },
    rejectUnauthorized: false,
    servername: 'localhost',
    agent: false,
  })
  if (body === undefined) call.end()
  else call.once('continue', () => call.end(body)).flushHeaders()
  const [stream]: IncomingMessage[] = await once(call, 'response')
  if (!stream) throw new Error('no answer')
  // What was refused is not sent to its end.
  call.on('error', () => undefined)
  return { status: stream.statusCode ?? 0, headers: stream.headers, stream }
}

/** Starts the service and a proxy in front of it. */
async function startBehind(proxy: Proxy): Promise<{ base: string; served: Served }> {
  const folder = await dataFolder()
  const ports = { https: await freePort(), http: await freePort(), service: await freePort() }
  const base = `https://localhost:${ports.https}`
  const proxyFolder = join(folder, 'proxy')
  mkdirSync(proxyFolder)
  const [words, environment] = proxy.prepare(proxyFolder, ports)
  const child: ChildProcess = spawn(proxy.program, words, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  const served = await serveFor({
    GATEHOUSE_DATA: join(folder, 'data'),
    GATEHOUSE_TOKEN: token,
    GATEHOUSE_PUBLIC_URL: base,
    GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1,::1',
    LOG_LEVEL: 'info',
    PORT: String(ports.service),
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${proxy.program} ended with status ${child.exitCode}`)
    const answer = await send(base, '/readyz').catch(() => undefined)
    if (answer?.status === 200) return { base, served }
    await delay(50)
  }
}

/** A report in SARIF of about this many bytes. */
function sarif(bytes: number): string {
  const text = 'x'.repeat(900)
  const results = Array.from({ length: Math.ceil(bytes / 1000) }, (_, at) => ({
    ruleId: 'rule',
    message: { text: `${at} ${text}` },
    locations: [
      { physicalLocation: { artifactLocation: { uri: `file-${at}.ts` }, region: { startLine: 1 } } },
    ],
  }))
  return JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Tool' } }, results }] })
}

const scans = '/api/v1/deployments/main/scans?project=acme/shop'

describe.each(proxies)('behind $program', (proxy) => {
  const test = it.runIf(isInstalled(proxy.program, proxy.versionFlag) && isInstalled('openssl', 'version'))

  test('a person signs in over HTTPS, with a cookie that only HTTPS sends', async () => {
    const { base, served } = await startBehind(proxy)
    expect(served.lines[0]).toBe(`Gatehouse is ready at ${base}`)
    const link = new URL(/https:\S+/.exec(served.lines[1] ?? '')?.[0] ?? '')
    expect(link.origin).toBe(base)
    const answer = await send(base, '/api/v1/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify({ code: link.hash.replace('#code=', '') }),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Secure/)
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=/)
  })

  test('events arrive as they happen, and uploads of any length reach the service', async () => {
    const { base } = await startBehind(proxy)
    const { status, stream } = await send(base, '/api/v1/deployments/main/events')
    expect(status).toBe(200)
    const events = stream.setEncoding('utf8')[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatch(/^retry: 2000/)

    const small = await send(base, scans, { method: 'POST', body: sarif(1000) })
    expect(small.status).toBe(201)
    let received = ''
    while (!received.includes('scan.completed')) received += String((await events.next()).value)

    const large = await send(base, scans, { method: 'POST', body: sarif(30 * megabyte) })
    expect(large.status).toBe(202)
    const tooLarge = await send(base, scans, { method: 'POST', body: ' '.repeat(60 * megabyte) })
    expect(tooLarge.status).toBe(413)
    expect(JSON.parse(await textOf(tooLarge.stream))).toMatchObject({
      detail: expect.stringMatching(/^The file is larger than 50 MB/),
    })
    const unknown = await send(base, scans, { method: 'POST', headers: {}, body: sarif(10 * megabyte) })
    expect(unknown.status).toBe(401)
    stream.destroy()
  })

  test('a long address passes, and no user can choose the address of the log', async () => {
    const { base, served } = await startBehind(proxy)
    const answer = await send(
      base,
      `/api/v1/deployments/main/findings?issue_type=sast&q=${'x'.repeat(900)}&rules=${'r'.repeat(12_000)}`,
    )
    expect([200, 400]).toContain(answer.status)
    expect(answer.headers['x-gatehouse']).toBe('1')
    const headers = { ...bearer, 'x-forwarded-for': '192.0.2.1' }
    expect((await send(base, '/api/v1/me', { headers })).status).toBe(200)
    await expect.poll(served.log).toMatch(/"url":"\/api\/v1\/me","ip":"(::ffff:)?127\.0\.0\.1"/)
    expect(served.log()).not.toContain('192.0.2.1')
  })
})
