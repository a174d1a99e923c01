import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { HttpError } from '#server/http/errors.ts'
import {
  type EncodedReport,
  ReadFault,
  type RenamedFile,
  type ReportFormat,
  readInThread,
} from '#server/ingest/public.ts'
import { postedFormAdvice, readUploadForm } from './upload-form.ts'

/** The most bytes of an upload before and after decompression. */
export interface UploadBounds {
  sent: number
  inflated: number
  /** Heap size of the thread that reads the upload, in megabytes. */
  heap: number
}

const megabyte = 1024 * 1024
/** For uploads over the network. Source: docs/api.md#limits. */
export const networkBounds: UploadBounds = { sent: 50 * megabyte, inflated: 256 * megabyte, heap: 512 }
/** For the operator on the same machine. */
export const localBounds: UploadBounds = { sent: 1024 * megabyte, inflated: 1024 * megabyte, heap: 4096 }

/**
 * Reads a scanner's file from a request's body as it arrives, in another thread, and the renamed files of its form.
 * @param headers the length and the media type from the request's headers, if any
 * @param reading.triagesAs the name of the sender if they may triage: triage in the file is imported only then
 * @returns the report, the SHA-256 of the file, and its size in bytes
 * @throws HttpError 415 for a form of other fields; 413 if the file exceeds a limit, or needs more time or memory than its size explains; 400 with the
 * position of the fault if its format is unknown or its content invalid.
 */
export async function readUpload(
  body: unknown,
  headers: { declared: number | null; mediaType: string | undefined },
  bounds: UploadBounds,
  reading: {
    salt: string
    category: string | null
    checkout: string | null
    format: ReportFormat | null
    triagesAs: string | null
  },
): Promise<{
  report: EncodedReport
  digest: string
  bytes: number
  renamedFiles: readonly RenamedFile[]
}> {
  if (!(body instanceof Readable))
    throw new HttpError(400, 'The body is missing. Send the report of a scanner.')
  const { declared, mediaType } = headers
  const { triagesAs, ...options } = reading
  if (declared !== null && declared > bounds.sent) throw uploadTooLarge(bounds.sent)
  const hash = createHash('sha256')
  const size = { bytes: 0 }
  try {
    const form = await readUploadForm(body, mediaType)
    const report = await readInThread({
      stream: countBytes(form.report, bounds.sent, hash, size),
      size: declared,
      options: { ...options, maxBytes: bounds.inflated },
      sender: () => (triagesAs === null ? null : { actor: triagesAs, file: hash.copy().digest('hex') }),
      heap: bounds.heap,
    })
    return {
      report,
      digest: hash.digest('hex'),
      bytes: size.bytes,
      renamedFiles: form.renamedFiles,
    }
  } catch (error) {
    const refusal = error instanceof ReadFault ? toUploadError(error, mediaType) : error
    if (!(refusal instanceof HttpError)) throw fromStreamError(error) ?? error
    if (refusal.headers['connection'] !== 'close') await drainBody(body, bounds.sent)
    throw refusal
  }
}

async function* countBytes(
  report: AsyncIterable<Buffer>,
  maxBytes: number,
  hash: ReturnType<typeof createHash>,
  size: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of report) {
    size.bytes += piece.length
    if (size.bytes > maxBytes) throw uploadTooLarge(maxBytes)
    hash.update(piece)
    yield piece
  }
}

/**
 * Reads and discards the rest of a rejected file, up to the size limit: simple clients read the response only after they
 * have sent everything, and would otherwise report a broken connection.
 */
async function drainBody(body: Readable, maxBytes: number): Promise<void> {
  let size = 0
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      size += piece.length
      if (size > maxBytes) return
    }
  } catch {
    // The connection was closed, so the response cannot be delivered.
  }
}

const uploadTooLarge = (maxBytes: number) =>
  new HttpError(413, `The file is larger than ${Math.floor(maxBytes / megabyte)} MB.`, {
    headers: { connection: 'close' },
  })

/** The response to a file that cannot be read. Line and column in `errors` count from 1. */
function toUploadError(fault: ReadFault, mediaType: string | undefined): HttpError {
  const { line, column, byteOffset, path: pointer, message } = fault
  const faultPosition = { pointer, detail: message, line, column, byteOffset }
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  // A fault of the whole file has no position.
  const isWhole = fault.isTooMuch || byteOffset === 0
  return new HttpError(
    fault.isTooMuch ? 413 : 400,
    (isWhole ? `${sentence}.` : `Line ${line}, column ${column}: ${message}.`) +
      postedFormAdvice(mediaType, message),
    { errors: [faultPosition] },
  )
}

/** The error for a closed connection, or for a body that is not compressed as its headers declare. */
function fromStreamError(error: unknown): HttpError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_'))
    return new HttpError(400, 'The body is not compressed as its headers state, or is incomplete.')
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
    ? new HttpError(400, 'The upload was interrupted.')
    : null
}
