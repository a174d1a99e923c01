/** What the service holds at once, and for how long. Milliseconds and bytes. */
export interface ServerLimits {
  /** Connections that are open at once; one more is refused. */
  connections: number
  /** How long a JSON body may take. */
  jsonTime: number
  /** Bytes of JSON bodies that are held at once, of all callers. */
  bytesInFlight: number
  /** Of these, those of one token or, where none is needed, of one address. */
  bytesOfCaller: number
  /** How long a refused request may go on, so that its answer can be read. */
  timeToEnd: number
}

const megabyte = 1024 * 1024

/** Source: docs/api.md#limits. */
export const serverLimits: ServerLimits = {
  connections: 1_000,
  jsonTime: 30_000,
  bytesInFlight: 64 * megabyte,
  bytesOfCaller: 16 * megabyte,
  timeToEnd: 10_000,
}
