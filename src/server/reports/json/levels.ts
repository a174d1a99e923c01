import { pointerSegment, ReadFault } from '../input/fault.ts'
import { closeRoute, type FaultPolicy, type Route } from './json-route.ts'

type Level = {
  route: Route | null
  guard: FaultPolicy | null
  list: boolean
  index: number
  key: string | null
}

/** The lists and objects of the document that are being traversed, from the outermost to the current one. */
export class Levels {
  readonly #levels: Level[] = []

  get last(): Level | undefined {
    return this.#levels[this.#levels.length - 1]
  }

  /** Whether the rest of the current object is not needed. */
  get isOver(): boolean {
    const route = this.last?.route ?? null
    return route === null || ('object' in route && route.isOver?.() === true)
  }

  open(route: Route, guard: FaultPolicy | null, list: boolean): void {
    this.#levels.push({ route, guard, list, index: 0, key: null })
  }

  close(): void {
    const level = this.#levels.pop()
    try {
      if (level) closeRoute(level.route)
    } catch (error) {
      if (!(error instanceof ReadFault) || !level?.guard) throw error
      level.guard.refuse(error)
      this.abandon(level.guard)
    }
  }

  /** Begins the next element or key of the current list or object. */
  next(): void {
    const level = this.last
    if (level) level.index++
  }

  /** Skips the rest of everything that a guard covers. */
  abandon(guard: FaultPolicy): void {
    for (const level of this.#levels) if (level.guard === guard) level.route = null
  }

  /** The path to the current value as a JSON pointer. */
  pointer(): string {
    let pointer = ''
    for (const { list, index, key } of this.#levels) {
      if (list) pointer += pointerSegment(String(index))
      else if (key !== null) pointer += pointerSegment(key)
    }
    return pointer
  }

  /** The keys of the path to the current value, without list indexes. */
  keys(): string[] {
    return this.#levels.flatMap(({ list, key }) => (list || key === null ? [] : [key]))
  }
}
