import type { FastifyReply } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { HttpError } from './errors.ts'
import { limitKey, type Principal } from './principal.ts'
import { createWindows, type Windows, windowLength } from './windows.ts'

/** Counts the requests of each token in windows of a minute, in all processes, if the configuration sets a limit. */
export class RateLimit {
  readonly #limit: number | null
  readonly #windows: Windows

  /** @param requestsPerMinute the limit of each token; null for no limit. */
  constructor(database: Database, requestsPerMinute: number | null) {
    this.#limit = requestsPerMinute
    this.#windows = createWindows(database, 'requests')
  }

  /**
   * Counts a request and reports the remaining ones in the `RateLimit` headers.
   * @throws HttpError 429 when the token has used its limit.
   */
  async count(principal: Principal, reply: FastifyReply, now: number): Promise<void> {
    if (this.#limit === null || (principal.tokenId === null && principal.personId === null)) return
    const { start, count } = await this.#windows.add(limitKey(principal), now)
    const reset = Math.max(1, Math.ceil((start + windowLength - now) / 1000))
    const remaining = Math.max(0, this.#limit - count)
    const headers = {
      'ratelimit-limit': String(this.#limit),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(reset),
    }
    if (count > this.#limit) {
      throw new HttpError(429, `The token has used its limit of ${this.#limit} requests per minute.`, {
        headers: { ...headers, 'retry-after': String(reset) },
      })
    }
    reply.headers(headers)
  }
}
