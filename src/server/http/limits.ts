/** The limits of the service, in milliseconds and bytes. */
export interface ServerLimits {
  /** Open connections. */
  connections: number
  /** The time in which a JSON body must be received. */
  jsonTime: number
  /** Bytes of JSON bodies in memory, of all callers. */
  bytesInFlight: number
  /** Bytes of JSON bodies in memory per token or, for requests without a token, per address. */
  bytesOfCaller: number
  /** How long a rejected request may continue, so that its response can be read. */
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
