import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { HttpError } from '#server/http/errors.ts'

const megabyte = 1024 * 1024
/** The most bytes of a document, before and after decompression. Source: docs/vex.md#import. */
const maxBytes = 10 * megabyte

/** A document as it was sent. */
export interface SentDocument {
  /** After decompression. */
  bytes: Uint8Array
  /** SHA-256 of the document, hexadecimal. */
  digest: string
}

/**
 * Reads a document from the body of a request, plain or gzip, which is recognized by its first bytes.
 * @throws HttpError 400 without a body, 413 if it is too large, 415 for a form.
 */
export async function readDocument(body: unknown, mediaType: string | undefined): Promise<SentDocument> {
  if (!(body instanceof Readable)) throw new HttpError(400, 'The body is missing. Send a VEX document.')
  if (/^multipart\//i.test(mediaType?.trim() ?? '')) {
    body.on('error', () => undefined).resume()
    throw new HttpError(
      415,
      'The body is a form (multipart/form-data), as `curl -F` sends it. Send the document alone: `curl --data-binary @vex.json`.',
    )
  }
  const sent = await readAll(body)
  const bytes = sent[0] === 0x1f && sent[1] === 0x8b ? await inflate(sent) : sent
  if (bytes.length === 0) throw new HttpError(400, 'The body is empty. Send a VEX document.')
  return { bytes, digest: createHash('sha256').update(bytes).digest('hex') }
}

async function readAll(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    // The rest is read and discarded: simple clients read the response only after they have sent everything.
    body.on('error', () => undefined).resume()
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new HttpError(400, 'The upload was interrupted.')
    throw error
  }
  return Buffer.concat(chunks)
}

async function inflate(sent: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(sent, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    throw new HttpError(400, 'The gzip file is damaged or incomplete.')
  }
}

const tooLarge = () =>
  new HttpError(413, `The document is larger than ${maxBytes / megabyte} MB.`, {
    headers: { connection: 'close' },
  })
