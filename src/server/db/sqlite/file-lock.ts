import { DatabaseSync } from 'node:sqlite'

/**
 * Acquires a lock that the operating system releases when the process ends for any reason: an exclusive transaction on
 * a separate database in `file`.
 * @returns a function that releases it; null if another process holds it.
 * @throws the system's error if the file cannot be used.
 */
export function takeFileLock(file: string): (() => void) | null {
  let connection: DatabaseSync | null = null
  try {
    connection = new DatabaseSync(file, { timeout: 0 })
    // Nothing is ever written, and a journal would need space on a disk that may be full.
    connection.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    connection?.close()
    if (error instanceof Error && /locked|busy/i.test(error.message)) return null
    throw error
  }
  const open = connection
  return () => open.close()
}
