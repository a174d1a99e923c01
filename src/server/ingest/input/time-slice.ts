import { yieldToEventLoop } from './reader.ts'

/** How long work may go on before others are let in. Milliseconds. */
const maxSliceTime = 8

/** Divides long work into turns of the event loop by the time it takes: by their number, some items take far longer. */
export class TimeSlice {
  #startedAt = performance.now()

  /** Whether others are to be let in now. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt > maxSliceTime
  }

  /** Lets others in, and begins the next slice. */
  async next(): Promise<void> {
    await yieldToEventLoop()
    this.#startedAt = performance.now()
  }
}
