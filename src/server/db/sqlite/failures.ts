import type { DatabaseFailure } from '../database.ts'

/** Primary result codes. Source: SQLite, "Result and Error Codes". */
const failures: Record<number, DatabaseFailure> = {
  5: 'busy',
  6: 'busy',
  8: 'read_only',
  10: 'disk_failed',
  11: 'damaged',
  13: 'disk_full',
  14: 'cannot_open',
  26: 'damaged',
}

/** The kind of failure of a database error; null for any other error. */
export function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  const code = error.errcode & 0xff
  // The tables existed when the service started: a file without them is another file.
  if (code === 1 && error.message.startsWith('no such table')) return 'damaged'
  return failures[code] ?? null
}
