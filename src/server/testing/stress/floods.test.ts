import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Config } from '#server/base/config/config.ts'
import { type ServerLimits, serverLimits } from '../../http/limits.ts'
import { dataFolder, type Served, serveFor } from '../command-line.ts'
import { startTestService } from '../service.ts'
import { requestJson, scanFile, token } from './promises.ts'
import { forced } from './repetitions.ts'

const megabyte = 1024 * 1024

/** That an event comes; an error before it is no concern here. */
const of = (socket: Socket, event: string) =>
  new Promise<void>((resolve) => socket.once(event, () => resolve()))

/** A connection to a service, and what comes back on it until it ends. */
function connection(port: number, from = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (part) => {
    text += part
  })
  // Whoever floods is cut off, which is an error to the one who still sends.
  socket.on('error', () => undefined)
  const closed = of(socket, 'close')
  return { socket, closed, ended: () => closed.then(() => text) }
}

/** Sends the same piece again and again until nobody takes it any more; how many bytes that were. */
async function flood(
  { socket, closed }: { socket: Socket; closed: Promise<void> },
  piece: Buffer,
): Promise<number> {
  let sent = 0
  while (!socket.destroyed && socket.writable && sent < 500 * megabyte) {
    sent += piece.length
    if (!socket.write(piece)) await Promise.race([of(socket, 'drain'), closed])
  }
  return sent
}

async function started(limits: Partial<ServerLimits> = {}, config: Partial<Config> = {}) {
  const service = await startTestService({ limits, config })
  // Larger than what the system holds between the two ends.
  service.server.get('/large', async (_, reply) => reply.send(Buffer.alloc(100 * megabyte)))
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const address = service.server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  const { port } = address
  const headOf = (token: string | null, path: string, ...more: string[]) =>
    [
      `POST /api/v1/deployments/main/${path} HTTP/1.1`,
      'Host: a',
      ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
      'Content-Type: application/json',
      ...more,
      '',
      '',
    ].join('\r\n')
  const head = (path: string, ...more: string[]) => headOf(service.token, path, ...more)
  const open = () =>
    new Promise<number>((resolve) => service.server.server.getConnections((_, count) => resolve(count)))
  /** No connection is left open, and the next caller is served. */
  const assertSane = async () => {
    await expect.poll(open).toBe(0)
    expect(
      (await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })).status,
    ).toBe(200)
    await expect.poll(open).toBe(0)
  }
  /** Opens connections, each with a request of nobody whose body does not come. */
  const busy = async (count: number, ...more: string[]) => {
    const heard = Promise.withResolvers<void>()
    let left = count
    service.server.server.on('request', () => {
      left--
      if (left === 0) heard.resolve()
    })
    const opened = Array.from({ length: count }, () => connection(port))
    const signIn = [
      'POST /api/v1/session HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 10',
    ]
    for (const { socket } of opened) socket.write([...signIn, ...more, '', ''].join('\r\n'))
    await heard.promise
    return opened
  }
  return { ...service, port, head, headOf, busy, demandSane: assertSane }
}

