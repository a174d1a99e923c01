/** Limits the bytes of bodies that are received: of all callers together, and of each caller. */
export class BodyBudget {
  readonly #maxBytes: number
  readonly #maxBytesOfCaller: number
  #bytesHeld = 0
  readonly #byCaller = new Map<string, number>()
  readonly #byRequest = new Map<object, { caller: string; bytes: number }>()

  constructor(maxBytes: number, maxBytesOfCaller: number) {
    this.#maxBytes = maxBytes
    this.#maxBytesOfCaller = maxBytesOfCaller
  }

  /** Counts received bytes of a request's body. @returns false if they exceed a limit. */
  reserve(request: object, caller: string, bytes: number): boolean {
    const ofCaller = (this.#byCaller.get(caller) ?? 0) + bytes
    if (ofCaller > this.#maxBytesOfCaller || this.#bytesHeld + bytes > this.#maxBytes) return false
    this.#bytesHeld += bytes
    this.#byCaller.set(caller, ofCaller)
    const before = this.#byRequest.get(request)?.bytes ?? 0
    this.#byRequest.set(request, { caller, bytes: before + bytes })
    return true
  }

  /** Releases the bytes of a request that has ended. */
  release(request: object): void {
    const reservation = this.#byRequest.get(request)
    if (!reservation) return
    this.#byRequest.delete(request)
    this.#bytesHeld -= reservation.bytes
    const remaining = (this.#byCaller.get(reservation.caller) ?? 0) - reservation.bytes
    if (remaining > 0) this.#byCaller.set(reservation.caller, remaining)
    else this.#byCaller.delete(reservation.caller)
  }
}
