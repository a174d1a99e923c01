/**
 * A small seeded generator of random numbers (sfc32, seeded through splitmix32), so that the demo organisation is
 * the same wherever and whenever it is made. Nothing here reads the clock or `Math.random`.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  /** Equal words give equal sequences; any other word gives another one. */
  constructor(...words: readonly (number | string)[]) {
    let state = 0x9e3779b9
    for (const character of words.join('\u0000')) {
      state = mix(state ^ (character.codePointAt(0) ?? 0))
    }
    this.#a = mix(state + 1)
    this.#b = mix(state + 2)
    this.#c = mix(state + 3)
    for (let round = 0; round < 12; round++) this.#next()
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** A fraction from 0 up to, but without, 1. */
  fraction(): number {
    return this.#next() / 0x1_0000_0000
  }

  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1))
  }

  /** True with the given probability (0 to 1). */
  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /**
   * One of the items, each as likely as the next.
   * @throws RangeError for an empty list.
   */
  pick<T>(items: readonly T[]): T {
    const index = this.integer(0, items.length - 1)
    if (index >= items.length || items.length === 0) throw new RangeError('Nothing to pick from')
    return item(items, index)
  }

  /**
   * One of the items, the earlier ones more often: the first about `steepness` times as often as the last.
   * @throws RangeError for an empty list.
   */
  pickEarly<T>(items: readonly T[], steepness = 6): T {
    if (items.length === 0) throw new RangeError('Nothing to pick from')
    const position = (steepness ** this.fraction() - 1) / (steepness - 1)
    return item(items, Math.min(items.length - 1, Math.floor(position * items.length)))
  }

  /** The items in another order, as a new list. */
  shuffle<T>(items: readonly T[]): T[] {
    const result = [...items]
    for (let index = result.length - 1; index > 0; index--) {
      const other = this.integer(0, index)
      const kept = item(result, index)
      result[index] = item(result, other)
      result[other] = kept
    }
    return result
  }

  /** `count` different items, all of them where there are fewer. */
  sample<T>(items: readonly T[], count: number): T[] {
    return this.shuffle(items).slice(0, count)
  }

  /** Lower-case hexadecimal digits, such as a commit id with 40 of them. */
  hex(digits: number): string {
    let text = ''
    while (text.length < digits) text += this.#next().toString(16).padStart(8, '0')
    return text.slice(0, digits)
  }
}

function mix(value: number): number {
  let z = (value + 0x9e3779b9) | 0
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
  return z ^ (z >>> 15)
}

/**
 * Deals items in fixed shares: every round holds each item as often as its share says, in a new order. So even
 * few draws come close to the shares, which plain chance would not.
 */
export class Deck<T> {
  #random: Random
  #round: T[]
  #left: T[] = []

  constructor(random: Random, shares: readonly (readonly [item: T, share: number])[]) {
    this.#random = random
    this.#round = shares.flatMap(([item, share]) => Array.from({ length: share }, () => item))
  }

  draw(): T {
    if (this.#left.length === 0) this.#left = this.#random.shuffle(this.#round)
    const next = this.#left.pop()
    if (next === undefined) throw new RangeError('Nothing to deal')
    return next
  }
}

/** Splits `total` into whole parts in proportion to the weights; the parts sum to `total` exactly. */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((left, right) => left + right, 0)
  let weightSoFar = 0
  let given = 0
  return weights.map((weight) => {
    weightSoFar += weight
    const upTo = Math.round((total * weightSoFar) / sum)
    const part = upTo - given
    given = upTo
    return part
  })
}

/** The element at a position that is known to be there; throws a RangeError where it is not. */
export function item<T>(items: readonly T[], index: number): T {
  const found = items[index]
  if (found === undefined) throw new RangeError(`There is no element ${index} of ${items.length}`)
  return found
}
