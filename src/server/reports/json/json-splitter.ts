import { type FilePosition, pointerSegment, ReadFault, startOfFile } from '../input/fault.ts'
import { Capture } from './capture.ts'
import {
  describeByte,
  hasByteOrderMark,
  invalidNumber,
  isHex,
  kindOf,
  literals,
  Mode,
  nextInNumber,
  numberComplete,
  parseBytes,
  parsedKey,
  State,
} from './json-bytes.ts'
import {
  childRoute,
  type FaultPolicy,
  type JsonKind,
  openRoute,
  type Route,
  routeOfKind,
  type TakenValue,
} from './json-route.ts'
import { Levels } from './levels.ts'
import { type SplitterLimits, splitterLimits } from './limits.ts'

/**
 * Validates JSON (RFC 8259) byte by byte as it arrives, and splits it along a tree of routes into complete values for
 * handlers. Validation is strict everywhere, also in skipped parts, so that the passed values can always be parsed.
 * Memory: one value at a time; skipped strings take none. Throws `ReadFault` with the position of the first invalid
 * byte. Values that are valid JSON but rejected by a route are passed to the route's guard, if it has one.
 */
export class JsonSplitter {
  /** The route of a list that follows a list; null if none may. */
  nextPage: () => Route | null = () => null
  readonly #limits: SplitterLimits
  #root: Route
  readonly #next: () => Route | null
  #state: number = State.value
  #mode: number = Mode.outer
  #base = 0
  #line = 1
  #lineStart = 0
  #depth = 0
  readonly #levels = new Levels()
  /** For each depth whether it is a list, and inside a collected value the index or the position of the key. */
  readonly #isList: Uint8Array
  readonly #index: Float64Array
  readonly #keyStart: Float64Array
  readonly #keyEnd: Float64Array
  #valueDepth = 0
  #valueRoute: Route | null = null
  #valueGuard: FaultPolicy | null = null
  #valuePlace: FilePosition = startOfFile
  #nodes = 0
  readonly #capture = new Capture()
  #stringStart = 0
  /** In the collected bytes of the value. */
  #stringPosition = 0
  #stringIsKey = false
  #stringLeftOut = false
  #hexLeft = 0
  #literal = ''
  #literalAt = 0

  /** @param next the route of an object that follows the document, as in JSON lines; null if nothing may follow */
  constructor(root: Route, limits: SplitterLimits = splitterLimits, next: () => Route | null = () => null) {
    this.#root = root
    this.#next = next
    this.#limits = limits
    this.#isList = new Uint8Array(limits.depth + 1)
    this.#index = new Float64Array(limits.depth + 1)
    this.#keyStart = new Float64Array(limits.depth + 1).fill(-1)
    this.#keyEnd = new Float64Array(limits.depth + 1).fill(-1)
  }

