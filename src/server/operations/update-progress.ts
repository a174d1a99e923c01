import type { RebuildProgress } from '#server/db/engine.ts'
import { printError } from './command.ts'

/** Prints the progress of a database update, at the start and after each tenth. */
export function createUpdateReporter(): (progress: RebuildProgress) => void {
  let reported = -1
  return ({ share, bytes }) => {
    const tenth = Math.floor(share * 10)
    if (tenth <= reported) return
    if (reported < 0) {
      const size = Math.ceil(bytes / 1_000_000)
      printError(
        `Updating the database, once. It needs ${size} MB of free space beside it and takes about half a minute for each gigabyte.`,
      )
    } else printError(`Updating the database: ${tenth * 10} %`)
    reported = tenth
  }
}
