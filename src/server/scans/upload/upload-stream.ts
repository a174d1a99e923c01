import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { HttpError } from '#server/http/errors.ts'
import { type EncodedReport, ReadFault, type ReportFormat, readInThread } from '#server/ingest/public.ts'
import { postedFormAdvice, unsupportedFormError } from './upload-form.ts'

/** Bytes that an upload may have as it is sent, and once it is inflated. */
export interface UploadBounds {
  sent: number
  inflated: number
  /** Memory for the heap of the thread that reads it, megabytes. */
  heap: number
}

const megabyte = 1024 * 1024
/** Over the network. Source: docs/api.md#limits. */
export const networkBounds: UploadBounds = { sent: 50 * megabyte, inflated: 256 * megabyte, heap: 512 }
/** For the operator at the machine itself. */
export const localBounds: UploadBounds = { sent: 1024 * megabyte, inflated: 1024 * megabyte, heap: 4096 }

/**
 * Refuses a file that is sent as a part of a form. Its body is taken from the wire unread.
 * @throws HttpError 415 that says how to send it
 */
export async function rejectForm(
  body: unknown,
  mediaType: string | undefined,
  bounds: UploadBounds,
): Promise<void> {
  const httpError = unsupportedFormError(mediaType)
  if (!httpError) return
  if (body instanceof Readable) await drainBody(body, bounds.sent)
  throw httpError
}

/**
 * Reads a scanner's file from a request's body as it arrives, in another thread.
 * @param headers the length and the media type that the request's headers name, if any
 * @param reading.triagesAs who sends it, where that person may triage: triage in the file counts only then
 * @returns what it says, the SHA-256 of its bytes, and how many they were
 * @throws HttpError 413 past the bounds or where the file needs more time, memory or room than its size explains, 400 with the place of the fault where the file is of another format or not what
 * it claims.
 */
export async function readUpload(
  body: unknown,
  headers: { declared: number | null; mediaType: string | undefined },
  bounds: UploadBounds,
  reading: { salt: string; category: string | null; format: ReportFormat | null; triagesAs: string | null },
): Promise<{ report: EncodedReport; digest: string; bytes: number }> {
  if (!(body instanceof Readable))
    throw new HttpError(400, 'The body is missing. Send the report of a scanner.')
  const { declared, mediaType } = headers
  const { triagesAs, ...options } = reading
  if (declared !== null && declared > bounds.sent) throw uploadTooLarge(bounds.sent)
  const hash = createHash('sha256')
  const size = { bytes: 0 }
  try {
    const report = await readInThread({
      stream: countBytes(body, bounds.sent, hash, size),
      size: declared,
      options: { ...options, maxBytes: bounds.inflated },
      sender: () => (triagesAs === null ? null : { actor: triagesAs, file: hash.copy().digest('hex') }),
      heap: bounds.heap,
    })
    return { report, digest: hash.digest('hex'), bytes: size.bytes }
  } catch (error) {
    if (!(error instanceof ReadFault)) throw fromStreamError(error) ?? error
    await drainBody(body, bounds.sent)
    throw toUploadError(error, mediaType)
  }
}

async function* countBytes(
  body: Readable,
  most: number,
  hash: ReturnType<typeof createHash>,
  size: { bytes: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    size.bytes += piece.length
    if (size.bytes > most) throw uploadTooLarge(most)
    hash.update(piece)
    yield piece
  }
}

/**
 * Takes the rest of a refused file unread, within the bounds of one that is taken: simple clients send to the end
 * before they read the answer, and would see a broken connection instead of it.
 */
async function drainBody(body: Readable, most: number): Promise<void> {
  let size = 0
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      size += piece.length
      if (size > most) return
    }
  } catch {
    // The connection broke: nobody is left to be answered.
  }
}

const uploadTooLarge = (most: number) =>
  new HttpError(413, `The file is larger than ${Math.floor(most / megabyte)} MB.`, {
    headers: { connection: 'close' },
  })

/** The answer to a file that cannot be read: `errors` holds the place, line and column counting from 1. */
function toUploadError(fault: ReadFault, mediaType: string | undefined): HttpError {
  const { line, column, byteOffset, path: pointer, message } = fault
  const place = { pointer, detail: message, line, column, byteOffset }
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  // What is wrong with the whole file is wrong at no place of it.
  const isWhole = fault.isTooMuch || byteOffset === 0
  return new HttpError(
    fault.isTooMuch ? 413 : 400,
    (isWhole ? `${sentence}.` : `Line ${line}, column ${column}: ${message}.`) +
      postedFormAdvice(mediaType, message),
    { errors: [place] },
  )
}

/** A connection that broke, or a body that is not compressed as its headers say. */
function fromStreamError(error: unknown): HttpError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_'))
    return new HttpError(400, 'The body is not compressed as its headers state, or is incomplete.')
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
    ? new HttpError(400, 'The upload was interrupted.')
    : null
}
