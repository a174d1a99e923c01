import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { PassThrough, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syncFolder } from '#server/base/sync-folder.ts'
import type { Connection } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { WrongUse } from '#server/operations/command.ts'

/** How much of the end of an archive is enough for its last line. */
const tailLength = 200

/**
 * Saves an archive of the service to a file that only its owner can read, compressed if its name ends in `.gz`. The file
 * appears under its name when it is complete and on the disk.
 * @returns the number of bytes before compression.
 * @throws WrongUse if the file exists, an error with the reason if the service does not send a complete archive.
 */
export async function saveArchive(connection: Connection, path: string, file: string): Promise<number> {
  if (existsSync(file)) throw new WrongUse(`${file} exists. Choose another name.`)
  const partial = `${file}.partial`
  rmSync(partial, { force: true })
  const { watch, result } = watchEnd()
  try {
    const refusal = await connection.download(path, async (content) => {
      await pipeline(
        content,
        watch,
        file.endsWith('.gz') ? createGzip() : new PassThrough(),
        createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
      )
    })
    if (refusal) throw new Error(problemDetailOf(refusal.body))
    if (!result().isComplete) throw new Error('The archive ended early. Nothing was written.')
    renameSync(partial, file)
    syncFolder(dirname(file))
    return result().bytes
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** A stream that passes everything on and remembers how it ended. */
function watchEnd(): {
  watch: Writable & NodeJS.ReadWriteStream
  result(): { bytes: number; isComplete: boolean }
} {
  let bytes = 0
  let tail = ''
  const watch = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      tail = (tail + chunk.subarray(-tailLength).toString('latin1')).slice(-tailLength)
      done(null, chunk)
    },
  })
  return {
    watch,
    result: () => ({ bytes, isComplete: /\n\{"end":true,"sha256":"[0-9a-f]{64}"\}\n$/.test(tail) }),
  }
}
