import { type FilePosition, pointerSegment, ReadFault, startOfFile } from '../input/fault.ts'
import { parseBytes } from './json-bytes.ts'
import type { TakenValue } from './json-route.ts'
import { splitterLimits } from './limits.ts'

const comma = 0x2c
const openBracket = 0x5b
const openBrace = 0x7b

/** An object that arrives key by key, with the limits of a value that is passed on whole. */
export class CollectedObject {
  /** The key whose value comes next. */
  key = ''
  #parts: Uint8Array[] = []
  #bytes = 0
  #nodes = 0
  #place: FilePosition = startOfFile
  /** The path of the object; null until its first value, since a fault, which knows it, is expensive to make. */
  #path: string | null = null

  begin(place: FilePosition): void {
    this.#parts = []
    this.#bytes = 0
    this.#nodes = 0
    this.#place = place
    this.#path = null
  }

  /** Adds the value of `key`. Throws `ReadFault` if the object exceeds a limit. */
  add(value: TakenValue): void {
    const { bytes } = value
    this.#path ??= value.fault('').path.slice(0, -pointerSegment(this.key).length)
    this.#bytes += bytes.length + this.key.length
    for (const byte of bytes) if (byte === comma || byte === openBracket || byte === openBrace) this.#nodes++
    if (this.#bytes > splitterLimits.valueBytes)
      throw this.#fault(`one value is larger than ${splitterLimits.valueBytes} bytes`)
    if (this.#nodes > splitterLimits.valueNodes)
      throw this.#fault(`one value contains more than ${splitterLimits.valueNodes} values`)
    const name = `${this.#parts.length > 0 ? ',' : ''}${JSON.stringify(this.key)}:`
    this.#parts.push(Buffer.from(name), bytes.slice())
  }

  /** The whole object. */
  value(): TakenValue {
    const bytes = Buffer.concat([Buffer.from('{'), ...this.#parts, Buffer.from('}')])
    const fault = (message: string, suffix = '') => this.#fault(message, suffix)
    const place = this.#place
    return { bytes, place, parse: () => parseBytes(bytes), fault }
  }

  #fault(message: string, suffix = ''): ReadFault {
    return new ReadFault(message, this.#place, (this.#path ?? '') + suffix)
  }
}
