import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import type { Config } from '#server/base/config/config.ts'
import { publishDatabaseError } from '#server/base/telemetry/events.ts'
import { addressList } from './address-list.ts'
import { HttpError, sendProblem, toHttpError } from './errors.ts'
import { ConnectionLimit, rejectConnection } from './limit-connections.ts'
import { type ServerLimits, serverLimits } from './limits.ts'
import { projectNameAsOnePart } from './project-path.ts'
import { admissionOf } from './request/authorize-request.ts'
import { addBodyParsers } from './request/body.ts'

// The strict policy of the dashboard forbids eval, so the service avoids it too. Faults are in English.
z.config({ jitless: true, ...en() })

const maxUrlLength = 16_000

const noSchemas = () => () => {
  throw new Error('no route has a schema of the framework')
}

interface UnreadableRequest {
  status: number
  /** The reason phrase of HTTP. */
  line: string
  detail: string
}
/** Requests that are rejected before they are read, by the error code of Node's parser. */
const unreadableRequests: Record<string, UnreadableRequest> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    line: 'Request Header Fields Too Large',
    detail: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    line: 'Request Timeout',
    detail: 'The request did not arrive in time.',
  },
}
const unreadable: UnreadableRequest = {
  status: 400,
  line: 'Bad Request',
  detail: 'The request is not valid HTTP.',
}

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    // Computed widths and positions are set as style attributes through the DOM, which this allows.
    styleSrcAttr: ["'unsafe-inline'"],
  },
}

type ServerConfig = Pick<Config, 'publicUrl' | 'trustedProxies' | 'connectionsOfAddress'>

/** Creates the server with the common behavior of all responses, before any route. */
export async function createServer(
  logger: FastifyBaseLogger,
  { publicUrl, trustedProxies, connectionsOfAddress }: ServerConfig,
  limits: Partial<ServerLimits> = {},
): Promise<FastifyInstance> {
  const bounds = { ...serverLimits, ...limits }
  const app = Fastify({
    loggerInstance: logger,
    // One line for each finished request is enough; the line at its start contains nothing more.
    logController: new LogController({ disableRequestLogging: true }),
    // The address of a request is that of the last hop that is no proxy of ours.
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: Number.MAX_SAFE_INTEGER,
    forceCloseConnections: 'idle',
    // While stopping, the service rejects new requests itself, with its usual error format.
    return503OnClosing: false,
    requestTimeout: 300_000,
    // Disconnects a client that reads nothing for this long and so occupies memory. Event streams send heartbeats.
    connectionTimeout: 120_000,
    // The contract validates requests and describes responses, so the framework's schema code is not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: (request) => projectNameAsOnePart(request.url ?? '/', request.method),
    routerOptions: { maxParamLength: maxUrlLength, ignoreTrailingSlash: false, caseSensitive: true },
    http: { maxHeaderSize: 65_536, headersTimeout: 30_000, connectionsCheckingInterval: 2_000 },
    frameworkErrors: (error, request, reply) => {
      // No hook has run for this request, so the common headers are set here.
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
      sendProblem(request, reply, toHttpError(error))
    },
    clientErrorHandler: (error, socket) => {
      const { status, line, detail } = unreadableRequests[error.code ?? ''] ?? unreadable
      rejectConnection(socket, line, new HttpError(status, detail))
    },
  })
  await app.register(helmet, {
    contentSecurityPolicy,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: publicUrl?.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
  })
  await app.register(cookie)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  const { connections } = bounds
  addHooks(
    app,
    new ConnectionLimit(app.server, { connections, connectionsOfAddress }, addressList(trustedProxies)),
  )
  addBodyParsers(app, bounds)
  app.setErrorHandler(answerError)
  return app
}

/** What holds for every request and response. */
function addHooks(app: FastifyInstance, limit: ConnectionLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    // Lets clients that also use other services recognize Gatehouse, and so the format of the response.
    reply.headers({ 'x-request-id': request.id, 'x-gatehouse': '1', vary: 'accept-encoding' })
    if ((request.raw.url?.length ?? 0) > maxUrlLength) throw new HttpError(414, 'The URL is too long.')
    limit.countClient(request.ip, request.raw, reply.raw)
  })
  app.addHook('preParsing', async (request) => {
    if (admissionOf(request)?.principal.scopes.length) limit.authenticated(request.ip)
  })
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ req: request, res: reply, ms }, 'answered')
  })
}

/** What failed, in one line. */
const causeOf = (error: unknown) =>
  error instanceof HttpError || !(error instanceof Error) ? undefined : error.message.slice(0, 300)

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const httpError = toHttpError(error)
  if (httpError.status === 503) publishDatabaseError(error)
  // A stack trace is for a fault of ours; a full disk or a provider that does not answer is said in a sentence.
  if (httpError.status === 500) request.log.error({ err: error }, 'request failed')
  else if (httpError.status > 501) request.log.error({ cause: causeOf(error) }, httpError.message)
  return sendProblem(request, reply, httpError)
}
