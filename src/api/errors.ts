import type * as z from 'zod/mini'
import type { conflict } from '#contract/answers/findings.ts'
import type { ParameterFault } from '#contract/query.ts'

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
    const found = this.members['conflicts']
    // parse: the member of the triage operation's 409, checked for the one field that nothing works without
    return Array.isArray(found) ? (found.filter((one) => typeof one?.id === 'number') as Conflict[]) : []
  }
}

const words: Record<ErrorKind, { title: string; detail: string }> = {
  offline: {
    title: 'The service cannot be reached',
    detail: 'Check the connection, or whether the service is running, and try again.',
  },
  expired: { title: 'Your session has ended', detail: 'Sign in again to go on where you were.' },
  forbidden: {
    title: 'You may not do this',
    detail: 'Ask an administrator of this deployment for the right to.',
  },
  missing: { title: 'This does not exist', detail: 'It may have been removed, or the address is wrong.' },
  conflict: {
    title: 'Someone else changed this meanwhile',
    detail: 'Look at the present state and decide again.',
  },
  refused: {
    title: 'This cannot be done as asked',
    detail: 'The service did not accept the request.',
  },
  unbuilt: { title: 'This service cannot do that', detail: 'It does not have this operation.' },
  failed: {
    title: 'The service could not answer',
    detail: 'Nothing is wrong on your side. Try again; if it stays, report the request id.',
  },
}

function kindOf(status: number): ErrorKind {
  if (status === 401) return 'expired'
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'missing'
  if (status === 409 || status === 412) return 'conflict'
  if (status === 405 || status === 501) return 'unbuilt'
  if (status === 429 || status >= 500) return 'failed'
  return 'refused'
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function faultsOf(errors: unknown): ParameterFault[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((fault: unknown) => {
    if (typeof fault !== 'object' || fault === null) return []
    const { parameter, pointer, detail } = fault as Record<string, unknown> // parse: an element of a problem's errors
    const said = textOf(detail)
    return said ? [{ parameter: textOf(parameter) ?? textOf(pointer) ?? '', detail: said }] : []
  })
}

/** Faults as one sentence: `page_size "99" is not a whole number from 100 to 3000; …` */
function sentence(faults: readonly ParameterFault[]): string {
  return faults.map(({ parameter, detail }) => `${parameter} ${detail}`.trim()).join('; ')
}

const busy: Record<number, string> = {
  429: 'Too many requests',
  503: 'The service is busy or starting',
}

/**
 * Turns an answer that is not a success into words. `body` is the parsed problem, or anything else.
 * Source: API decisions, "Rules for all operations"; RFC 9457.
 */
export function errorOfAnswer(response: Response, body: unknown): ApiError {
  const { status } = response
  const kind = kindOf(status)
  // parse: a problem body; a body that is none has no members
  const members = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const faults = faultsOf(members['errors'])
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const told = textOf(members['detail'])
  // A 500 says nothing but its request id, and a 401 speaks to programs that send a header.
  const detail = status === 500 || status === 401 ? undefined : told
  return new ApiError({
    kind,
    status,
    title: busy[status] ?? words[kind].title,
    detail: detail || sentence(faults) || words[kind].detail,
    faults,
    requestId: textOf(members['instance']) ?? textOf(response.headers.get('x-request-id')),
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    members,
  })
}

/** The error of a call that nothing answered. */
export function unreachable(cause: unknown): ApiError {
  return new ApiError({ kind: 'offline', status: 0, ...words.offline, cause })
}

/** The error of an answer that is no JSON, or of a fault of our own, or whatever else was thrown. */
export function explain(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({
    kind: 'failed',
    status: 0,
    title: 'This could not be shown',
    detail: 'The dashboard could not read what the service answered.',
    cause: error,
  })
}
