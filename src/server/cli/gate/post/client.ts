import ky, { HTTPError, type Options } from 'ky'

/** How long writing to a code host may take, in milliseconds. */
export interface Limits {
  /** One attempt of a request. */
  attempt: number
  /** Everything. */
  total: number
  /** The wait before the first repetition, which then doubles. */
  firstDelay: number
}

export const defaultLimits: Limits = { attempt: 10_000, total: 60_000, firstDelay: 1_000 }

/** More than 100 comments of 65,536 characters have. */
const maxResponseBytes = 64 * 1024 * 1024
const maxRepetitions = 3

interface RequestOptions {
  json?: object
  query?: Readonly<Record<string, string>>
  /** Whether it may be done twice; true by default. If not, it is repeated only where it was refused. */
  repeatable?: boolean
}

export interface Received {
  body: unknown
  /** Whether there is another page. */
  hasNext: boolean
}

/** Sends requests to the API of a code host. */
export type Client = (method: string, path: string, options?: RequestOptions) => Promise<Received>

/**
 * A client of one API. It waits as long as the API asks for, if that is before the end of `limits.total`, which
 * starts now. Redirects are not followed: they would take the token elsewhere.
 * @returns a function that throws the errors of ky, and SyntaxError for a response that is not JSON.
 */
export function createClient(
  base: string,
  headers: Readonly<Record<string, string>>,
  limits: Limits,
): Client {
  const deadline = Date.now() + limits.total
  return async (method, path, { json, query, repeatable = true } = {}) => {
    const options: Options = {
      method,
      headers,
      redirect: 'manual',
      fetch: boundedFetch,
      timeout: limits.attempt,
      totalTimeout: Math.max(deadline - Date.now(), 1),
      ...(json === undefined ? {} : { json }),
      ...(query === undefined ? {} : { searchParams: query }),
      retry: {
        limit: maxRepetitions,
        methods: ['get', 'post', 'put', 'patch', 'delete'],
        statusCodes: [403, 408, 429, 500, 502, 503, 504],
        afterStatusCodes: [403, 429, 503],
        retryOnTimeout: true,
        delay: (attempt) => limits.firstDelay * 2 ** (attempt - 1),
        shouldRetry: ({ error }) => mayRepeat(error, repeatable, deadline),
      },
    }
    const pending = ky(path.startsWith('http') ? path : `${base}${path}`, options)
    const text = await pending.text()
    const link = (await pending).headers.get('link') ?? ''
    return { body: text === '' ? null : JSON.parse(text), hasNext: /;\s*rel="?next"?/.test(link) }
  }
}

/** Whether a response says that there were too many requests; GitHub answers 403, too. */
export function isLimited({ status, headers }: Response): boolean {
  return (
    status === 429 ||
    (status === 403 && (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'))
  )
}

/** How long a response asks to wait, in milliseconds; null if it does not say. */
export function waitOf({ headers }: Response): number | null {
  const after = headers.get('retry-after')
  if (after !== null) return /^\d+$/.test(after) ? Number(after) * 1000 : untilOf(Date.parse(after))
  const reset = headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset')
  return reset === null ? null : untilOf(Number(reset) * 1000)
}

const untilOf = (time: number) => (Number.isFinite(time) ? Math.max(time - Date.now(), 0) : null)

/** @returns undefined to let ky decide. */
function mayRepeat(error: Error, repeatable: boolean, deadline: number): boolean | undefined {
  if (!(error instanceof HTTPError)) return repeatable ? undefined : false
  const { response } = error
  if (isLimited(response)) return Date.now() + (waitOf(response) ?? 0) < deadline ? undefined : false
  if (response.status === 403 || !repeatable) return false
  // Every answer of GitHub says when the limit is reset, which is not what one that is unavailable waits for.
  return response.status === 503 && !response.headers.has('retry-after') ? true : undefined
}

const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.body === null) return response
  let size = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        size += part.byteLength
        if (size > maxResponseBytes) controller.error(new Error('the response is too long'))
        else controller.enqueue(part)
      },
    }),
  )
  return new Response(counted, response)
}