describe('floods', () => {
  it('of headers, few and large or many and small, are refused and cut off', async () => {
    const { port, demandSane: assertSane } = await started()
    for (let turn = 0; turn < forced(2); turn++) {
      const one = connection(port)
      one.socket.write('GET /api/v1/ping HTTP/1.1\r\nHost: a\r\n')
      await flood(
        one,
        Buffer.from(turn % 2 === 0 ? `X-${turn}: ${'x'.repeat(60_000)}\r\n` : 'a: b\r\n'.repeat(5_000)),
      )
      expect(await one.ended()).toMatch(/^(HTTP\/1\.1 431 .*application\/problem\+json.*)?$/s)
    }
    const { socket, ended } = connection(port)
    socket.end(`GET /api/v1/ping HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(15_000)}\r\n`)
    expect(await ended()).toMatch(/^HTTP\/1\.1 431 /)
    await assertSane()
  })

  it('of bodies are refused by what they announce, and cut off where they announce nothing', async () => {
    const { port, head, demandSane: assertSane } = await started()
    for (const path of ['triage', 'scans?project=a/b']) {
      const large = path === 'triage' ? 2 * megabyte : 60 * megabyte
      const announced = connection(port)
      announced.socket.write(head(path, `Content-Length: ${large}`))
      expect(await announced.ended()).toMatch(/^HTTP\/1\.1 413 .*application\/problem\+json/s)
      const chunked = connection(port)
      chunked.socket.write(head(path, 'Transfer-Encoding: chunked'))
      const piece = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`)
      const sent = await flood(chunked, piece)
      // What is on its way between the two ends comes on top.
      expect(sent).toBeLessThan(large + 30 * megabyte)
      expect(await chunked.ended()).toMatch(/^(HTTP\/1\.1 413 .*)?$/s)
    }
    await assertSane()
  })

  it('of nothing at all, in headers and bodies that never come to their end, are cut off', async () => {
    const { port, head, server, demandSane: assertSane } = await started()
    server.server.headersTimeout = 100
    server.server.requestTimeout = 100
    const slow = [
      'GET /api/v1/ping HTTP/1.1\r\nHost:',
      `${head('triage', 'Content-Length: 100')}{"issue`,
      `${head('scans?project=a/b', 'Content-Length: 100')}{"results`,
      `${head('triage', 'Transfer-Encoding: chunked')}5\r\n{"iss`,
    ]
    const waiting = slow.map((text) => {
      const one = connection(port)
      one.socket.write(text)
      return one.ended()
    })
    for (const text of await Promise.all(waiting))
      expect(text).toMatch(/^HTTP\/1\.1 408 .*"Request timeout"/s)
    // Whoever asks next is no slower than usual, on a slow machine either.
    server.server.headersTimeout = 30_000
    server.server.requestTimeout = 300_000
    await assertSane()
  })

  it('of bodies from nobody, or from who may not, are refused before they are read', async () => {
    const { port, headOf, mint, demandSane: assertSane } = await started({ timeToEnd: 200 })
    const viewer = await mint({ role: 'viewer' })
    const cases = [
      [null, 'triage', 401],
      ['wrong', 'triage', '(401|429)'],
      [viewer, 'triage', 403],
      [null, 'scans?project=a/b', 401],
      [viewer, 'scans?project=a/b', 403],
    ] as const
    for (const [token, path, status] of cases) {
      // No more at once than one address may have, beyond which a connection is closed unheard.
      for (let turn = 0; turn < forced(1); turn++) {
        const some = Array.from({ length: 40 }, () => {
          const one = connection(port)
          // Of a body that never comes to its end.
          one.socket.write(headOf(token, path, `Content-Length: ${megabyte}`))
          one.socket.write(Buffer.alloc(64 * 1024, ' '))
          return one.ended()
        })
        for (const text of await Promise.all(some))
          expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*application/problem\\+json`, 's'))
      }
    }
    await assertSane()
  })

  it('of bodies that nobody has to be known for are short', async () => {
    const { port, demandSane: assertSane } = await started()
    const cases = [
      ['POST /api/v1/session', 413],
      ['POST /api/v1/nothing/there', 404],
      ['PUT /api/v1/ping', 405],
    ] as const
    for (const [address, status] of cases) {
      const one = connection(port)
      const length = `Content-Length: ${megabyte}`
      one.socket.write(
        `${address} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
      )
      const head = await new Promise<string>((resolve) =>
        one.socket.once('data', (part) => resolve(`${part}`)),
      )
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      one.socket.destroy()
    }
    await assertSane()
  })

  it('of JSON that does not come to its end in time are refused', async () => {
    const { port, head, demandSane: assertSane } = await started({ jsonTime: 100 })
    for (const length of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
      const one = connection(port)
      one.socket.write(`${head('triage', length)}5\r\n{"iss`)
      expect(await one.ended()).toMatch(/^HTTP\/1\.1 408 .*"Request timeout"/s)
    }
    expect(serverLimits.jsonTime).toBe(30_000)
    await assertSane()
  })

  it('of JSON from many at once are refused beyond what may be under way, of one caller sooner than of all', async () => {
    const limits = { bytesInFlight: 4 * megabyte, bytesOfCaller: 2 * megabyte }
    const { port, headOf, mint, demandSane: assertSane } = await started(limits)
    const tokens = await Promise.all(Array.from({ length: 4 }, () => mint({ role: 'admin' })))
    const answers: string[] = []
    const sent = (token: string) => {
      const { socket } = connection(port)
      socket.once('data', (part) => answers.push(String(part)))
      socket.write(headOf(token, 'triage', `Content-Length: ${megabyte}`))
      socket.write(Buffer.alloc(megabyte - 1, ' '))
      return socket
    }
    const [first = '', ...others] = tokens
    const sockets = [first, first, first].map(sent)
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    sockets.push(...[...others, ...others, ...others].map(sent))
    await expect.poll(() => answers.length).toBeGreaterThanOrEqual(8)
    for (const text of answers) expect(text).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d+/is)
    for (const socket of sockets) socket.destroy()
    await assertSane()
    const free = await fetch(`http://127.0.0.1:${port}/api/v1/deployments/main/triage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first}`, 'content-type': 'application/json', connection: 'close' },
      body: ' '.repeat(megabyte - 1),
    })
    expect(free.status).toBe(400)
    await assertSane()
  })

  it('of silent connections keep nobody out: those that wait longest are closed', async () => {
    const { port, demandSane: assertSane } = await started({ connections: 50 })
    const silent = Array.from({ length: forced(60) }, () => connection(port))
    await Promise.all(silent.map(({ socket }) => Promise.race([of(socket, 'connect'), of(socket, 'close')])))
    // One that begins a head and never ends it is silent, too.
    for (const { socket } of silent) if (!socket.destroyed) socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
    for (let turn = 0; turn < 5; turn++) {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })
      expect(answer.status).toBe(200)
    }
    await silent[0]?.closed
    for (const { socket } of silent) socket.destroy()
    await assertSane()
  })

  it('of requests in progress are refused beyond the connections that may be open', async () => {
    const {
      port,
      demandSane: assertSane,
      busy,
    } = await started({ connections: 20 }, { connectionsOfAddress: 100 })
    // A tenth is kept for addresses where somebody has authenticated.
    const strangers = await busy(18)
    for (let turn = 0; turn < forced(5); turn++)
      expect(await connection(port).ended()).toMatch(
        /^HTTP\/1\.1 503 .*application\/problem\+json.*retry-after: \d+.*20 connections/is,
      )
    for (const { socket } of strangers) socket.destroy()
    await assertSane()
  })

  it('of connections of one address are refused beyond its own', async () => {
    const { port, demandSane: assertSane, busy } = await started({}, { connectionsOfAddress: 5 })
    const open = await busy(5)
    expect(await connection(port).ended()).toMatch(/^HTTP\/1\.1 503 .*Your address has 5 connections/is)
    const other = connection(port, '127.0.0.2')
    other.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(await other.ended()).toMatch(/^HTTP\/1\.1 200 /)
    for (const { socket } of open) socket.destroy()
    await assertSane()
  })

  it('of strangers leave room for addresses where somebody has authenticated', async () => {
    const {
      port,
      token,
      demandSane: assertSane,
      busy,
    } = await started({ connections: 20 }, { connectionsOfAddress: 100 })
    const me = (from: string) => {
      const one = connection(port, from)
      one.socket.write(
        `GET /api/v1/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      )
      return one.ended()
    }
    expect(await me('127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /)
    const strangers = await busy(18)
    expect(await me('127.0.0.3')).toMatch(/^HTTP\/1\.1 503 /)
    expect(await me('127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /)
    for (const { socket } of strangers) socket.destroy()
    await assertSane()
  })

  it('of requests of one client are refused behind a proxy, and those of others are not', async () => {
    const {
      port,
      demandSane: assertSane,
      busy,
    } = await started({}, { connectionsOfAddress: 5, trustedProxies: ['127.0.0.1'] })
    const open = await busy(5, 'X-Forwarded-For: 192.0.2.1')
    const status = async (client: string) =>
      (
        await fetch(`http://127.0.0.1:${port}/healthz`, {
          headers: { connection: 'close', 'x-forwarded-for': client },
        })
      ).status
    expect(await status('192.0.2.1')).toBe(503)
    expect(await status('192.0.2.2')).toBe(200)
    for (const { socket } of open) socket.destroy()
    await expect.poll(() => status('192.0.2.1')).toBe(200)
    await assertSane()
  })

  it('of event streams are counted by their token alone', async () => {
    const { port, token, demandSane: assertSane } = await started({}, { connectionsOfAddress: 2 })
    const streams: ReturnType<typeof connection>[] = []
    while (streams.length < 4) {
      const stream = connection(port)
      const { socket } = stream
      streams.push(stream)
      socket.write(
        `GET /api/v1/deployments/main/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      )
      await of(socket, 'data')
    }
    for (const { socket } of streams) expect(socket.destroyed).toBe(false)
    for (const { socket } of streams) socket.destroy()
    await assertSane()
  })

  it('of answers that nobody takes end with their connections', async () => {
    const { port, server, demandSane: assertSane } = await started()
    expect(server.server.timeout).toBe(120_000)
    server.server.setTimeout(200)
    for (let turn = 0; turn < forced(1); turn++) {
      const accepted = new Promise<Socket>((resolve) => server.server.once('connection', resolve))
      const one = connection(port)
      one.socket.pause()
      one.socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
      await of(await accepted, 'close')
      one.socket.destroy()
    }
    server.server.setTimeout(120_000)
    await assertSane()
  })
})

/** Megabytes that a process has in memory. */
function memoryOf({ pid }: Served): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

describe.runIf(process.platform === 'linux')('memory', () => {
  it('stays within bounds under bombs, and beside readers who do not read', async () => {
    const folder = await dataFolder()
    const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
    for (let at = 0; at < 10; at++) await requestJson(served, 'POST', `scans?project=acme/p${at}`, scanFile)
    const before = memoryOf(served)
    const main = `${served.base}/api/v1/deployments/main`
    const headers = { authorization: `Bearer ${token}` }
    const bomb = gzipSync(Buffer.alloc(200 * megabyte, ' '))
    for (let turn = 0; turn < forced(2); turn++) {
      for (const more of [{}, { 'content-encoding': 'gzip' }] as Record<string, string>[]) {
        const sent = { method: 'POST', headers: { ...headers, ...more }, body: bomb }
        expect((await fetch(`${main}/scans?project=a/bomb`, sent)).status).toBe(413)
      }
    }
    const { port } = new URL(served.base)
    const silent = [
      'findings/export?format=json',
      'findings/export?format=csv',
      'events',
      'findings?page_size=3000',
    ]
    const readers = silent.flatMap((path) =>
      Array.from({ length: 4 }, () => {
        const socket = connect(Number(port), '127.0.0.1')
        onTestFinished(() => void socket.destroy())
        socket.on('error', () => undefined)
        socket.pause()
        socket.write(
          `GET /api/v1/deployments/main/${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`,
        )
        return socket
      }),
    )
    for (let turn = 0; turn < forced(5); turn++) {
      const body = { issue_type: 'sast', repos: ['acme/p1'], new_note: `note ${turn}` }
      await requestJson(served, 'POST', 'triage', JSON.stringify(body))
      expect(await requestJson(served, 'GET', 'findings/facets')).toMatchObject({ total: 3000 })
    }
    expect(memoryOf(served) - before).toBeLessThan(250)
    for (const reader of readers) reader.destroy()
    expect(await served.stop()).toBe(0)
  })
})
