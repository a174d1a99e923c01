import type * as z from 'zod/mini'
import type { BodySchema, Operation, PathParameters } from '#contract/operation.ts'
import type { ResponseBody, responses } from '#contract/responses/all.ts'
import { ApiError, explain, isExpired, kindOf, networkError } from './errors.ts'
import { accepted, common, takePrefetched } from './prefetch.ts'
import { notifySessionExpired, setReachable } from './signals.ts'
import { urlOf } from './url.ts'

/** An operation whose response the contract describes. */
type Answered = Operation & { id: keyof typeof responses }

type Body<O extends Operation> =
  BodySchema<O> extends z.core.$ZodType ? { body: z.input<BodySchema<O>> } : { body?: undefined }

type Path<O extends Operation> = keyof PathParameters<O['path']> extends never
  ? { path?: undefined }
  : { path: PathParameters<O['path']> }

interface Common {
  path?: Readonly<Record<string, string>> | undefined
  /** Values by parameter name, as `readQuery` returns them; unknown names are omitted. */
  query?: Readonly<Record<string, unknown>> | undefined
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** The input of an operation's call. */
export type CallInput<O extends Operation> = Common & Path<O> & Body<O>

/** The timeout of a call. */
const timeout = 60_000

/**
 * Operations whose responses other services send in their own dialects. Responses of Gatehouse are identified by a
 * header and are used unchanged.
 */
const translated: ReadonlySet<string> = new Set(['listFindings', 'listSecrets', 'getFinding'])

/** Returns the number of rows in another service's response that could not be read. */
export const leftOutOf = (answer: object) =>
  'left_out' in answer && typeof answer.left_out === 'number' ? answer.left_out : 0

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (response.status === 204 || !/[/+]json\b/.test(type)) return undefined
  if (response.ok) return response.json()
  // The status of an error is enough if its body is truncated.
  return response.json().catch(() => undefined)
}

/**
 * Calls an operation and returns its response with the headers, for totals and similar. A revalidated copy in the
 * browser's cache counts as a response.
 * @throws ApiError for every unsuccessful response and without a response; the signal's reason if it is aborted.
 */
export async function callWithHeaders<const O extends Answered>(
  operation: O,
  input: CallInput<O>,
): Promise<{ answer: ResponseBody<O['id']>; headers: Headers }> {
  const { path, query, body, signal, headers } = input
  const limit = AbortSignal.timeout(timeout)
  const init: RequestInit = {
    method: operation.method,
    ...common,
    headers: {
      accept: accepted,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const address = urlOf(operation, path, query)
  let response: Response
  let read: unknown
  try {
    const prefetched = operation.method === 'GET' && !headers ? takePrefetched(address) : undefined
    response = await (prefetched ?? fetch(address, init))
    setReachable(true)
    read = await bodyOf(response)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (error instanceof SyntaxError) throw explain(error)
    setReachable(false)
    throw networkError(error)
  }
  if (response.ok) {
    if (translated.has(operation.id) && !response.headers.has('x-gatehouse')) {
      const { documentedAnswers } = await import('../dialects/gateway.ts')
      read = documentedAnswers[operation.id]?.(read, query ?? {})
    }
    // parse: the contract's response; tests hold the service to it, other services' findings pass the gateway.
    return { answer: read as ResponseBody<O['id']>, headers: response.headers }
  }
  if (operation.scopes !== 'none' && isExpired(response)) notifySessionExpired()
  throw await errorOf(response, read)
}

/**
 * Returns the error of an unsuccessful response; `body` is the parsed problem, or anything else. Its texts are loaded
 * on demand; if that fails (a newer version has replaced them) only the status is used.
 */
export async function errorOf(response: Response, body: unknown): Promise<ApiError> {
  try {
    const { errorFromResponse } = await import('./error-labels.ts')
    return errorFromResponse(response, body)
  } catch (cause) {
    const { status } = response
    const detail = `The service responded with status ${status}. Reload the page.`
    return new ApiError({ kind: kindOf(response), status, title: 'The request failed', detail, cause })
  }
}

/** Calls an operation and returns its response; throws as `callWithHeaders` does. */
export async function call<const O extends Answered>(
  operation: O,
  input: CallInput<O>,
): Promise<ResponseBody<O['id']>> {
  const { answer } = await callWithHeaders(operation, input)
  return answer
}
