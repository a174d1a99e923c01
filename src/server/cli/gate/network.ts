import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { contentType, type Sender, type SentRequest } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { WrongUse } from '#server/operations/command.ts'

/** The service that the environment names. */
export interface NetworkService {
  /** Its public URL, without a trailing slash. */
  base: string
  token: string
}

/**
 * The service of GATEHOUSE_URL; null if the variable is not set.
 * @throws WrongUse if it is no web address, or GATEHOUSE_TOKEN is missing.
 */
export function networkService(environment: NodeJS.ProcessEnv): NetworkService | null {
  const text = environment['GATEHOUSE_URL']
  if (!text) return null
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new WrongUse('GATEHOUSE_URL is not an HTTP or HTTPS URL such as https://gatehouse.example.com.')
  const token = environment['GATEHOUSE_TOKEN']
  if (!token) throw new WrongUse('GATEHOUSE_TOKEN is missing: a token with the scope scans:write.')
  return { base: url.href.replace(/\/+$/, ''), token }
}

const firstDelay = 1_000
const longestDelay = 30_000
/** How long one response may take: an upload of 1 GB over a slow line. */
const responseTimeout = 15 * 60_000

/** Sent again, a request would be redirected again. */
class Redirected extends Error {}

/** Statuses of a service that is starting, stopping or busy, and of a proxy in front of it. */
const isBusy = (status: number) => status === 429 || status === 502 || status === 503 || status === 504

// parse: the class has one type in the library of the browser and another in that of Node.
const webStream = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream

/**
 * Connects to a service over the network. A request without a stream is repeated while the service is busy or cannot
 * be reached, until `deadline`. Redirects are not followed: they would take the token elsewhere.
 * @param deadline milliseconds since 1970.
 */
export function connectOverNetwork({ base, token }: NetworkService, deadline: number): Sender {
  const sendOnce = async (...[method, path, payload, mediaType]: Parameters<Sender['send']>) => {
    const stream = payload instanceof Readable
    const response = await fetch(`${base}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeout),
      headers: {
        authorization: `Bearer ${token}`,
        ...contentType(payload, mediaType),
      },
      ...(payload === undefined
        ? {}
        : stream
          ? { body: webStream(payload), duplex: 'half' }
          : { body: JSON.stringify(payload) }),
    })
    if (response.status >= 300 && response.status < 400)
      throw new Redirected(
        `${base} redirects to another address. Set GATEHOUSE_URL to the address of the service itself.`,
      )
    return { response, sent: { status: response.status, body: parsed(await response.text()) } }
  }
  return {
    isServed: true,
    async send(method, path, payload, mediaType) {
      const repeats = !(payload instanceof Readable)
      for (let wait = firstDelay; ; wait = Math.min(wait * 2, longestDelay)) {
        const { sent, after } = await sendOnce(method, path, payload, mediaType).then(
          ({ response, sent }) => ({
            sent,
            after: Number(response.headers.get('retry-after')) * 1000 || wait,
          }),
          (error: unknown) => ({ sent: networkFault(base, error), after: wait }),
        )
        const isLate = Date.now() + after > deadline
        if (sent instanceof Error) {
          if (!repeats || isLate || sent instanceof Redirected) throw sent
        } else if (!repeats || isLate || !isBusy(sent.status)) return sent
        await delay(after)
      }
    },
  }
}

function networkFault(base: string, error: unknown): Error {
  if (error instanceof Redirected) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(`${base} cannot be reached: ${why}`, { cause: error })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * The deployment of the token: the named one, or the only one that the token can see.
 * @throws WrongUse if there are several or none, Error if the service refuses the token.
 */
export async function deploymentOfToken(sender: Sender, named: string | undefined): Promise<string> {
  if (named !== undefined) return named
  const { status, body }: SentRequest = await sender.send('GET', '/api/v1/me')
  if (status !== 200) throw new Error(problemDetailOf(body))
  // parse: answered by the service that the token belongs to.
  const { deployments } = body as { deployments: { slug: string; demo: boolean }[] }
  const slugs = deployments.filter(({ demo }) => !demo).map(({ slug }) => slug)
  if (slugs.length === 1 && slugs[0] !== undefined) return slugs[0]
  throw new WrongUse(
    `The token is valid for ${slugs.length === 0 ? 'no deployment' : 'several deployments'}. Choose one with --deployment.`,
  )
}
