import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Connection } from '#server/operations/client/connection.ts'
import { problemDetailOf } from '#server/operations/client/problem-details.ts'
import { escapeLine, printError, WrongUse } from '#server/operations/command.ts'

/**
 * Writes an export to a file, which appears under its name when it is complete, or to standard output.
 * @returns the exit status.
 * @throws WrongUse if the service does not know a value, such as the project.
 */
export async function exportTo(connection: Connection, path: string, file: string | null): Promise<number> {
  const partial = `${file}.partial`
  try {
    const refusal = await connection.download(path, async (content) => {
      if (file === null) {
        // Ending standard output is left to the end of the process.
        for await (const piece of content) process.stdout.write(piece)
      } else await pipeline(content, createWriteStream(partial))
    })
    if (refusal === null) {
      if (file !== null) renameSync(partial, file)
      return 0
    }
    const detail = problemDetailOf(refusal.body)
    if (refusal.status === 400 || refusal.status === 404) throw new WrongUse(detail)
    printError(escapeLine(detail))
    return 1
  } finally {
    if (file !== null) rmSync(partial, { force: true })
  }
}
