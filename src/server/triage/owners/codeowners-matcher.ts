import { type CodeownersLine, parseCodeowners } from './codeowners.ts'

const anyText = Symbol('*')
const anyCharacter = Symbol('?')
type Token = string | typeof anyText | typeof anyCharacter

/** A name with wildcards: what is before its last `*`, that included, and what is after it. */
interface NamePattern {
  head: readonly Token[]
  tail: readonly Token[]
}

/** A place in the patterns of a file; those that begin alike share it. */
interface Place {
  /** The place after `**`, which stands for any number of names. */
  afterFolders: Place | null
  /** Whether the place is after `**`, so that it is kept for the names that follow. */
  isKept: boolean
  /** The places after a name, and after one with wildcards. */
  byName: Map<string, Place> | null
  byPattern: Map<string, { pattern: NamePattern; place: Place }> | null
  /** The last line whose pattern ends here; -1 if none does. */
  line: number
  /** The last line whose pattern ends here or after it. */
  last: number
  /** The last turn in which the place was reached, so that it is taken once. */
  turn: number
}

/** Where the names of a path lead, and the last line that matches whatever follows; -1 if none does. */
interface Reached {
  places: readonly Place[]
  certain: number
}

/** The most places that are kept for the next path. */
const maxKeptPlaces = 1_000_000

/** Thrown when matching takes more steps than its budget. */
export class TooManySteps extends Error {}

/** Steps that may be taken. Each compares one name or character of a pattern with one of a path, or makes a place. */
export class StepBudget {
  taken = 0
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get isSpent(): boolean {
    return this.taken > this.#limit
  }

  /** @throws TooManySteps */
  take(steps: number): void {
    this.taken += steps
    if (this.isSpent) throw new TooManySteps()
  }
}

/**
 * Finds the line of a `CODEOWNERS` file for paths: the last one that matches. All patterns are followed at once, name by
 * name, and never backwards, and paths in one folder share what leads there. So the steps of a path are at most the
 * product of its length and that of the file, and few if the patterns have few wildcards.
 */
export class CodeownersMatcher {
  readonly #budget: StepBudget
  readonly #lines: readonly CodeownersLine[]
  readonly #start: Reached
  /** The names of the path before, and what each of them reached. */
  #names: readonly string[] = []
  #reached: Reached[] = []
  #turn = 0

  constructor(lines: readonly CodeownersLine[], budget: StepBudget) {
    this.#lines = lines
    this.#budget = budget
    const root = newPlace()
    for (const [index, { pattern }] of lines.entries()) this.#add(root, pattern, index)
    this.#start = this.#reach([root], -1)
  }

  /** @throws TooManySteps */
  lineOf(path: string): CodeownersLine | undefined {
    const names = path.split('/').filter((name) => name !== '')
    this.#budget.take(path.length)
    let shared = 0
    while (shared < this.#reached.length && names[shared] === this.#names[shared]) shared++
    this.#reached.length = shared
    this.#names = names
    let reached = this.#reached.at(-1) ?? this.#start
    let size = this.#reached.reduce((sum, { places }) => sum + places.length, 0)
    for (const name of names.slice(shared)) {
      reached = this.#follow(reached, name)
      size += reached.places.length
      if (size <= maxKeptPlaces) this.#reached.push(reached)
    }
    this.#budget.take(reached.places.length)
    const line = reached.places.reduce((last, place) => Math.max(last, place.line), reached.certain)
    return this.#lines[line]
  }

  /** Adds a pattern of gitignore, without `!` and `[…]`. */
  #add(root: Place, pattern: string, line: number) {
    const names = pattern.split('/').filter((name) => name !== '')
    const isAnchored = pattern.replace(/\/$/, '').includes('/')
    const last = names.at(-1)
    let place = isAnchored ? root : folders(root)
    const visited = [root, place]
    const go = (next: Place) => {
      place = next
      visited.push(next)
    }
    for (const name of last === '**' ? names.slice(0, -1) : names)
      go(name === '**' ? folders(place) : named(place, name))
    // A folder stands for what is in it; `**` at the end for at least one name, as in `docs/**`.
    if (last === '**' || pattern.endsWith('/')) go(named(place, '*'))
    if (last !== '*' || pattern.endsWith('/')) go(folders(place))
    this.#budget.take(10 * visited.length + pattern.length)
    place.line = line
    for (const each of visited) each.last = line
  }

