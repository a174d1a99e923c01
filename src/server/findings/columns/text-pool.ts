import { randomInt } from 'node:crypto'
import { allocateBuffer } from '#server/thread.ts'

const separatorByte = 0xff
/** Another one in each process, so that nobody can make names that all fall on one place. */
const seed = randomInt(2 ** 32)
/** Room is made for a quarter more than there is: more would stand empty in a service at rest. */
const growthFactor = 1.25

const emptyParts = (): TextPoolData => ({
  bytes: new Uint8Array(256),
  starts: new Uint32Array(16),
  places: new Int32Array(32),
  count: 1,
  seed,
})

/** What a pool consists of, as another thread takes it. */
export interface TextPoolData {
  bytes: Uint8Array
  starts: Uint32Array
  places: Int32Array
  count: number
  seed: number
}

/**
 * Texts, each kept once, as bytes; a text is known by its number from 1, and 0 stands for none. Strings of the runtime
 * would take several times as much room.
 */
export class TextPool {
  /** Texts one after another in UTF-8, each followed by a byte that no text holds. */
  #bytes: Buffer
  /** Where each text begins; one more than there are. */
  #starts: Uint32Array
  #places: Int32Array
  #count: number
  #seed: number

  constructor(parts: TextPoolData = emptyParts()) {
    const { buffer, byteOffset, byteLength } = parts.bytes
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength)
    this.#starts = parts.starts
    this.#places = parts.places
    this.#count = parts.count
    this.#seed = parts.seed
  }

  /** What is filled of it, which is not to be used any more. */
  parts(): TextPoolData {
    const { buffer, byteOffset } = this.#bytes
    return {
      bytes: new Uint8Array(buffer, byteOffset, this.#at(this.#count)),
      starts: this.#starts.subarray(0, this.#count + 1),
      places: this.#places,
      count: this.#count,
      seed: this.#seed,
    }
  }

  /** One more than the largest number. */
  get size() {
    return this.#count
  }

  /** The number of a text, which is kept if it was not known. */
  intern(text: string | null): number {
    if (text === null) return 0
    const start = this.#at(this.#count)
    const length = this.#write(text, start)
    const place = this.#placeOf(start, length)
    const known = this.#places[place] ?? 0
    if (known > 0) return known
    const code = this.#count++
    this.#bytes[start + length] = separatorByte
    if (code + 1 >= this.#starts.length) {
      const starts = new Uint32Array(allocateBuffer(4 * Math.ceil(this.#starts.length * growthFactor)))
      starts.set(this.#starts)
      this.#starts = starts
    }
    this.#starts[code + 1] = start + length + 1
    this.#places[place] = code
    if (this.#count * 2 > this.#places.length) this.#spread()
    return code
  }

  /** The number of a text; -1 where no row has ever had it. */
  find(text: string): number {
    const start = this.#at(this.#count)
    return this.#places[this.#placeOf(start, this.#write(text, start))] || -1
  }

  text(code: number): string | null {
    return code === 0 ? null : this.#bytes.toString('utf8', this.#at(code), this.#at(code + 1) - 1)
  }

  /** For each number 1 where the text's UTF-8 bytes, each as one character, pass a test; 0 for none. */
  where(passes: (bytes: string) => boolean): Uint8Array {
    const table = new Uint8Array(this.#count)
    for (let code = 1; code < this.#count; code++) {
      if (passes(this.#bytes.toString('latin1', this.#at(code), this.#at(code + 1) - 1))) table[code] = 1
    }
    return table
  }

  /** For each number 1 where the text holds `part`, ignoring the case of ASCII letters; 0 for none. */
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

  /** Writes a text beyond the end of what is kept; its length in bytes. */
  #write(text: string, start: number): number {
    const most = text.length * 3 + 1
    if (start + most > this.#bytes.length) {
      const bytes = Buffer.from(allocateBuffer(Math.ceil((start + most) * growthFactor)))
      this.#bytes.copy(bytes)
      this.#bytes = bytes
    }
    return this.#bytes.write(text, start, 'utf8')
  }

  /** Where in the table of places the text at `start` stands or would stand. */
  #placeOf(start: number, length: number): number {
    const mask = this.#places.length - 1
    let place = this.#hash(start, start + length) & mask
    for (;;) {
      const code = this.#places[place] ?? 0
      if (code === 0 || this.#equals(code, start, length)) return place
      place = (place + 1) & mask
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

  #spread() {
    this.#places = new Int32Array(allocateBuffer(this.#places.length * 8))
    for (let code = 1; code < this.#count; code++) {
      const start = this.#at(code)
      this.#places[this.#placeOf(start, this.#at(code + 1) - 1 - start)] = code
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
