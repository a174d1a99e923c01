import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataFolder, type Served, serveFor } from '../command-line.ts'
import { startTestService } from '../service.ts'
import { asked, scanFile, token } from './promised.ts'
import { forced } from './times.ts'

const megabyte = 1024 * 1024

/** That an event comes; an error before it is no concern here. */
const of = (socket: Socket, event: string) =>
  new Promise<void>((resolve) => socket.once(event, () => resolve()))

/** A connection to a service, and what comes back on it until it ends. */
function connection(port: number) {
  const socket = connect(port, '127.0.0.1')
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

async function started() {
  const service = await startTestService()
  // Larger than what the system holds between the two ends.
  service.server.get('/large', async (_, reply) => reply.send(Buffer.alloc(100 * megabyte)))
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const address = service.server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  const { port } = address
  const head = (path: string, ...more: string[]) =>
    [
      `POST /api/v1/deployments/main/${path} HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${service.token}`,
      'Content-Type: application/json',
      ...more,
      '',
      '',
    ].join('\r\n')
  const open = () =>
    new Promise<number>((resolve) => service.server.server.getConnections((_, count) => resolve(count)))
  /** No connection is left open, and the next caller is served. */
  const demandSane = async () => {
    await expect.poll(open).toBe(0)
    expect(
      (await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })).status,
    ).toBe(200)
    await expect.poll(open).toBe(0)
  }
  return { ...service, port, head, demandSane }
}

describe('floods', () => {
  it('of headers, few and large or many and small, are refused and cut off', async () => {
    const { port, demandSane } = await started()
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
    await demandSane()
  })

  it('of bodies are refused by what they announce, and cut off where they announce nothing', async () => {
    const { port, head, demandSane } = await started()
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
    await demandSane()
  })

  it('of nothing at all, in headers and bodies that never come to their end, are cut off', async () => {
    const { port, head, server, demandSane } = await started()
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
    for (const text of await Promise.all(waiting)) expect(text).toMatch(/^HTTP\/1\.1 408 .*"Too slow"/s)
    // Whoever asks next is no slower than usual, on a slow machine either.
    server.server.headersTimeout = 30_000
    server.server.requestTimeout = 300_000
    await demandSane()
  })

  it('of answers that nobody takes end with their connections', async () => {
    const { port, server, demandSane } = await started()
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
    await demandSane()
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
    for (let at = 0; at < 10; at++) await asked(served, 'POST', `scans?project=acme/p${at}`, scanFile)
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
      await asked(served, 'POST', 'triage', JSON.stringify(body))
      expect(await asked(served, 'GET', 'findings/facets')).toMatchObject({ total: 3000 })
    }
    expect(memoryOf(served) - before).toBeLessThan(250)
    for (const reader of readers) reader.destroy()
    expect(await served.stop()).toBe(0)
  })
})
