import { inThread, threadEntry } from '#server/base/thread.ts'
import { type CodeownersMatcher, matcherOf, StepBudget, TooManySteps } from './codeowners-matcher.ts'
import type { ThreadMatches, ThreadRequest } from './thread-messages.ts'

/** Returns the owner of a path by a `CODEOWNERS` file; null if it has none, undefined if that is not known. */
export type PathOwners = (path: string) => string | null | undefined

/** As many steps take about as long as starting a thread: fifteen milliseconds, three times that in code that is new. */
const stepsHere = 500_000
/** Paths that are sent to a thread at a time, so that no message takes long. */
const pathsPerMessage = 5_000

/**
 * The most steps for a file and paths with this many characters in total: they take a second, and half a second
 * for each megabyte. Files of real repositories take less than a tenth. Source: docs/reliability.md.
 */
const stepsFor = (characters: number): number => 100_000_000 + 50 * characters

/** Finds the owners of paths by a `CODEOWNERS` file here, as long as it takes few steps. */
export function ownersHere(content: string): PathOwners {
  const budget = new StepBudget(stepsHere)
  let matcher: CodeownersMatcher | null = null
  return (path) => {
    if (budget.isSpent) return undefined
    try {
      matcher ??= matcherOf(content, budget)
      return matcher.lineOf(path)?.owners[0] ?? null
    } catch (error) {
      if (error instanceof TooManySteps) return undefined
      throw error
    }
  }
}

/**
 * Finds the owners of many paths by a `CODEOWNERS` file, which comes from a repository as they do: in another thread,
 * unless that takes few steps, and with a limit for all of them.
 */
export class PathMatching {
  readonly #content: string
  readonly #stopping: AbortSignal
  readonly #here: PathOwners
  #steps = 0
  #characters: number

  constructor(content: string, stopping: AbortSignal) {
    this.#content = content
    this.#stopping = stopping
    this.#here = ownersHere(content)
    this.#characters = content.length
  }

  /**
   * Returns the owners of paths, each of which is given once; null if all paths so far take more steps than the limit.
   */
  async match(paths: readonly string[]): Promise<Map<string, string | null> | null> {
    const owners = new Map<string, string | null>()
    // Paths of one folder in a row share what leads there.
    const sorted = paths.toSorted()
    for (let from = 0; from < sorted.length; from += pathsPerMessage)
      if (!(await this.#matchSome(sorted.slice(from, from + pathsPerMessage), owners))) return null
    return owners
  }

  async #matchSome(paths: readonly string[], owners: Map<string, string | null>): Promise<boolean> {
    const left = paths.filter((path) => {
      this.#characters += path.length
      const owner = this.#here(path)
      if (owner !== undefined) owners.set(path, owner)
      return owner === undefined
    })
    if (left.length === 0) return true
    const request: ThreadRequest = {
      content: this.#content,
      paths: left,
      limit: stepsFor(this.#characters) - this.#steps,
    }
    const entry = threadEntry(import.meta.url, './worker.ts', './owners-worker.js')
    const matches = await inThread<ThreadMatches>(entry, request, this.#stopping)
    this.#steps += matches.steps
    if (matches.owners === null) return false
    for (const [at, path] of left.entries()) {
      const owner = matches.ofPaths[at] ?? -1
      owners.set(path, matches.owners[owner] ?? null)
    }
    return true
  }
}
