import type { FastifyReply } from 'fastify'
import { HttpError } from './errors.ts'
import type { Principal } from './principal.ts'

const windowLength = 60_000

/** Counts the requests of each token in windows of a minute, where the configuration sets a limit. */
export class RateLimit {
  readonly #limit: number | null
  readonly #counts = new Map<number, { start: number; count: number }>()

  /** `most` requests a minute for each token; null for no limit. */
  constructor(most: number | null) {
    this.#limit = most
  }

  /**
   * Counts a request and tells the client what is left, in the `RateLimit` headers.
   * @throws HttpError 429 when the token's minute is used up.
   */
  count(principal: Principal, reply: FastifyReply, now: number) {
    if (this.#limit === null || principal.tokenId === null) return
    const known = this.#counts.get(principal.tokenId)
    // A window that begins after now is from before the clock was set back.
    const runs = known && known.start <= now && known.start > now - windowLength
    const entry = runs ? known : { start: now, count: 0 }
    entry.count++
    this.#counts.set(principal.tokenId, entry)
    const reset = Math.max(1, Math.ceil((entry.start + windowLength - now) / 1000))
    const remaining = Math.max(0, this.#limit - entry.count)
    const headers = {
      'ratelimit-limit': String(this.#limit),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(reset),
    }
    if (entry.count > this.#limit) {
      throw new HttpError(429, `The token has used its limit of ${this.#limit} requests per minute.`, {
        headers: { ...headers, 'retry-after': String(reset) },
      })
    }
    reply.headers(headers)
  }
}
