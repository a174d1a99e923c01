import { request as requestInPlainText } from 'node:http'
import { request as requestWithTls } from 'node:https'
import { isIP } from 'node:net'
import { AddressRefused, addressOf, type Resolve } from './check-url.ts'
import type { AddressRules } from './public-address.ts'

/** What a receiver answered, or why it did not. */
export interface Answer {
  /** Null without an answer. */
  status: number | null
  /** The first characters of the body. */
  text: string | null
  /** Milliseconds. */
  duration: number
  /** Why there is no answer, or none that counts; null after success. */
  error: string | null
  /** How long the receiver asks to wait, in milliseconds; null if it does not. */
  retryAfter: number | null
  /** Whether the receiver will never accept this message. */
  isFinal?: boolean
}

/** How long a receiver may take, in milliseconds. */
const defaultTimeout = 10_000
/** How much of an answer is read and stored. */
const maxAnswerLength = 1000

/** What a message is sent with. */
export interface PostOptions {
  rules: AddressRules
  resolve: Resolve
  /** Fires when the service stops. */
  stopping: AbortSignal
  /** How long the receiver may take, the name service included, in milliseconds. */
  timeout?: number
}

/**
 * Sends a message to an address that is checked immediately before, and follows no redirect.
 * @throws Error only if the service stops: the message is then sent again after the next start.
 */
export async function post(
  url: URL,
  message: { headers: Record<string, string>; body: string },
  options: PostOptions,
): Promise<Answer> {
  const { timeout = defaultTimeout } = options
  const from = performance.now()
  const failed = (error: string): Answer => ({
    status: null,
    text: null,
    duration: Math.round(performance.now() - from),
    error,
    retryAfter: null,
  })
  try {
    const signal = AbortSignal.any([options.stopping, AbortSignal.timeout(timeout)])
    const address = await orAborted(addressOf(url, options.rules, options.resolve), signal)
    const answer = await exchange(url, address, message, signal)
    return { ...answer, duration: Math.round(performance.now() - from) }
  } catch (error) {
    if (options.stopping.aborted) throw error
    return failed(error instanceof AddressRefused ? error.message : reasonOf(error, timeout))
  }
}

/** The result of what cannot be aborted, such as a question to the name service, unless a signal fires before. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function exchange(
  url: URL,
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<Omit<Answer, 'duration'>> {
  const request = url.protocol === 'https:' ? requestWithTls : requestInPlainText
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Answer, 'duration'>>()
  const sent = request(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    signal,
    // The connection is made to the address that was checked, whatever the name service says now.
    lookup: (_host, options, callback) => {
      const family = isIP(address)
      if (options.all) callback(null, [{ address, family }])
      else callback(null, address, family)
    },
  })
  let endOfAnswer: (() => void) | undefined
  // Once the status has arrived, it says whether the message was accepted, even if the rest never comes.
  sent.on('error', (error) => (endOfAnswer ? endOfAnswer() : reject(error)))
  // Ends what neither answers nor fails, such as a change of protocol.
  sent.on('close', () => reject(new Error('the connection was closed')))
  sent.on('response', (response) => {
    const status = response.statusCode ?? 0
    const chunks: Buffer[] = []
    let length = 0
    const end = () => {
      sent.destroy()
      resolve({
        status,
        text: printable(Buffer.concat(chunks).toString('utf8')),
        error: errorOf(status),
        retryAfter: retryAfterOf(response.headers['retry-after']),
      })
    }
    endOfAnswer = end
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length >= 4 * maxAnswerLength) end()
    })
    response.on('end', end)
    response.on('error', end)
  })
  sent.end(body)
  return promise
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'The receiver redirects elsewhere, which is not followed.'
  return `The receiver answered ${status}.`
}

/** Seconds or a date; null if it is neither. */
function retryAfterOf(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,9}$/.test(header.trim())) return null
  return Number(header) * 1000
}

/** Without control characters, which could change how a terminal or a page shows the rest. */
const printable = (text: string): string =>
  text
    .replace(/[^\P{C}\n\t]/gu, '')
    .slice(0, maxAnswerLength)
    .trim()

/** A failure of the connection, for people. */
function reasonOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return 'The message could not be sent.'
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `The receiver did not answer within ${timeout / 1000} seconds.`
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection.'
  if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return `The certificate of the receiver is not valid (${code}).`
  return code === '' ? 'The message could not be sent.' : `The connection failed (${code}).`
}
