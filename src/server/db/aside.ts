import { DatabaseSync } from 'node:sqlite'

/**
 * A connection for reading everything once, beside everybody else: with a small cache, since no page is read twice. Each
 * statement sees what is committed by then. Whoever asks for it closes it.
 */
export function openAside(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 5_000, readOnly: true })
  connection.exec('pragma cache_size = -4096')
  return connection
}
