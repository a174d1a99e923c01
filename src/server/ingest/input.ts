import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ReadFault, startOfFile } from './fault.ts'

/** Beyond this size a file that inflated by more than `maxRatio` is taken for a bomb. */
const ratioFrom = 16 * 1024 * 1024
const maxRatio = 250
const pieceSize = 64 * 1024

function faultAtByte(message: string, byteOffset: number): ReadFault {
  return new ReadFault(message, { ...startOfFile, byteOffset }, '')
}

/** The first bytes together with an iterator that still holds the rest. */
async function peek(stream: AsyncIterable<Uint8Array>, wanted: number) {
  const rest = stream[Symbol.asyncIterator]()
  let head: Uint8Array = new Uint8Array(0)
  let ended = false
  while (head.length < wanted && !ended) {
    const next = await rest.next()
    if (next.done) ended = true
    else head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
  }
  return { head, rest, ended }
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** Inflates gzip. The bounds are checked after every piece, so that no more than one piece is held. */
async function* inflated(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let read = 0
  let written = 0
  const gunzip = createGunzip({ chunkSize: pieceSize })
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      for (let at = 0; at < chunk.length; at += pieceSize) {
        const piece = chunk.subarray(at, at + pieceSize)
        read += piece.length
        yield piece
      }
    }
  }
  let sourceError: unknown
  const pumping = pipeline(Readable.from(counted(), { objectMode: false }), gunzip).catch(
    (error: unknown) => {
      sourceError = error
    },
  )
  try {
    for await (const piece of gunzip) {
      written += piece.length
      if (written > ratioFrom && written > read * maxRatio)
        throw faultAtByte(`the gzip file inflates to more than ${maxRatio} times its size`, written)
      yield piece
    }
  } catch (error) {
    if (error instanceof ReadFault) throw error
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (typeof code !== 'string' || !code.startsWith('Z_')) throw sourceError ?? error
    const cut = code === 'Z_BUF_ERROR'
    throw faultAtByte(cut ? 'the gzip file is cut off' : 'the gzip file is damaged', written)
  } finally {
    gunzip.destroy()
    await pumping
  }
}

/**
 * A file's bytes as JSON text: gzip inflated, in pieces of at most 64 KiB, the first of at least 4 bytes.
 * Throws `ReadFault` for UTF-16, other binary files, more than `maxBytes` after inflating, and gzip bombs.
 */
export async function* textPieces(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const first = await peek(stream, 4)
  let source: AsyncIterable<Uint8Array> = joined(first.head, first.rest)
  if (first.head[0] === 0x1f && first.head[1] === 0x8b) source = inflated(source)
  let start = await peek(source, 4)
  refuseOtherEncodings(start.head)
  if (/^(?:\ufeff)?</.test(Buffer.from(start.head).toString())) {
    start = await peek(joined(start.head, start.rest), 2_000)
    refuseXml(start.head)
  }
  let total = 0
  for await (const chunk of joined(start.head, start.rest)) {
    for (let at = 0; at < chunk.length; at += pieceSize) {
      const piece = chunk.subarray(at, at + pieceSize)
      total += piece.length
      if (total > maxBytes) throw faultAtByte(`the file is larger than ${maxBytes} bytes`, maxBytes)
      yield piece
    }
  }
}

function refuseOtherEncodings(head: Uint8Array): void {
  const [a, b, c] = [head[0], head[1], head[2]]
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (head.length >= 2 && (a === 0 || b === 0)))
    throw faultAtByte('the file is in UTF-16 or UTF-32; JSON must be in UTF-8', 0)
  if (a === 0x50 && b === 0x4b && c === 0x03) throw faultAtByte('the file is a zip archive, not JSON', 0)
}

/** JSON begins with no `<`; whoever sends a bill of materials in XML is told what to do. */
function refuseXml(head: Uint8Array): void {
  if (/cyclonedx\.org\/schema\/bom/i.test(Buffer.from(head).toString('latin1')))
    throw faultAtByte('CycloneDX XML is not read; export it as JSON', 0)
}
