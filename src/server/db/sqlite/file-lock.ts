import { DatabaseSync } from 'node:sqlite'

/**
 * Takes a lock that the system releases when the process ends, however it ends: an exclusive transaction on a database
 * of its own in `file`.
 * @returns a function that releases it; null if another process holds it.
 * @throws what the system says if the file cannot be used.
 */
export function takeFileLock(file: string): (() => void) | null {
  let connection: DatabaseSync | null = null
  try {
    connection = new DatabaseSync(file, { timeout: 0 })
    // Nothing is ever written: a journal would need room on a disk that may be full.
    connection.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    connection?.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null
    throw error
  }
  const open = connection
  return () => open.close()
}
