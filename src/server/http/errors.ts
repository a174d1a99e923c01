import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DatabaseFailure } from '#server/db/database.ts'
import { failureOf } from '#server/db/engine.ts'
import { boundedMessage, describeFaults, type Fault } from './faults.ts'

export type { Fault }

const errorTitles: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Content too large',
  414: 'URI too long',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Request header fields too large',
  500: 'Internal server error',
  501: 'Not implemented',
  503: 'Service unavailable',
}

/**
 * A request that is refused. Thrown anywhere below a route, it is answered as problem+json (RFC 9457).
 * Source: docs/api.md#errors.
 */
export class HttpError extends Error {
  readonly status: number
  readonly errors: readonly Fault[]
  readonly headers: Record<string, string>
  readonly members: Record<string, unknown>

  /** `members` stand in the answer beside the usual ones, such as `conflicts` or `current`. */
  constructor(
    status: number,
    detail: string,
    more: {
      errors?: readonly Fault[]
      headers?: Record<string, string>
      members?: Record<string, unknown>
    } = {},
  ) {
    super(detail)
    this.status = status
    this.errors = more.errors ?? []
    this.headers = more.headers ?? {}
    this.members = more.members ?? {}
  }
}

/** 400 with every fault at once. */
export function badRequest(errors: readonly Fault[]): HttpError {
  const [first, ...others] = describeFaults(errors)
  const text =
    first && others.length === 0
      ? sentence(`${first.parameter || first.pointer || 'The body'} ${first.detail}`)
      : `${errors.length.toLocaleString('en-US')} values are invalid.`
  return new HttpError(400, text, { errors })
}

/** 404 for a thing that is not there, or that the token may not see. */
export function notFound(subject: string): HttpError {
  return new HttpError(404, `This ${subject} does not exist.`)
}

/** 422 for values that are right alone and impossible together. */
export function unprocessable(errors: readonly Fault[]): HttpError {
  return new HttpError(
    422,
    describeFaults(errors)
      .map((fault) => fault.detail)
      .join(' '),
    { errors },
  )
}

/** 429 for what a person may do a bounded number of times a day; `detail` says what it was too much of, without its end. */
export function dailyQuotaExceeded(detail: string): HttpError {
  return new HttpError(429, `${detail}, which is the limit. Nothing was changed. Try again later.`, {
    headers: { 'retry-after': '3600' },
  })
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** Sends a refusal as problem+json; `instance` is the request id. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, httpError: HttpError) {
  return reply
    .code(httpError.status)
    .headers({ 'cache-control': 'no-store', ...httpError.headers })
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(httpError, request.id)))
}

/** The members of a problem, in the order in which people read them; see `describeFaults` for how many faults it lists. */
export function problemBody(httpError: HttpError, requestId: string) {
  return {
    type: 'about:blank',
    title: errorTitles[httpError.status] ?? 'Error',
    status: httpError.status,
    detail: boundedMessage(httpError.message),
    instance: requestId,
    ...(httpError.errors.length > 0 ? { errors: describeFaults(httpError.errors) } : {}),
    ...httpError.members,
  }
}

/** Turns whatever was thrown into a refusal; what nobody foresaw becomes a 500 that tells nothing. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (!(error instanceof Error)) return logUnexpected()
  const failure = failureOf(error)
  if (failure) return fromDatabaseError(failure)
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) {
    return fromFrameworkError(error.statusCode, 'code' in error ? String(error.code) : '')
  }
  return logUnexpected()
}

const logUnexpected = () =>
  new HttpError(
    500,
    'The service encountered an unexpected error. Include the request id when you report it.',
  )

/** What happened to the database, and what to do about it. */
const databaseFailures: Record<DatabaseFailure, string> = {
  busy: 'Another program is using the database. Try again.',
  read_only: 'The database is read-only. Give the service write permission for its folder.',
  disk_failed: 'The disk of the database failed. Check the disk, then try again.',
  damaged: 'The database is damaged. Stop the service and restore the database from a backup.',
  disk_full: 'The disk of the database is full. Free up space, then try again.',
  cannot_open: 'The database cannot be opened. Check its folder.',
}

function fromDatabaseError(failure: DatabaseFailure): HttpError {
  // What a person has to mend is not mended by asking again.
  const headers = failure === 'damaged' ? undefined : { 'retry-after': '5' }
  return new HttpError(503, `${databaseFailures[failure]} Nothing was changed.`, headers ? { headers } : {})
}

function fromFrameworkError(status: number, code: string): HttpError {
  if (code === 'FST_CP_ERR_INVALID_CONTENT')
    return new HttpError(400, 'The body is not compressed as its headers state, or is incomplete.')
  if (code === 'FST_CP_ERR_INVALID_CONTENT_ENCODING') {
    return new HttpError(415, 'This Content-Encoding is not supported. Use gzip.', {
      headers: { 'accept-encoding': 'gzip' },
    })
  }
  if (status === 413) return new HttpError(413, 'The body is too large.')
  if (status === 414) return new HttpError(414, 'The URL is too long.')
  if (status === 415) return new HttpError(415, 'The body must be JSON (Content-Type: application/json).')
  if (code === 'FST_ERR_BAD_URL') return new HttpError(400, 'The URL is invalid.')
  return new HttpError(status, errorTitles[status] ?? 'The request is invalid.')
}
