import { randomInt } from 'node:crypto'
import { allocateBuffer } from '#server/base/thread.ts'

const separatorByte = 0xff
/** Different in each process, so that names cannot be crafted to collide in one slot. */
const seed = randomInt(2 ** 32)
/** Buffers grow by a quarter: more would be unused memory in an idle service. */
const growthFactor = 1.25

const emptyParts = (): TextPoolData => ({
  bytes: new Uint8Array(256),
  starts: new Uint32Array(16),
  places: new Int32Array(32),
  count: 1,
  seed,
})

/** The content of a pool, which can be sent to another thread. */
export interface TextPoolData {
  bytes: Uint8Array
  starts: Uint32Array
  places: Int32Array
  count: number
  seed: number
}

/**
 * Distinct texts stored once each, as bytes. The code of a text counts from 1; 0 means no text. JavaScript strings
 * would take several times as much memory.
 */
export class TextPool {
  /** The UTF-8 bytes of all texts in sequence, each followed by a byte that no text contains. */
  #bytes: Buffer
  /** The start offset of each text, and the end of the last one. */
  #starts: Uint32Array
  #slots: Int32Array
  #count: number
  #seed: number

  constructor(parts: TextPoolData = emptyParts()) {
    const { buffer, byteOffset, byteLength } = parts.bytes
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength)
    this.#starts = parts.starts
    this.#slots = parts.places
    this.#count = parts.count
    this.#seed = parts.seed
  }

  /** The content of the pool, without spare room. The pool must not be used afterwards. */
  parts(): TextPoolData {
    const { buffer, byteOffset } = this.#bytes
    return {
      bytes: new Uint8Array(buffer, byteOffset, this.#at(this.#count)),
      starts: this.#starts.subarray(0, this.#count + 1),
      places: this.#slots,
      count: this.#count,
      seed: this.#seed,
    }
  }

  /** The largest code plus one. */
  get size() {
    return this.#count
  }

  /** Returns the code of a text, adding the text if it is new. */
  intern(text: string | null): number {
    if (text === null) return 0
    const start = this.#at(this.#count)
    const length = this.#write(text, start)
    const slot = this.#slotOf(start, length)
    const known = this.#slots[slot] ?? 0
    if (known > 0) return known
    const code = this.#count++
    this.#bytes[start + length] = separatorByte
    if (code + 1 >= this.#starts.length) {
      const starts = new Uint32Array(allocateBuffer(4 * Math.ceil(this.#starts.length * growthFactor)))
      starts.set(this.#starts)
      this.#starts = starts
    }
    this.#starts[code + 1] = start + length + 1
    this.#slots[slot] = code
    if (this.#count * 2 > this.#slots.length) this.#growSlots()
    return code
  }

  /** The code of a text; -1 if no row ever had it. */
  find(text: string): number {
    const start = this.#at(this.#count)
    return this.#slots[this.#slotOf(start, this.#write(text, start))] || -1
  }

  text(code: number): string | null {
    return code === 0 ? null : this.#bytes.toString('utf8', this.#at(code), this.#at(code + 1) - 1)
  }

  /** For each code 1 if the UTF-8 bytes of its text, each as one character, pass a test, else 0. */
  where(passes: (bytes: string) => boolean): Uint8Array {
    const table = new Uint8Array(this.#count)
    for (let code = 1; code < this.#count; code++) {
      if (passes(this.#bytes.toString('latin1', this.#at(code), this.#at(code + 1) - 1))) table[code] = 1
    }
    return table
  }

  /** For each code 1 if its text contains `part`, ignoring the case of ASCII letters, else 0. */
  holding(part: string): Uint8Array {
    const table = new Uint8Array(this.#count)
    const end = this.#at(this.#count)
    const lowerCased = lowerAscii(Buffer.from(this.#bytes.subarray(0, end)))
    const needle = lowerAscii(Buffer.from(part))
    let code = 1
    for (
      let offset = lowerCased.indexOf(needle);
      offset >= 0;
      offset = lowerCased.indexOf(needle, this.#at(code))
    ) {
      while (this.#at(code + 1) <= offset) code++
      table[code] = 1
      code++
      if (code >= this.#count) break
    }
    return table
  }

  #at(code: number): number {
    return this.#starts[code] ?? 0
  }

  /** Writes a text after the last stored one and returns its length in bytes. */
  #write(text: string, start: number): number {
    const most = text.length * 3 + 1
    if (start + most > this.#bytes.length) {
      const bytes = Buffer.from(allocateBuffer(Math.ceil((start + most) * growthFactor)))
      this.#bytes.copy(bytes)
      this.#bytes = bytes
    }
    return this.#bytes.write(text, start, 'utf8')
  }

  /** The slot of the hash table that contains the text at `start`, or that it would be inserted into. */
  #slotOf(start: number, length: number): number {
    const mask = this.#slots.length - 1
    let slot = this.#hash(start, start + length) & mask
    for (;;) {
      const code = this.#slots[slot] ?? 0
      if (code === 0 || this.#equals(code, start, length)) return slot
      slot = (slot + 1) & mask
    }
  }

  #equals(code: number, start: number, length: number): boolean {
    const from = this.#at(code)
    if (this.#at(code + 1) - 1 - from !== length) return false
    return this.#bytes.compare(this.#bytes, start, start + length, from, from + length) === 0
  }

  #hash(from: number, to: number): number {
    let hash = this.#seed
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (this.#bytes[at] ?? 0), 0x01000193)
    return hash ^ (hash >>> 15)
  }

  #growSlots() {
    this.#slots = new Int32Array(allocateBuffer(this.#slots.length * 8))
    for (let code = 1; code < this.#count; code++) {
      const start = this.#at(code)
      this.#slots[this.#slotOf(start, this.#at(code + 1) - 1 - start)] = code
    }
  }
}

function lowerAscii(bytes: Buffer): Buffer {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 65 && byte <= 90) bytes[at] = byte + 32
  }
  return bytes
}
