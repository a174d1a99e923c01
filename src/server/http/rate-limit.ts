import type { FastifyReply } from 'fastify'
import { HttpError } from './errors.ts'
import type { Principal } from './principal.ts'

const windowLength = 60_000

/** Counts the requests of each token in windows of a minute, if the configuration sets a limit. */
export class RateLimit {
  readonly #limit: number | null
  readonly #counts = new Map<number, { start: number; count: number }>()

  /** @param requestsPerMinute the limit of each token; null for no limit. */
  constructor(requestsPerMinute: number | null) {
    this.#limit = requestsPerMinute
  }

  /**
   * Counts a request and reports the remaining ones in the `RateLimit` headers.
   * @throws HttpError 429 when the token has used its limit.
   */
  count(principal: Principal, reply: FastifyReply, now: number) {
    if (this.#limit === null || principal.tokenId === null) return
    const window = this.#counts.get(principal.tokenId)
    // A window that begins in the future was started before the clock was set back.
    const isRunning = window && window.start <= now && window.start > now - windowLength
    const current = isRunning ? window : { start: now, count: 0 }
    current.count++
    this.#counts.set(principal.tokenId, current)
    const reset = Math.max(1, Math.ceil((current.start + windowLength - now) / 1000))
    const remaining = Math.max(0, this.#limit - current.count)
    const headers = {
      'ratelimit-limit': String(this.#limit),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(reset),
    }
    if (current.count > this.#limit) {
      throw new HttpError(429, `The token has used its limit of ${this.#limit} requests per minute.`, {
        headers: { ...headers, 'retry-after': String(reset) },
      })
    }
    reply.headers(headers)
  }
}