  #follow({ places, certain }: Reached, name: string): Reached {
    const budget = this.#budget
    const characters = [...name]
    const next: Place[] = []
    for (const place of places) {
      budget.take(stepsToFollow)
      if (place.isKept) next.push(place)
      const literal = place.byName?.get(name)
      if (literal) next.push(literal)
      for (const each of place.byPattern?.values() ?? [])
        if (each.place.last > certain && matchesName(each.pattern, characters, budget)) next.push(each.place)
    }
    return this.#reach(next, certain)
  }

  /** Adds what `**` leads to, and leaves out what cannot be the last line. */
  #reach(places: readonly Place[], before: number): Reached {
    const turn = ++this.#turn
    const all: Place[] = []
    let certain = before
    for (const start of places)
      for (let place: Place | null = start; place && place.turn !== turn; place = place.afterFolders) {
        place.turn = turn
        if (place.isKept) certain = Math.max(certain, place.line)
        if (place.last > certain) all.push(place)
      }
    return { places: all, certain }
  }
}

/** What following a name from a place takes, in steps. */
const stepsToFollow = 20
/** What reading a character of a file takes, in steps. */
const stepsToRead = 4

/** Reads a `CODEOWNERS` file to match paths with it. @throws TooManySteps */
export function matcherOf(content: string, budget: StepBudget): CodeownersMatcher {
  budget.take(stepsToRead * content.length)
  return new CodeownersMatcher(parseCodeowners(content).lines, budget)
}

const newPlace = (isKept = false): Place => ({
  afterFolders: null,
  isKept,
  byName: null,
  byPattern: null,
  line: -1,
  last: -1,
  turn: 0,
})

function folders(place: Place): Place {
  // Two `**` in a row mean the same as one.
  if (place.isKept) return place
  place.afterFolders ??= newPlace(true)
  return place.afterFolders
}

function named(place: Place, name: string): Place {
  const tokens = tokensOf(name)
  if (tokens.every((token) => typeof token === 'string')) {
    place.byName ??= new Map()
    const text = tokens.join('')
    const next = place.byName.get(text) ?? newPlace()
    place.byName.set(text, next)
    return next
  }
  place.byPattern ??= new Map()
  const known = place.byPattern.get(name)
  if (known) return known.place
  const gap = tokens.lastIndexOf(anyText) + 1
  const pattern = { head: tokens.slice(0, gap), tail: tokens.slice(gap) }
  const next = newPlace()
  place.byPattern.set(name, { pattern, place: next })
  return next
}

function tokensOf(name: string): Token[] {
  const tokens: Token[] = []
  for (const [part = ''] of name.matchAll(/\\?./gsu)) {
    if (part === '*') {
      if (tokens.at(-1) !== anyText) tokens.push(anyText)
    } else if (part === '?') tokens.push(anyCharacter)
    else tokens.push(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part)
  }
  return tokens
}

/** Compares the end first, which differs for most names, as in `*.ts`. */
function matchesName({ head, tail }: NamePattern, characters: readonly string[], budget: StepBudget) {
  const rest = characters.length - tail.length
  if (rest < 0 || (head.length === 0 && rest > 0)) return false
  for (let at = tail.length - 1; at >= 0; at--) {
    budget.take(1)
    if (!isSame(tail[at], characters[rest + at])) return false
  }
  return head.length === 0 || matchesStart(head, characters, rest, budget)
}

/**
 * Whether tokens that end in `*` match a start of some characters. What is between two gaps is taken where it is found
 * first, and never looked for again, since a later place leaves less for what follows.
 */
function matchesStart(
  tokens: readonly Token[],
  characters: readonly string[],
  end: number,
  budget: StepBudget,
): boolean {
  let at = 0
  let gap = -1
  let afterGap = 0
  for (let index = 0; at < tokens.length - 1; ) {
    budget.take(1)
    if (tokens[at] === anyText) {
      gap = at++
      afterGap = index
    } else if (index < end && isSame(tokens[at], characters[index])) {
      at++
      index++
    } else if (gap >= 0 && index < end) {
      at = gap + 1
      index = ++afterGap
    } else return false
  }
  return true
}

const isSame = (token: Token | undefined, character: string | undefined) =>
  token === anyCharacter || token === character
