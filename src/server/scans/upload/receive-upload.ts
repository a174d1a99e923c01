import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { HttpError } from '#server/http/errors.ts'
import type { BodyBudget } from '#server/http/request/body-budget.ts'
import type { RenamedFile } from '#server/reports/values/renamed-files.ts'
import type { ReceivedBytes } from '../reading/messages.ts'
import { readUploadForm } from './upload-form.ts'

const megabyte = 1024 * 1024
/** Smaller files wait in memory for their turn, larger ones on the disk. */
const maxBytesInMemory = 128 * 1024

/** Where an upload is received, and how much. */
export interface UploadPlace {
  folder: string
  /** The largest file. */
  maxBytes: number
  /** Of all uploads that are being received or wait for their turn. */
  budget: BodyBudget
  /** Whose share of the budget it takes. */
  caller: string
}

/** An upload that was received whole. */
export interface ReceivedUpload {
  file: ReceivedBytes
  /** The SHA-256 of the file. */
  digest: string
  bytes: number
  isGzip: boolean
  renamedFiles: readonly RenamedFile[]
}

/**
 * Receives an upload and passes it on, so that a client that sends slowly delays nobody else. The file has no name, so
 * that nothing remains of it if the service is killed.
 * @param headers the length and the media type from the request's headers, if any
 * @throws HttpError 415 for a form of other fields; 413 if the file is larger than `maxBytes`; 503 if others leave no room
 *   for it; 400 if it breaks off
 */
export async function withUpload<T>(
  body: unknown,
  headers: { declared: number | null; mediaType: string | undefined },
  place: UploadPlace,
  use: (upload: ReceivedUpload) => Promise<T>,
): Promise<T> {
  if (!(body instanceof Readable))
    throw new HttpError(400, 'The body is missing. Send the report of a scanner.')
  const { declared, mediaType } = headers
  const { folder, maxBytes, budget } = place
  if (declared !== null && declared > maxBytes) throw uploadTooLarge(maxBytes)
  const file = new ReceivedFile(folder)
  try {
    const renamedFiles = await receive(body, mediaType, place, file).catch(async (error) => {
      const refusal = error instanceof HttpError ? error : streamFault(error)
      if (refusal && refusal.headers['connection'] !== 'close') await drainBody(body, maxBytes)
      throw refusal ?? error
    })
    return await use({ ...file.received(), renamedFiles })
  } finally {
    budget.release(file)
    await file.close()
  }
}

async function receive(
  body: Readable,
  mediaType: string | undefined,
  { maxBytes, budget, caller }: UploadPlace,
  file: ReceivedFile,
) {
  const form = await readUploadForm(body, mediaType)
  for await (const piece of form.report) {
    if (file.bytes + piece.length > maxBytes) throw uploadTooLarge(maxBytes)
    if (!budget.reserve(file, caller, piece.length)) throw noRoom()
    await file.add(piece)
  }
  return form.renamedFiles
}

/** A file while it is received. */
class ReceivedFile {
  readonly #folder: string
  readonly #hash = createHash('sha256')
  #pieces: Buffer[] = []
  #handle: FileHandle | null = null
  #isGzip = false
  bytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async add(piece: Buffer): Promise<void> {
    if (this.bytes === 0) this.#isGzip = piece[0] === 0x1f
    this.bytes += piece.length
    this.#hash.update(piece)
    if (this.#handle) return void (await this.#handle.appendFile(piece))
    this.#pieces.push(piece)
    if (this.bytes <= maxBytesInMemory) return
    this.#handle = await openUnnamed(this.#folder)
    await this.#handle.appendFile(Buffer.concat(this.#pieces))
    this.#pieces = []
  }

  received(): Omit<ReceivedUpload, 'renamedFiles'> {
    const file = this.#handle
      ? { descriptor: this.#handle.fd }
      : { bytes: new Uint8Array(Buffer.concat(this.#pieces)) }
    return { file, digest: this.#hash.digest('hex'), bytes: this.bytes, isGzip: this.#isGzip }
  }

  async close(): Promise<void> {
    await this.#handle?.close()
  }
}

/** Opens a new file that only this process can find. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `upload-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  return handle
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

const noRoom = () =>
  new HttpError(503, 'Too many uploads wait for their turn. Nothing was changed. Try again.', {
    headers: { connection: 'close', 'retry-after': '30' },
  })

/** The error for a closed connection, a body that is not compressed as its headers declare, or a full disk. */
function streamFault(error: unknown): HttpError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('Z_'))
    return new HttpError(400, 'The body is not compressed as its headers state, or is incomplete.')
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new HttpError(503, 'The disk of the data folder is full. Nothing was changed.', {
      headers: { 'retry-after': '5' },
    })
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
    ? new HttpError(400, 'The upload was interrupted.')
    : null
}
