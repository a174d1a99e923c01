import type * as z from 'zod/mini'
import type { ParameterFault } from '#contract/parameters/query.ts'
import type { conflict } from '#contract/responses/triage.ts'

/** What a failed call means for the person in front of it. */
export type ErrorKind =
  /** Nothing answered: no network, or the service is down. */
  | 'offline'
  /** The session is over, or the token is not accepted. */
  | 'expired'
  | 'forbidden'
  | 'missing'
  /** Somebody else changed it meanwhile. */
  | 'conflict'
  /** What was asked for cannot be; asking again will not help. */
  | 'refused'
  /** This service lacks the operation. */
  | 'unbuilt'
  | 'failed'

/** A finding that somebody decided since the list was answered. */
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

/** A failed call in words for a person, with what is needed to find it in the service's log. */
export class ApiError extends Error {
  readonly kind: ErrorKind
  /** The HTTP status; 0 where nothing answered. */
  readonly status: number
  /** A short sentence without a full stop: "This was decided by someone else". */
  readonly title: string
  /** What happened and what to do, in whole sentences. */
  readonly detail: string
  /** Every fault of the input; `parameter` names a query parameter or points into the body. */
  readonly faults: readonly ParameterFault[]
  readonly requestId: string | undefined
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined
  /** All members of the problem as they came, for an operation with members of its own. */
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

  /** The findings that others decided meanwhile, where that is what stands against a decision. */
  get conflicts(): readonly Conflict[] {
    const conflicts = this.members['conflicts']
    if (!Array.isArray(conflicts)) return []
    // parse: the member of the triage operation's 409, checked for the one field that nothing works without
    return conflicts.filter((one) => typeof one?.id === 'number') as Conflict[]
  }
}

/**
 * Whether an answer says that nobody is signed in: the one to a wrong credential, also once there were so many from
 * this address that they are 429. Only such a refusal names how to sign in.
 */
export function isExpired({ status, headers }: Response): boolean {
  return status === 401 || (status === 429 && headers.has('www-authenticate'))
}

/** What an answer means, where it is no success. */
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

/** The error of a call that nothing answered. */
export function networkError(cause: unknown): ApiError {
  return new ApiError({
    kind: 'offline',
    status: 0,
    title: 'The service is unreachable',
    detail: 'Check your connection and whether the service is running, then try again.',
    cause,
  })
}

/** The error of an answer that is no JSON, or of a fault of our own, or whatever else was thrown. */
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
