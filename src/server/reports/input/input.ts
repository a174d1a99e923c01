import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { otherEncoding, packedFile } from '../formats/binary-files.ts'
import { headLength } from '../formats/text-files.ts'
import { ReadFault, startOfFile } from './fault.ts'

/** Above this size, a file that was compressed by more than `maxRatio` is treated as a decompression bomb. */
const minBytesForRatio = 16 * 1024 * 1024
const maxRatio = 250
const pieceSize = 64 * 1024

function faultAtByte(message: string, byteOffset: number, more: { isTooMuch?: boolean } = {}): ReadFault {
  return new ReadFault(message, { ...startOfFile, byteOffset }, '', more)
}

const inputTooLarge = { isTooMuch: true }

/** The first bytes, together with an iterator over the remaining ones. */
async function readHead(stream: AsyncIterable<Uint8Array>, minimum: number) {
  const rest = stream[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array(0)
  let ended = false
  while (head.length < minimum && !ended) {
    const next = await rest.next()
    if (next.done) ended = true
    else head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  return { head, rest, ended }
}

async function* concatenate(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** Decompresses gzip. The limits are checked after every chunk, so that at most one chunk is in memory. */
async function* inflate(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytesRead = 0
  let written = 0
  const gunzip = createGunzip({ chunkSize: pieceSize })
  const countBytes = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      for (let at = 0; at < chunk.length; at += pieceSize) {
        const piece = chunk.subarray(at, at + pieceSize)
        bytesRead += piece.length
        yield piece
      }
    }
  }
  let sourceError: unknown
  const pumping = pipeline(Readable.from(countBytes(), { objectMode: false }), gunzip).catch(
    (error: unknown) => {
      sourceError = error
    },
  )
  try {
    for await (const piece of gunzip) {
      written += piece.length
      if (written > minBytesForRatio && written > bytesRead * maxRatio)
        throw faultAtByte(
          `the gzip file inflates to more than ${maxRatio} times its size`,
          written,
          inputTooLarge,
        )
      yield piece
    }
  } catch (error) {
    if (error instanceof ReadFault) throw error
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (typeof code !== 'string' || !code.startsWith('Z_')) throw sourceError ?? error
    const isTruncated = code === 'Z_BUF_ERROR'
    throw faultAtByte(isTruncated ? 'the gzip file is cut off' : 'the gzip file is damaged', written)
  } finally {
    gunzip.destroy()
    await pumping
  }
}

/**
 * Yields a file's bytes: gzip decompressed, in chunks of at most 64 KiB, the first of at least 4 bytes.
 * @param judge checks the beginning of a file that is not compressed; an error that it throws rejects the file
 * Throws `ReadFault` for archives, encodings other than UTF-8, more than `maxBytes` after decompression, and gzip
 * bombs.
 */
export async function* textPieces(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  judge: (head: Uint8Array) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const sent = await readHead(stream, 2)
  const isGzip = sent.head[0] === 0x1f && sent.head[1] === 0x8b
  const inner = concatenate(sent.head, sent.rest)
  const text = await readHead(isGzip ? inflate(inner) : inner, headLength)
  try {
    rejectPacked(text.head)
    judge(text.head)
    let total = 0
    for await (const chunk of concatenate(text.head, text.rest)) {
      for (let at = 0; at < chunk.length; at += pieceSize) {
        const piece = chunk.subarray(at, at + pieceSize)
        total += piece.length
        if (total > maxBytes)
          throw faultAtByte(`the file is larger than ${maxBytes} bytes`, maxBytes, inputTooLarge)
        yield piece
      }
    }
  } finally {
    await text.rest.return?.()
  }
}

function rejectPacked(head: Uint8Array): void {
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  const packedProblem = isGzip
    ? 'the file is compressed with gzip twice; compress it only once'
    : packedFile(head)
  const problem = packedProblem ?? otherEncoding(head)
  if (problem !== null) throw faultAtByte(problem, 0)
}
