import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { TLSSocket } from 'node:tls'
import type { Connection } from '../client/connection.ts'
import { probeHeader, type ReceivedProbe } from '../status/probes.ts'

const timeout = 5_000
/** The largest upload. A proxy that refuses it says so as soon as it reads the length. */
const largestUpload = 50 * 1024 * 1024
/** How long a proxy has to refuse an upload by its length alone. */
const refusalTime = 1_500

/** An answer of whatever the public URL reaches. */
export interface Answer {
  status: number
  isGatehouse: boolean
  /** The clock of the machine that answered, in milliseconds since 1970; null if it did not say. */
  date: number | null
  /** When the certificate expires; null without one. */
  certificateEnd: number | null
  /** Why this machine does not trust the certificate; null if it does, or there is none. */
  distrust: string | null
}

/** What happened to a request that was sent to an address and marked. */
export interface Probe {
  answer: Answer
  /** What arrived at the running service; null if nothing did. */
  received: ReceivedProbe | null
}

/**
 * Sends a marked request to an address, and asks the running service over its socket what arrived.
 * @throws an error of the network if nothing answers.
 */
export async function probe(address: string, { send }: Connection): Promise<Probe> {
  const created = await send('POST', '/local/probes', {})
  // parse: answered by our own service to its owner.
  const { id } = created.body as { id: string }
  const headers = { [probeHeader]: id, authorization: 'Bearer probe', 'last-event-id': '0' }
  const answer = await ask(`${address}/api/v1/ping`, { headers })
  const { body } = await send('GET', `/local/probes/${id}`)
  // parse: answered by our own service to its owner.
  return { answer, received: (body as { received: ReceivedProbe | null }).received }
}

/** Whether something before the service refuses uploads of the size that the service accepts. */
export async function refusesUploads(address: string): Promise<boolean> {
  const headers = { 'content-length': String(largestUpload), 'content-type': 'application/octet-stream' }
  // The service itself answers 405 without reading; nothing is sent but the head.
  const options = { method: 'POST', headers, ...untrusted }
  const response = await open(`${address}/api/v1/ping`, options, refusalTime).catch(() => null)
  response?.destroy()
  return response?.statusCode === 413
}

async function ask(url: string, options: RequestOptions): Promise<Answer> {
  try {
    return answerOf(await open(url, options), null)
  } catch (error) {
    const reason = certificateFault(error)
    if (reason === null) throw error
    return answerOf(await open(url, { ...options, ...untrusted }), reason)
  }
}

/** A certificate that is not trusted has its own message, and nothing secret is sent. */
const untrusted = { rejectUnauthorized: false }

function answerOf(response: IncomingMessage, distrust: string | null): Answer {
  response.resume()
  const { socket, headers, statusCode = 0 } = response
  const end = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN
  const date = Date.parse(headers.date ?? '')
  return {
    status: statusCode,
    isGatehouse: headers['x-gatehouse'] === '1',
    date: Number.isNaN(date) ? null : date,
    certificateEnd: Number.isNaN(end) ? null : end,
    distrust,
  }
}

/** The reason if a connection failed because of the certificate, else null. */
function certificateFault(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS/.test(code) && error instanceof Error
    ? error.message
    : null
}

/** Opens a response. The body of a request is never sent. */
function open(url: string, options: RequestOptions, wait = timeout): Promise<IncomingMessage> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = send(url, { ...options, agent: false, signal: AbortSignal.timeout(wait) }, resolve)
    sent.once('error', reject)
    if (options.method === 'POST') sent.flushHeaders()
    else sent.end()
  })
}
