import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { BucketConfig } from '#server/base/config/bucket.ts'
import { fault, Objects, type S3Answer } from './objects.ts'
import { signatureFault } from './signature.ts'

/** What happens to a request instead of its answer, or to its answer. */
export type Disturbance =
  /** Answers with an error. */
  | { status: number; code: string }
  /** Breaks the connection after some bytes of the answer; before it, if there are none. */
  | { breakAfter: number }
  /** Does what is asked, and breaks the connection. */
  | 'lose answer'
  /** Never answers. */
  | 'hang'

/** A server for tests that speaks the protocol of S3, checks signatures, and has one bucket. */
export interface S3Server {
  config: BucketConfig
  objects: Objects['objects']
  uploads: Objects['uploads']
  /** The keys of the files of exports. */
  files(): string[]
  /** When each object was written, milliseconds since 1970. */
  modified: Objects['modified']
  /** The requests so far, such as `PUT key?partNumber`. */
  requests: string[]
  /** Decides for each request what disturbs it, if anything. */
  disturb(choose: (request: string) => Disturbance | null): void
}

/** Starts a server on loopback, which ends with the test. */
export async function startS3(): Promise<S3Server> {
  const stored = new Objects()
  const requests: string[] = []
  let choose: (request: string) => Disturbance | null = () => null
  const config: BucketConfig = {
    bucket: 'files',
    prefix: 'gatehouse/',
    endpoint: '',
    region: 'eu-test-1',
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'secret/of+the=test',
    sessionToken: 'token/of+the=session',
    isPathStyle: true,
    timeout: 300_000,
  }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://server')
    const name = `${request.method} ${url.pathname.split('/').at(-1)}${[...url.searchParams.keys()].map((key) => `?${key}`).join('')}`
    requests.push(name)
    const disturbance = choose(name)
    if (disturbance === 'hang') return
    if (disturbance !== null && typeof disturbance === 'object' && 'status' in disturbance)
      return send(request, response, fault(disturbance.status, disturbance.code), null)
    const wrong = signatureFault(request, body, config)
    const answer = wrong ? fault(403, wrong) : answerTo(stored, config, { request, url, body })
    const breakAfter = disturbance === 'lose answer' ? 0 : (disturbance?.breakAfter ?? null)
    send(request, response, answer, breakAfter)
  })
  // A connection that it closed while a client sends on it would be a disturbance that nobody chose.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen')
  config.endpoint = `http://127.0.0.1:${address.port}`
  return {
    config,
    objects: stored.objects,
    uploads: stored.uploads,
    modified: stored.modified,
    files: () => [...stored.objects.keys()].filter((key) => /(^|\/)[\w-]{32}$/.test(key)),
    requests,
    disturb: (chosen) => {
      choose = chosen
    },
  }
}

/** The environment variables of a service that uses the bucket. */
export const bucketVariables = (config: BucketConfig): Record<string, string> => ({
  EXPORT_STORAGE: `s3://${config.bucket}/${config.prefix}`,
  AWS_ENDPOINT_URL: config.endpoint,
  AWS_REGION: config.region,
  AWS_ACCESS_KEY_ID: config.accessKeyId,
  AWS_SECRET_ACCESS_KEY: config.secretAccessKey,
  AWS_SESSION_TOKEN: config.sessionToken ?? '',
})

interface Asked {
  request: IncomingMessage
  url: URL
  body: Buffer
}

function answerTo(stored: Objects, { bucket }: BucketConfig, { request, url, body }: Asked): S3Answer {
  const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
  if (name !== bucket) return fault(404, 'NoSuchBucket')
  const [key, query] = [rest.join('/'), url.searchParams]
  const given = (parameter: string) => query.get(parameter) ?? ''
  const id = given('uploadId')
  switch (`${request.method} ${key === '' ? 'bucket' : 'object'}`) {
    case 'GET bucket':
      if (!query.has('uploads')) return stored.list(given('prefix'), given('continuation-token'))
      return stored.listUploads(given('prefix'), given('key-marker'), given('upload-id-marker'))
    case 'PUT object':
      return id
        ? stored.putPart(id, Number(given('partNumber')), body)
        : stored.put(key, body, request.headers['if-none-match'])
    case 'POST object':
      return query.has('uploads') ? stored.begin(key) : stored.complete(id, body.toString())
    case 'DELETE object':
      return id ? stored.abort(id) : stored.remove(key)
    case 'GET object':
    case 'HEAD object':
      return stored.get(key, request.headers.range, request.headers['if-match'])
    default:
      return fault(405, 'MethodNotAllowed')
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body = '' }: S3Answer,
  breakAfter: number | null,
) {
  const content = Buffer.from(body)
  if (breakAfter === 0) return void request.socket.destroy()
  response.writeHead(status, { ...headers, 'content-length': content.length })
  if (request.method === 'HEAD') return void response.end()
  if (breakAfter === null || breakAfter >= content.length) return void response.end(content)
  response.write(content.subarray(0, breakAfter), () => request.socket.destroy())
}
