import { createScan, getImport } from '#contract/operations/scans.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { CreateScanAnswer, ImportAnswer, WaitingAnswer } from '#contract/responses/scans.ts'
import { ApiError, isExpired, networkError } from '../http/errors.ts'
import { accepted } from '../http/prefetch.ts'
import { notifySessionExpired, setReachable } from '../http/signals.ts'
import { call, errorOf } from '../http/transport.ts'
import { urlOf } from '../http/url.ts'

/** The metadata of an upload, as the query of `POST …/scans`. */
export type UploadQuery = QueryValues<(typeof createScan)['query']>

/** The response to a file: a scan, the missing parts, or an import that runs as a job. */
export type UploadAnswer = CreateScanAnswer | WaitingAnswer | ImportAnswer

interface Upload {
  /** The slug of the deployment. */
  deployment: string
  query: UploadQuery
  /** The file itself, or compressed with gzip. */
  body: Blob
  /** Called with the share of the body that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a scanner's file and returns the response of `POST …/scans`. Uses XMLHttpRequest, since `fetch` does not report
 * upload progress.
 * @throws ApiError for every unsuccessful response and without a response; the signal's reason if it is aborted.
 */
export async function sendScanFile(upload: Upload): Promise<UploadAnswer> {
  const { deployment, query, body, onProgress, signal } = upload
  signal.throwIfAborted()
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop)
    request.open(createScan.method, urlOf(createScan, { deploymentId: deployment }, query))
    request.setRequestHeader('accept', accepted)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onload = () => resolve(answerOf(request))
    request.onerror = () => reject(networkError(new Error('the connection was lost')))
    request.onabort = () => reject(signal.reason)
    request.onloadend = () => signal.removeEventListener('abort', stop)
    request.send(body)
  }).catch((error: unknown) => {
    if (error instanceof ApiError) setReachable(false)
    throw error
  })
  setReachable(true)
  const read: unknown = await response.json().catch(() => undefined)
  // parse: the contract's response, which tests hold the service to.
  if (response.ok) return read as UploadAnswer
  if (isExpired(response)) notifySessionExpired()
  throw await errorOf(response, read)
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(request.responseText || null, { status: request.status, headers })
}

const firstDelay = 500
const longestDelay = 4000

/**
 * Polls an import that runs as a job until it ends, and returns it. While the service does not respond, it retries: the
 * import continues there.
 * @throws ApiError if the job no longer exists or may not be read; the signal's reason if it is aborted.
 */
export async function followImport(
  deployment: string,
  first: ImportAnswer,
  signal: AbortSignal,
): Promise<ImportAnswer> {
  let job = first
  for (let delay = firstDelay; job.state === 'queued' || job.state === 'running'; delay *= 1.25) {
    await wait(Math.min(delay, longestDelay), signal)
    try {
      job = await call(getImport, { path: { deploymentId: deployment, importId: job.id }, signal })
    } catch (error) {
      if (!(error instanceof ApiError) || !['offline', 'failed', 'expired'].includes(error.kind)) throw error
    }
  }
  return job
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
