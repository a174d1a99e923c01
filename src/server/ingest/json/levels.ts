import { pointerSegment } from '../input/fault.ts'
import { closeRoute, type FaultPolicy, type Route } from './json-route.ts'

type Level = {
  route: Route | null
  guard: FaultPolicy | null
  list: boolean
  index: number
  key: string | null
}

/** The lists and objects of the document that are walked into, from the outermost to the present one. */
export class Levels {
  readonly #levels: Level[] = []

  get last(): Level | undefined {
    return this.#levels[this.#levels.length - 1]
  }

  /** Whether nothing more of the present object is wanted. */
  get isOver(): boolean {
    const route = this.last?.route ?? null
    return route === null || ('object' in route && route.isOver?.() === true)
  }

  open(route: Route, guard: FaultPolicy | null, list: boolean): void {
    this.#levels.push({ route, guard, list, index: 0, key: null })
  }

  close(): void {
    const level = this.#levels.pop()
    if (level) closeRoute(level.route)
  }

  /** Skips what is still to come of everything that a guard guards. */
  abandon(guard: FaultPolicy): void {
    for (const level of this.#levels) if (level.guard === guard) level.route = null
  }

  /** The way to the present value as a JSON pointer. */
  pointer(): string {
    let pointer = ''
    for (const { list, index, key } of this.#levels) {
      if (list) pointer += pointerSegment(String(index))
      else if (key !== null) pointer += pointerSegment(key)
    }
    return pointer
  }

  /** The keys on the way to the present value, without the positions in lists. */
  keys(): string[] {
    return this.#levels.flatMap(({ list, key }) => (list || key === null ? [] : [key]))
  }
}
