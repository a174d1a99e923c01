import type { Edit } from '../edits.ts'
import type { Repository } from '../repository.ts'
import { main } from '../test-project.ts'
import { type Files, mergeFiles } from './merge-files.ts'

/** The files of a ref, and what it was made from or merged with last. */
interface Tree extends Files {
  base: Files
}

const none: Files = { state: new Map(), numbers: new Map() }

/** The files of several refs, one of which is edited. */
export class Trees {
  readonly #trees = new Map<string, Tree>()
  readonly #nextNumber: () => number
  #ref = main

  constructor(state: Repository, nextNumber: () => number) {
    this.#nextNumber = nextNumber
    const numbers = new Map([...state.keys()].map((path) => [path, nextNumber()]))
    this.#trees.set(main, { state, numbers, base: none })
  }

  get state(): Repository {
    return this.#tree.state
  }

  get #tree(): Tree {
    const tree = this.#trees.get(this.#ref)
    if (!tree) throw new Error(`there is no ${this.#ref}`)
    return tree
  }

  checkout(ref: string): void {
    this.#ref = ref
  }

  make(ref: string, from: string): void {
    const tree = this.#trees.get(from) ?? this.#tree
    this.#trees.set(ref, { ...tree, base: tree })
  }

  merge(from: string): void {
    const theirs = this.#trees.get(from)
    if (!theirs) return
    const own = this.#tree
    // A branch remembers what both had; the primary one is merged with several.
    const { base } = from === main ? own : theirs
    const merged = mergeFiles(base, own, theirs)
    this.#trees.set(this.#ref, { ...merged, base: from === main ? theirs : own.base })
    if (from !== main) this.#trees.set(from, { ...theirs, base: merged })
  }

  /** Edits the current ref; files that are new get numbers. */
  edit(edit: Edit): void {
    const { state: old, numbers, base } = this.#tree
    const state = edit(old)
    const numbered = [...state.keys()].map((path) => [path, numbers.get(path) ?? this.#nextNumber()] as const)
    this.#trees.set(this.#ref, { state, numbers: new Map(numbered), base })
  }

  /** Renames files, which keep their numbers: these stand in the order of their paths. */
  rename(edit: Edit): void {
    const { state: old, numbers, base } = this.#tree
    const state = edit(old)
    const inOrder = [...old.keys()].map((path) => numbers.get(path) ?? this.#nextNumber())
    const numbered = [...state.keys()].map(
      (path, index) => [path, inOrder[index] ?? this.#nextNumber()] as const,
    )
    this.#trees.set(this.#ref, { state, numbers: new Map(numbered), base })
  }

  /** The former paths of files that were renamed since the ref was made, by their new ones. */
  renamedFiles(): ReadonlyMap<string, string> {
    const { base } = this.#tree
    const stood = new Map([...base.numbers].map(([path, number]) => [number, path]))
    return new Map(
      [...this.#tree.numbers].flatMap(([path, number]) => {
        const from = stood.get(number)
        return from === undefined || from === path ? [] : [[path, from]]
      }),
    )
  }

  numberOf(path: string): number {
    return this.#tree.numbers.get(path) ?? -1
  }

  /** The file of a number, under its path of now; null where it is gone. */
  pathOf(number: number): string | null {
    return [...this.#tree.numbers].find(([, each]) => each === number)?.[0] ?? null
  }
}
