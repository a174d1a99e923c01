/** Counts the failed attempts of each address within the last minute, in bounded memory. */
export class Attempts {
  readonly #limit: number
  readonly #times = new Map<string, number[]>()

  /** Up to `maxAttempts` failures a minute are answered as failures; further ones are rejected as too many. */
  constructor(maxAttempts: number) {
    this.#limit = maxAttempts
  }

  /** Records a failure and returns the seconds to wait if there were too many, else 0. */
  fail(address: string, now: number): number {
    // Times in the future were recorded before the clock was set back.
    const recent = (this.#times.get(address) ?? []).filter((time) => time <= now && time > now - 60_000)
    const [oldest] = recent
    if (recent.length >= this.#limit && oldest !== undefined) return Math.ceil((oldest + 60_000 - now) / 1000)
    recent.push(now)
    this.#times.delete(address)
    this.#times.set(address, recent)
    if (this.#times.size > 10_000) {
      const [first] = this.#times.keys()
      if (first !== undefined) this.#times.delete(first)
    }
    return 0
  }
}
