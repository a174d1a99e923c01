import type { ParameterFault } from '#contract/parameters/query.ts'
import { ApiError, type ErrorKind, kindOf } from './errors.ts'

const labels: Record<Exclude<ErrorKind, 'offline'>, { title: string; detail: string }> = {
  expired: { title: 'Your session has expired', detail: 'Sign in again to continue.' },
  forbidden: {
    title: "You don't have permission to do this",
    detail: 'Ask an administrator of this deployment for access.',
  },
  missing: { title: 'Not found', detail: 'It may have been deleted, or the link is wrong.' },
  conflict: {
    title: 'Someone else changed this in the meantime',
    detail: 'Check the current state and try again.',
  },
  refused: { title: 'The request was rejected', detail: 'The service did not accept the request.' },
  unbuilt: { title: 'Not available', detail: 'This service does not support this operation.' },
  failed: {
    title: 'The service returned an error',
    detail: 'Try again. If the problem persists, report the request ID.',
  },
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function faultsOf(errors: unknown): ParameterFault[] {
  if (!Array.isArray(errors)) return []
  return errors.flatMap((fault: unknown) => {
    if (typeof fault !== 'object' || fault === null) return []
    const { parameter, pointer, detail } = fault as Record<string, unknown> // parse: an element of a problem's errors
    const text = textOf(detail)
    return text ? [{ parameter: textOf(parameter) ?? textOf(pointer) ?? '', detail: text }] : []
  })
}

/** Joins errors to one sentence: `page_size "99" is not a whole number from 100 to 3000; …` */
function sentence(faults: readonly ParameterFault[]): string {
  return faults.map(({ parameter, detail }) => `${parameter} ${detail}`.trim()).join('; ')
}

const busy: Record<number, string> = {
  429: 'Too many requests',
  503: 'The service is busy or starting up',
}

/**
 * Converts an error response to text. `body` is the parsed problem, or anything else. Source:
 * docs/api.md#rules-for-all-operations; RFC 9457.
 */
export function errorFromResponse(response: Response, body: unknown): ApiError {
  const { status } = response
  const kind = kindOf(response)
  // parse: a problem body; any other body has no members.
  const members = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const faults = faultsOf(members['errors'])
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const text = textOf(members['detail'])
  // A 500 has only its request id, and the text of an expired session is meant for programs that send a header.
  const detail = status === 500 || kind === 'expired' ? undefined : text
  return new ApiError({
    kind,
    status,
    title: (kind === 'failed' && busy[status]) || labels[kind].title,
    detail: detail || sentence(faults) || labels[kind].detail,
    faults,
    requestId: textOf(members['instance']) ?? textOf(response.headers.get('x-request-id')),
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    members,
  })
}
