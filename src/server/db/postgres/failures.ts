import type { DatabaseFailure } from '../database.ts'

/** By the class of the code. Source: PostgreSQL, "PostgreSQL Error Codes". */
const failures: readonly (readonly [begins: string, failure: DatabaseFailure])[] = [
  ['08', 'unreachable'],
  ['57P', 'unreachable'],
  ['25006', 'read_only'],
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['53100', 'disk_full'],
  ['53', 'busy'],
  ['55P03', 'busy'],
  ['58030', 'disk_failed'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  ['42P01', 'damaged'],
]

/**
 * The system calls that open a connection. Other calls also fail for files and for the clients of the service, which are
 * no failures of the database.
 */
const connecting = new Set<unknown>(['connect', 'getaddrinfo'])

/** Errors of the driver without a code. */
const broken =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Errors of connections that were open, such as a reset by the server. */
const connectionErrors = new WeakSet<Error>()

/** Remembers the error with which a connection broke; the queries on it fail with the same. */
export const noteConnectionError = (error: Error): void => void connectionErrors.add(error)

/** The kind of failure of a database error; null for any other error. */
export function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  if (connectionErrors.has(error) || broken.test(error.message)) return 'unreachable'
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return null
  if ('syscall' in error && connecting.has(error.syscall)) return 'unreachable'
  if (!('severity' in error)) return null
  return failures.find(([begins]) => code.startsWith(begins))?.[1] ?? null
}

/** Whether a transaction that failed so can be run again. Source: PostgreSQL, "Serialization Failure Handling". */
export const isRetryable = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
