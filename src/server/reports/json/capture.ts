/**
 * Collects the bytes of one value or key that arrives in chunks. Positions count the collected bytes, from the first
 * one; offsets count the bytes of the file. Skipped bytes take no memory.
 */
export class Capture {
  #parts: Uint8Array[] = []
  /** Bytes in `#parts`. */
  #kept = 0
  /** Offset of the first byte that is not in `#parts` yet; infinite while bytes are skipped. */
  #from = Number.POSITIVE_INFINITY
  #chunk: Uint8Array = new Uint8Array(0)
  /** Offset of the first byte of `#chunk`. */
  #base = 0

  /** Sets the current chunk, before any of its bytes are collected. */
  append(chunk: Uint8Array, base: number): void {
    this.#chunk = chunk
    this.#base = base
  }

  start(offset: number): void {
    this.#from = offset
  }

  /** The position of the byte at an offset, which equals the number of bytes collected before it. */
  positionOf(offset: number): number {
    return this.#kept + Math.max(0, offset - this.#from)
  }

  /** The bytes between two positions; the last one must have been read. */
  slice(start: number, end: number): Uint8Array {
    const chunks: Uint8Array[] = []
    let at = 0
    for (const part of this.#parts) {
      if (at < end && at + part.length > start)
        chunks.push(part.subarray(Math.max(0, start - at), Math.min(part.length, end - at)))
      at += part.length
    }
    if (end > at) {
      const first = this.#from - this.#base
      chunks.push(this.#chunk.subarray(first + Math.max(0, start - at), first + end - at))
    }
    const [only] = chunks
    return chunks.length === 1 && only ? only : Buffer.concat(chunks)
  }

  /** Collects the value's bytes in the current chunk, before the chunk is released. */
  keep(): void {
    const end = this.#base + this.#chunk.length
    if (this.#from >= end) return
    this.#add(this.#chunk.slice(this.#from - this.#base))
    this.#from = end
  }

  /** Drops the bytes collected since a position, and skips all following ones until `resume`. */
  skip(position: number): void {
    if (position > this.#kept) {
      const first = this.#from - this.#base
      this.#add(this.#chunk.slice(first, first + position - this.#kept))
    }
    while (this.#kept > position) {
      const last = this.#parts.pop() ?? new Uint8Array(0)
      this.#kept -= last.length
      if (this.#kept < position) this.#add(last.slice(0, position - this.#kept))
    }
    this.#from = Number.POSITIVE_INFINITY
  }

  /** Resumes collecting at an offset. */
  resume(offset: number): void {
    this.#from = offset
  }

  release(): void {
    this.#parts = []
    this.#kept = 0
    this.#from = Number.POSITIVE_INFINITY
  }

  #add(bytes: Uint8Array): void {
    this.#parts.push(bytes)
    this.#kept += bytes.length
  }
}