  /** Processes the next bytes, the first ones with or without a byte order mark; handlers are called meanwhile. */
  push(chunk: Uint8Array): void {
    this.#capture.append(chunk, this.#base)
    const end = chunk.length
    let at = this.#base === 0 && hasByteOrderMark(chunk) ? 3 : 0
    while (at < end) {
      const byte = chunk[at] ?? 0
      const state = this.#state
      if (state === State.string) at = this.#string(chunk, at)
      else if (state < State.string || state === State.done) {
        if (byte === 0x20 || byte === 0x09 || byte === 0x0d) at++
        else if (byte === 0x0a) {
          at++
          this.#line++
          this.#lineStart = this.#base + at
        } else at = this.#structure(byte, at)
      } else at = this.#scalar(byte, at)
    }
    if (this.#state >= State.string && this.#state <= State.hex) this.#checkString(end)
    this.#capture.keep()
    this.#checkValue(end)
    this.#base += end
  }

  /** Whether the document is complete, regardless of what follows. */
  get isComplete(): boolean {
    return this.#state === State.done
  }

  /** The position of the next byte. */
  get place(): FilePosition {
    return this.#placeOf(this.#base)
  }

  /** Ends the input. Throws if the document is not complete. */
  finish(): void {
    if (this.#state === State.done) return
    const nothing = this.#depth === 0 && this.#state === State.value
    throw this.#fault(nothing ? 'the file is empty' : 'the file is cut off: it ends inside a value', 0)
  }

  #fault(message: string, at: number): ReadFault {
    return new ReadFault(message, this.#placeOf(this.#base + at), this.#pointer())
  }

  #placeOf(byteOffset: number): FilePosition {
    return { byteOffset, line: this.#line, column: byteOffset - this.#lineStart + 1 }
  }

  #pointer(): string {
    let pointer = this.#levels.pointer()
    if (this.#mode !== Mode.take) return pointer
    for (let depth = this.#valueDepth + 1; depth <= this.#depth; depth++) {
      if (this.#isList[depth] === 1) pointer += pointerSegment(String(this.#index[depth]))
      else {
        const key = this.#innerKey(depth)
        if (key === null) break
        pointer += pointerSegment(key)
      }
    }
    return pointer
  }

  /** The key at a depth inside the collected value, from its collected bytes. */
  #innerKey(depth: number): string | null {
    const start = this.#keyStart[depth] ?? 0
    const end = this.#keyEnd[depth] ?? 0
    return start < 0 || end <= start ? null : parsedKey(this.#capture.slice(start, end))
  }

  /** The keys of the path to the current value, without list indexes. */
  #keys(): string[] {
    const keys = this.#levels.keys()
    for (let depth = this.#valueDepth + 1; depth <= this.#depth; depth++)
      if (this.#isList[depth] === 0) keys.push(this.#innerKey(depth) ?? '')
    return keys
  }

  /** Passes a fault of the value to its guard and skips the rest of the guarded value; throws without a guard. */
  #refuse(fault: ReadFault, guard: FaultPolicy | null): void {
    if (guard === null) throw fault
    guard.refuse(fault)
    this.#levels.abandon(guard)
    if (this.#mode !== Mode.take) return
    this.#capture.release()
    this.#mode = Mode.skip
  }

  #tooMuch(message: string, at: number): void {
    this.#refuse(this.#fault(message, at), this.#mode === Mode.take ? this.#valueGuard : null)
  }

  /** Skipped strings and keys are not collected, and may be of any length. */
  #checkString(at: number): void {
    if (this.#mode === Mode.skip || this.#stringLeftOut) return
    if (this.#mode === Mode.outer && this.#levels.isOver) return
    if (this.#base + at - this.#stringStart <= this.#limits.stringBytes) return
    if (!this.#stringIsKey && this.#valueGuard?.reads(this.#keys()) === false) {
      this.#capture.skip(this.#stringPosition + 1)
      this.#stringLeftOut = true
    } else this.#tooMuch(`a string is longer than ${this.#limits.stringBytes} bytes`, at)
  }

  #checkValue(at: number): void {
    if (this.#mode === Mode.take && this.#capture.positionOf(this.#base + at) > this.#limits.valueBytes)
      this.#tooMuch(`one value is larger than ${this.#limits.valueBytes} bytes`, at)
  }

  #string(chunk: Uint8Array, from: number): number {
    const end = chunk.length
    let at = from
    let byte = 0
    while (at < end) {
      byte = chunk[at] ?? 0
      if (byte === 0x22 || byte === 0x5c || byte < 0x20) break
      at++
    }
    if (at === end) return at
    if (byte === 0x5c) {
      this.#state = State.escape
      return at + 1
    }
    if (byte < 0x20) throw this.#fault('a string contains an unescaped control character', at)
    this.#checkString(at)
    if (this.#stringLeftOut) this.#capture.resume(this.#base + at)
    this.#stringLeftOut = false
    if (this.#stringIsKey) this.#keyEnded(at + 1)
    else this.#valueEnded(at + 1)
    return at + 1
  }

  #keyEnded(at: number): void {
    this.#state = State.colon
    const end = this.#capture.positionOf(this.#base + at)
    if (this.#mode === Mode.take) this.#keyEnd[this.#depth] = end
    if (this.#mode !== Mode.outer) return
    const level = this.#levels.last
    if (level) level.key = this.#levels.isOver ? null : parsedKey(this.#capture.slice(0, end))
    this.#capture.release()
  }

  #structure(byte: number, at: number): number {
    switch (this.#state) {
      case State.valueOrEnd:
        return byte === 0x5d ? this.#close(at) : this.#begin(byte, at)
      case State.value:
        return this.#begin(byte, at)
      case State.keyOrEnd:
        return byte === 0x7d ? this.#close(at) : this.#beginKey(byte, at)
      case State.key:
        return this.#beginKey(byte, at)
      case State.colon:
        if (byte !== 0x3a) throw this.#fault(`expected a colon, not ${describeByte(byte)}`, at)
        this.#state = State.value
        return at + 1
      case State.after:
        return this.#afterValue(byte, at)
      default:
        return this.#beginNext(byte, at)
    }
  }

  #beginNext(byte: number, at: number): number {
    const kind = kindOf(byte)
    const route = kind === 'object' ? this.#next() : kind === 'list' ? this.nextPage() : null
    if (route === null)
      throw this.#fault(`unexpected ${describeByte(byte)} after the end of the document`, at)
    this.#root = route
    return this.#begin(byte, at)
  }

  #afterValue(byte: number, at: number): number {
    const list = this.#isList[this.#depth] === 1
    if (byte === 0x2c) {
      this.#state = list ? State.value : State.key
      this.#index[this.#depth] = (this.#index[this.#depth] ?? 0) + 1
      if (this.#mode === Mode.outer) this.#levels.next()
      return at + 1
    }
    if (byte === (list ? 0x5d : 0x7d)) return this.#close(at)
    throw this.#fault(`a comma or ${list ? '"]"' : '"}"'} was expected, not ${describeByte(byte)}`, at)
  }

  #beginKey(byte: number, at: number): number {
    if (byte !== 0x22) throw this.#fault(`expected a quoted key, not ${describeByte(byte)}`, at)
    this.#stringIsKey = true
    this.#stringStart = this.#base + at
    this.#state = State.string
    if (this.#mode === Mode.outer && !this.#levels.isOver) this.#capture.start(this.#base + at)
    this.#keyStart[this.#depth] = this.#capture.positionOf(this.#base + at)
    this.#keyEnd[this.#depth] = -1
    return at + 1
  }

  #begin(byte: number, at: number): number {
    const kind = kindOf(byte)
    if (kind === null) {
      const first = this.#depth === 0 ? 'the file is not JSON: it begins with' : 'a value was expected, not'
      throw this.#fault(`${first} ${describeByte(byte)}`, at)
    }
    if (this.#mode === Mode.outer) this.#chooseValue(kind, at)
    else if (this.#mode === Mode.take && ++this.#nodes > this.#limits.valueNodes)
      this.#tooMuch(`one value contains more than ${this.#limits.valueNodes} values`, at)
    if (kind === 'object' || kind === 'list') return this.#open(kind === 'list', at)
    if (kind === 'string') {
      this.#stringIsKey = false
      this.#stringStart = this.#base + at
      this.#stringPosition = this.#capture.positionOf(this.#stringStart)
      this.#state = State.string
    } else if (kind === 'number') {
      this.#state = byte === 0x2d ? State.minus : byte === 0x30 ? State.zero : State.integer
    } else {
      this.#literal = literals[String.fromCharCode(byte)] ?? ''
      this.#literalAt = 1
      this.#state = State.literal
    }
    return at + 1
  }

  #chooseValue(kind: JsonKind, at: number): void {
    const level = this.#levels.last
    const child = level ? childRoute(level.route, level.list ? null : level.key) : this.#root
    const route = routeOfKind(child, kind)
    const guard = (route && !('either' in route) ? route.guard : null) ?? level?.guard ?? null
    const problem = openRoute(route, kind, () => this.#placeOf(this.#base + at))
    if (problem) this.#refuse(this.#fault(problem, at), guard)
    else if (route && !('take' in route) && (kind === 'object' || kind === 'list')) {
      this.#levels.open(route, guard, kind === 'list')
      return
    }
    this.#valueRoute = route
    this.#valueGuard = guard
    this.#valueDepth = this.#depth
    this.#valuePlace = this.#placeOf(this.#base + at)
    this.#nodes = 0
    this.#mode = route && 'take' in route ? Mode.take : Mode.skip
    if (this.#mode === Mode.take) this.#capture.start(this.#base + at)
  }

  #open(list: boolean, at: number): number {
    if (this.#depth >= this.#limits.depth)
      throw this.#fault(`values are nested more than ${this.#limits.depth} levels deep`, at)
    this.#depth++
    this.#isList[this.#depth] = list ? 1 : 0
    this.#index[this.#depth] = 0
    this.#keyStart[this.#depth] = -1
    this.#keyEnd[this.#depth] = -1
    this.#state = list ? State.valueOrEnd : State.keyOrEnd
    return at + 1
  }

  #close(at: number): number {
    this.#depth--
    if (this.#mode === Mode.outer) {
      this.#levels.close()
      this.#state = this.#depth === 0 ? State.done : State.after
    } else this.#valueEnded(at + 1)
    return at + 1
  }

  #valueEnded(at: number): void {
    this.#state = this.#depth === 0 ? State.done : State.after
    if (this.#depth !== this.#valueDepth || this.#mode === Mode.outer) return
    this.#checkValue(at)
    const route = this.#mode === Mode.take ? this.#valueRoute : null
    const bytes = route ? this.#capture.slice(0, this.#capture.positionOf(this.#base + at)) : null
    this.#capture.release()
    this.#mode = Mode.outer
    if (bytes && route && 'take' in route) this.#handOver(route, bytes)
  }

  #handOver(route: Extract<Route, { take: unknown }>, bytes: Uint8Array): void {
    try {
      route.take(this.#taken(bytes))
    } catch (error) {
      if (!(error instanceof ReadFault)) throw error
      this.#refuse(error, this.#valueGuard)
    }
  }

  #taken(bytes: Uint8Array): TakenValue {
    const place = this.#valuePlace
    const fault = (message: string, suffix = '') => new ReadFault(message, place, this.#pointer() + suffix)
    return { bytes, place, parse: () => parseBytes(bytes), fault }
  }

  #scalar(byte: number, at: number): number {
    switch (this.#state) {
      case State.escape:
        if (byte === 0x75) {
          this.#hexLeft = 4
          this.#state = State.hex
        } else if ('"\\/bfnrt'.includes(String.fromCharCode(byte))) this.#state = State.string
        else
          throw this.#fault(`a string contains an invalid escape sequence: \\ and ${describeByte(byte)}`, at)
        return at + 1
      case State.hex:
        if (!isHex(byte)) throw this.#fault('\\u needs four hexadecimal digits', at)
        if (--this.#hexLeft === 0) this.#state = State.string
        return at + 1
      case State.literal:
        if (byte !== this.#literal.charCodeAt(this.#literalAt))
          throw this.#fault(`${this.#literal} was expected, not ${describeByte(byte)}`, at)
        if (++this.#literalAt === this.#literal.length) this.#valueEnded(at + 1)
        return at + 1
      default:
        return this.#number(byte, at)
    }
  }

  #number(byte: number, at: number): number {
    const next = nextInNumber(this.#state, byte)
    if (next === invalidNumber) throw this.#fault(`expected a number, found ${describeByte(byte)}`, at)
    if (next === numberComplete) {
      this.#valueEnded(at)
      return at
    }
    this.#state = next
    return at + 1
  }
}
