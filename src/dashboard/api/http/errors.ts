import type * as z from 'zod/mini'
import type { ParameterFault } from '#contract/parameters/query.ts'
import type { conflict } from '#contract/responses/triage.ts'

/** The kind of a failed call, by what it means for the person. */
export type ErrorKind =
  /** No response: no network, or the service is down. */
  | 'offline'
  /** The session has expired, or the token is not accepted. */
  | 'expired'
  | 'forbidden'
  | 'missing'
  /** Somebody else changed it meanwhile. */
  | 'conflict'
  /** The request is invalid; retrying does not help. */
  | 'refused'
  /** This service lacks the operation. */
  | 'unbuilt'
  | 'failed'

/** A finding that somebody triaged since the list was loaded. */
export type Conflict = z.infer<typeof conflict>

interface ErrorParts {
  kind: ErrorKind
  status: number
  title: string
  detail: string
  faults?: readonly ParameterFault[] | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
  members?: Readonly<Record<string, unknown>> | undefined
  cause?: unknown
}

/** A failed call as text for a person, with the data to find it in the service's log. */
export class ApiError extends Error {
  readonly kind: ErrorKind
  /** The HTTP status; 0 without a response. */
  readonly status: number
  /** A short sentence without a full stop: "This was decided by someone else". */
  readonly title: string
  /** What happened and what to do, in complete sentences. */
  readonly detail: string
  /** All errors of the input; `parameter` is a query parameter or a pointer into the body. */
  readonly faults: readonly ParameterFault[]
  readonly requestId: string | undefined
  /** The number of seconds after which to retry. */
  readonly retryAfter: number | undefined
  /** All members of the problem unchanged, for operations with members of their own. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(parts: ErrorParts) {
    super(`${parts.title}: ${parts.detail}`, { cause: parts.cause })
    this.name = 'ApiError'
    this.kind = parts.kind
    this.status = parts.status
    this.title = parts.title
    this.detail = parts.detail
    this.faults = parts.faults ?? []
    this.requestId = parts.requestId
    this.retryAfter = parts.retryAfter
    this.members = parts.members ?? {}
  }

  /** The findings that others triaged meanwhile, if that is why a triage was rejected. */
  get conflicts(): readonly Conflict[] {
    const conflicts = this.members['conflicts']
    if (!Array.isArray(conflicts)) return []
    // parse: the member of the triage operation's 409, checked for the one required field.
    return conflicts.filter((one) => typeof one?.id === 'number') as Conflict[]
  }
}

/**
 * Whether a response means that nobody is signed in: the one to an invalid credential, also once rate limiting turns it
 * into a 429. Only such an error has the header that describes how to sign in.
 */
export function isExpired({ status, headers }: Response): boolean {
  return status === 401 || (status === 429 && headers.has('www-authenticate'))
}

/** Returns the error kind of an unsuccessful response. */
export function kindOf(response: Response): Exclude<ErrorKind, 'offline'> {
  const { status } = response
  if (isExpired(response)) return 'expired'
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'missing'
  if (status === 409 || status === 412) return 'conflict'
  if (status === 405 || status === 501) return 'unbuilt'
  if (status === 429 || status >= 500) return 'failed'
  return 'refused'
}

/** Returns the error of a call without a response. */
export function networkError(cause: unknown): ApiError {
  return new ApiError({
    kind: 'offline',
    status: 0,
    title: 'The service is unreachable',
    detail: 'Check your connection and whether the service is running, then try again.',
    cause,
  })
}

/** Converts any thrown value to an ApiError: a response that is not JSON, a bug of our own, or anything else. */
export function explain(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({
    kind: 'failed',
    status: 0,
    title: 'Something went wrong',
    detail: 'The response of the service could not be read. Reload the page.',
    cause: error,
  })
}
