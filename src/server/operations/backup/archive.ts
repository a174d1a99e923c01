import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createTarDecoder, createTarPacker, type TarHeader } from 'modern-tar'

/** Bytes that are read and written at a time. */
const chunkBytes = 1024 * 1024

/** An entry to be written: its content, or the file that contains it. */
export interface ArchiveEntry {
  name: string
  size: number
  content: Uint8Array | { path: string }
}

/**
 * Writes a tar file that only its owner can read. It is on the disk when the promise resolves.
 * @throws the error of the system, after which the file is incomplete.
 */
export async function writeArchive(archive: string, entries: readonly ArchiveEntry[]): Promise<void> {
  const { readable, controller } = createTarPacker()
  const file = createWriteStream(archive, { mode: 0o600, flush: true, highWaterMark: chunkBytes })
  const [written, added] = await Promise.allSettled([
    pipeline(chunksOf(readable), file),
    addEntries(controller, entries),
  ])
  // A full disk fails both, and the error of the file is the cause.
  if (written.status === 'rejected') throw written.reason
  if (added.status === 'rejected') throw added.reason
}

async function addEntries(
  controller: ReturnType<typeof createTarPacker>['controller'],
  entries: readonly ArchiveEntry[],
) {
  try {
    for (const { name, size, content } of entries) {
      const writer = controller.add({ name, size, mode: 0o600 }).getWriter()
      const chunks =
        content instanceof Uint8Array
          ? [content]
          : createReadStream(content.path, { highWaterMark: chunkBytes })
      for await (const chunk of chunks) await writer.write(chunk)
      await writer.close()
    }
    controller.finalize()
  } catch (error) {
    controller.error(error)
    throw error
  }
}

/** An entry that is being read. */
export interface ReadEntry {
  header: TarHeader
  chunks: AsyncIterable<Uint8Array>
}

/**
 * The entries of a tar file, in order. The chunks of each must be read before the next one.
 * @throws an error without a code of the system if the file is not a complete archive.
 */
export async function* readArchive(archive: string): AsyncGenerator<ReadEntry> {
  const { readable, writable } = createTarDecoder({ strict: true })
  const feeding = feed(archive, writable)
  // The reader reports the error, unless the caller has stopped reading.
  feeding.catch(() => undefined)
  for await (const { header, body } of chunksOf(readable)) yield { header, chunks: chunksOf(body) }
  await feeding
}

async function feed(archive: string, writable: WritableStream<Uint8Array>) {
  const writer = writable.getWriter()
  try {
    for await (const chunk of createReadStream(archive, { highWaterMark: chunkBytes }))
      await writer.write(chunk)
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => undefined)
    throw error
  }
}

async function* chunksOf<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
