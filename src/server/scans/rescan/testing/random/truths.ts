/** Flaws that nothing tells apart any more, each under one of them. */
export class Truths {
  readonly #parents = new Map<string, string>()

  same(one: string, other: string): boolean {
    return this.#root(one) === this.#root(other)
  }

  /** A flaw, and those that nothing tells from it. */
  joined(one: string): string[] {
    return [
      one,
      ...[...this.#parents.keys(), ...this.#parents.values()].filter((each) => this.same(each, one)),
    ]
  }

  join(one: string, other: string): void {
    this.#parents.set(this.#root(one), this.#root(other))
    this.#blurred.add(one).add(other)
  }

  /** Whether it may be taken for another one. */
  isBlurred(truth: string): boolean {
    return this.#blurred.has(truth)
  }

  readonly #blurred = new Set<string>()

  #root(truth: string): string {
    const parent = this.#parents.get(truth)
    return parent === undefined || parent === truth ? truth : this.#root(parent)
  }
}
