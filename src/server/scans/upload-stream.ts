import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Refusal } from '#server/http/errors.ts'
import { ReadFault, readScanFile, type ScanReport } from '#server/ingest/public.ts'

/** Bytes that an upload may have as it is sent, and once it is inflated. */
export interface UploadBounds {
  sent: number
  inflated: number
}

const megabyte = 1024 * 1024
/** Over the network. Source: quality figures, "Safety". */
export const networkBounds: UploadBounds = { sent: 50 * megabyte, inflated: 256 * megabyte }
/** For the operator at the machine itself. */
export const localBounds: UploadBounds = { sent: 1024 * megabyte, inflated: 1024 * megabyte }

/**
 * Reads a scanner's file from a request's body as it arrives.
 * @param declared the length that the request announces, if any
 * @returns what it says, and the SHA-256 of its bytes
 * @throws Refusal 413 past the bounds, 400 with the place of the fault where the file is not what it claims.
 */
export async function readUpload(
  body: unknown,
  declared: number | null,
  bounds: UploadBounds,
  reading: { salt: string; category: string | null },
): Promise<{ report: ScanReport; digest: string }> {
  if (!(body instanceof Readable)) throw new Refusal(400, 'The body is missing: it is the file of a scanner.')
  if (declared !== null && declared > bounds.sent) throw tooLarge(bounds.sent)
  const hash = createHash('sha256')
  try {
    const report = await readScanFile(counted(body, bounds.sent, hash), {
      ...reading,
      maxBytes: bounds.inflated,
    })
    return { report, digest: hash.digest('hex') }
  } catch (error) {
    if (!(error instanceof ReadFault)) throw ofStream(error) ?? error
    await letThrough(body, bounds.sent)
    throw refusalOf(error)
  }
}

async function* counted(
  body: Readable,
  most: number,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    size += piece.length
    if (size > most) throw tooLarge(most)
    hash.update(piece)
    yield piece
  }
}

/**
 * Takes the rest of a refused file unread, within the bounds of one that is taken: simple clients send to the end
 * before they read the answer, and would see a broken connection instead of it.
 */
async function letThrough(body: Readable, most: number): Promise<void> {
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

const tooLarge = (most: number) =>
  new Refusal(413, `The file is larger than ${Math.floor(most / megabyte)} MB.`, {
    headers: { connection: 'close' },
  })

/** The two faults by which the reader says that a file is too much rather than wrong. */
const isTooMuch = (fault: ReadFault) =>
  /^the (file is larger than|gzip file inflates to more)/.test(fault.message)

/** The answer to a file that cannot be read: `errors` holds the place, line and column counting from 1. */
function refusalOf(fault: ReadFault): Refusal {
  const { line, column, byteOffset, path: pointer, message } = fault
  const place = { pointer, detail: message, line, column, byteOffset }
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  return new Refusal(
    isTooMuch(fault) ? 413 : 400,
    isTooMuch(fault) ? `${sentence}.` : `Line ${line}, column ${column}: ${message}.`,
    { errors: [place] },
  )
}

/** A connection that broke, or a body that is not compressed as its headers say. */
function ofStream(error: unknown): Refusal | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_'))
    return new Refusal(400, 'The body is not compressed as its headers say, or is cut off.')
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
    ? new Refusal(400, 'The upload broke off.')
    : null
}
