// Serves the baseline page and the answers it is given, compressed as the service compresses them: Node's own modules alone.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** The least that the service compresses, in bytes, and how hard: answers while they are requested, files once. */
const threshold = 1024
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

interface BaselineServer {
  base: string
  stop(): Promise<void>
}

/** Serves a folder, and answers `/api/findings?page_size=…` from `answers` by their size. */
export async function serveBaseline(
  folder: string,
  answers: ReadonlyMap<string, string>,
): Promise<BaselineServer> {
  const packed = new Map<string, { body: Buffer; encoding: string | undefined }>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const api = pathname === '/api/findings'
    const file = /^\/assets\/[\w.-]+$/.test(pathname) ? pathname : '/index.html'
    const key = api ? `/${searchParams.get('page_size')}.json` : file
    const type = types[extname(key)] ?? 'application/octet-stream'
    const plain = api ? answers.get(searchParams.get('page_size') ?? '') : undefined
    const place = join(folder, file)
    if (plain === undefined && (api || !existsSync(place))) {
      response.writeHead(404).end()
      return
    }
    let answer = packed.get(key)
    if (!answer) {
      const whole = plain === undefined ? readFileSync(place) : Buffer.from(plain)
      const small = whole.length < threshold
      answer = {
        body: small ? whole : brotliCompressSync(whole, api ? quick : {}),
        encoding: small ? undefined : 'br',
      }
      packed.set(key, answer)
    }
    response.writeHead(200, {
      'content-type': type,
      'cache-control': file === '/index.html' ? 'no-store' : 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(answer.encoding ? { 'content-encoding': answer.encoding } : {}),
    })
    response.end(answer.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the baseline server has no address')
  return {
    base: `http://127.0.0.1:${address.port}`,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  }
}
