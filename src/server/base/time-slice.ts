import { setImmediate as immediate } from 'node:timers/promises'

/** How long work may run before it yields, in milliseconds. */
const maxSliceTime = 8

/**
 * Divides long work into turns of the event loop by duration, not by number of items, since some items take far longer.
 */
export class TimeSlice {
  #startedAt = performance.now()

  /** Whether it is time to yield. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt > maxSliceTime
  }

  /** Yields, and begins the next slice. */
  async next(): Promise<void> {
    await immediate()
    this.#startedAt = performance.now()
  }
}
