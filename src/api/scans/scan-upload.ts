import { createScan, getImport } from '#contract/operations/scans.ts'
import type { QueryValues } from '#contract/parameters/query.ts'
import type { CreateScanAnswer, ImportAnswer, WaitingAnswer } from '#contract/responses/scans.ts'
import { ApiError, isExpired, networkError } from '../http/errors.ts'
import { accepted } from '../http/prefetch.ts'
import { notifySessionExpired, setReachable } from '../http/signals.ts'
import { call, errorOf } from '../http/transport.ts'
import { urlOf } from '../http/url.ts'

/** What an upload says about its file, as the query of `POST …/scans`. */
export type UploadQuery = QueryValues<(typeof createScan)['query']>

/** What the service answers to a file: a scan, the parts that are missing, or an import that runs as a job. */
export type UploadAnswer = CreateScanAnswer | WaitingAnswer | ImportAnswer

interface Upload {
  /** The slug of the deployment. */
  deployment: string
  query: UploadQuery
  /** The file as it is, or compressed with gzip. */
  body: Blob
  /** Told how much of the body was sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a scanner's file and returns the answer of `POST …/scans`. Uses XMLHttpRequest, since `fetch` does not tell how
 * much of a body was sent.
 * @throws ApiError for every answer that is no success and where nothing answered; the signal's reason if it fires.
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
  // parse: the contract's answer, which the service is held to by tests.
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
 * Follows an import that runs as a job until it ends, and returns it then. While the service does not answer, it asks
 * again: the import goes on there.
 * @throws ApiError where the job is not there any more or may not be read; the signal's reason if it fires.
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
