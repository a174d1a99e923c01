import type { ParameterFault } from '#contract/query.ts'
import { ApiError, type ErrorKind, kindOf } from './errors.ts'

const words: Record<Exclude<ErrorKind, 'offline'>, { title: string; detail: string }> = {
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
  const kind = kindOf(response)
  // parse: a problem body; a body that is none has no members
  const members = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const faults = faultsOf(members['errors'])
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const told = textOf(members['detail'])
  // A 500 says nothing but its request id, and what nobody signed in is told speaks to programs that send a header.
  const detail = status === 500 || kind === 'expired' ? undefined : told
  return new ApiError({
    kind,
    status,
    title: (kind === 'failed' && busy[status]) || words[kind].title,
    detail: detail || sentence(faults) || words[kind].detail,
    faults,
    requestId: textOf(members['instance']) ?? textOf(response.headers.get('x-request-id')),
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    members,
  })
}
