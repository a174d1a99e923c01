import type { Services } from '#server/http/services.ts'

/**
 * The turn of an import in the queues of its process. Small files are read several at a time. A large one takes some
 * hundreds of megabytes while it is read, and again while it is applied, so that one is at work at a time. A turn is
 * taken once the file is received, so that nobody holds one by sending slowly.
 */
export class ImportTurn {
  readonly #queues: Services['imports']
  readonly #signal: AbortSignal
  #isLarge = false
  #end: () => void = () => undefined

  /** @param signal leaves the queue */
  constructor(queues: Services['imports'], signal: AbortSignal) {
    this.#queues = queues
    this.#signal = signal
  }

  async beginSmall(): Promise<void> {
    this.#end = await this.#queues.reading.take(this.#signal)
  }

  /** Waits for the turn of large imports, before or while the file is read. The turn of small ones is left for it. */
  async grow(): Promise<void> {
    if (this.#isLarge) return
    const end = await this.#queues.large.take(this.#signal)
    this.#end()
    this.#end = end
    this.#isLarge = true
  }

  /** Ends the turn of a small file, which is read now. */
  wasRead(): void {
    if (!this.#isLarge) this.end()
  }

  end(): void {
    this.#end()
    this.#end = () => undefined
  }
}
