import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** The last backup that succeeded. */
export interface LastBackup {
  /** Milliseconds since 1970. */
  finishedAt: number
  /** Where it was written to. */
  file: string
}

const recordSchema = z.object({
  finishedAt: z.iso.datetime(),
  file: z.string(),
})

/** The file in the data folder that records the last backup. */
const recordName = 'backup.json'

/** Returns the last backup of a data folder; null if none is recorded. */
export function readLastBackup(folder: string): LastBackup | null {
  try {
    const record = recordSchema.parse(JSON.parse(readFileSync(join(folder, recordName), 'utf8')))
    return { finishedAt: Date.parse(record.finishedAt), file: record.file }
  } catch {
    return null
  }
}
