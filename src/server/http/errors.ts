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
 * An error that is thrown anywhere below a route and sent as problem+json (RFC 9457).
 * Source: docs/api.md#errors.
 */
export class HttpError extends Error {
  readonly status: number
  readonly errors: readonly Fault[]
  readonly headers: Record<string, string>
  readonly members: Record<string, unknown>

  /** `members` are added to the standard members of the response, such as `conflicts` or `current`. */
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

/** 404 for a resource that does not exist, or that is not visible to the token. */
export function notFound(subject: string): HttpError {
  return new HttpError(404, `This ${subject} does not exist.`)
}

/** 422 for values that are valid individually but not in combination. */
export function unprocessable(errors: readonly Fault[]): HttpError {
  return new HttpError(
    422,
    describeFaults(errors)
      .map((fault) => fault.detail)
      .join(' '),
    { errors },
  )
}

/** 429 for a person's daily quota; `detail` says what was exceeded, without a final period. */
export function dailyQuotaExceeded(detail: string): HttpError {
  return new HttpError(429, `${detail}, which is the limit. Nothing was changed. Try again later.`, {
    headers: { 'retry-after': '3600' },
  })
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** Sends an error as problem+json; `instance` is the request id. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, httpError: HttpError) {
  return reply
    .code(httpError.status)
    .headers({ 'cache-control': 'no-store', ...httpError.headers })
    .type('application/problem+json')
    .send(JSON.stringify(problemBody(httpError, request.id)))
}

/** The members of a problem, in reading order; `describeFaults` limits the number of faults. */
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

/** Converts any thrown value to an HttpError; unexpected errors become a 500 without details. */
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

/** The message for each database failure, with a remedy. */
const databaseFailures: Record<DatabaseFailure, string> = {
  busy: 'Another program is using the database. Try again.',
  read_only: 'The database is read-only. Give the service write permission for its folder.',
  disk_failed: 'The disk of the database failed. Check the disk, then try again.',
  damaged: 'The database is damaged. Stop the service and restore the database from a backup.',
  disk_full: 'The disk of the database is full. Free up space, then try again.',
  cannot_open: 'The database cannot be opened. Check its folder.',
  unreachable: 'The database cannot be reached. Check its server, then try again.',
}

function fromDatabaseError(failure: DatabaseFailure): HttpError {
  // A damaged database must be repaired by a person, so repeating the request does not help.
  const headers = failure === 'damaged' ? undefined : { 'retry-after': '5' }
  // A connection that breaks during a commit leaves open whether it took place.
  const outcome =
    failure === 'unreachable'
      ? 'If the request was a change, check whether it was made before you repeat it.'
      : 'Nothing was changed.'
  return new HttpError(503, `${databaseFailures[failure]} ${outcome}`, headers ? { headers } : {})
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
