import { isHandle } from '#contract/parameters/owner.ts'

/** A line of a `CODEOWNERS` file that names files. */
export interface CodeownersLine {
  /** Counts from 1. */
  line: number
  pattern: string
  /** Handles; none if the files have no owner. */
  owners: readonly string[]
  /** @param names the parts of a path, see `pathNames`. */
  matches(names: readonly string[]): boolean
}

/** A line that cannot be used, and why. */
export interface InvalidLine {
  line: number
  text: string
  reason: string
}

const maxLines = 10_000
/** The most that the patterns of a file may cost for each path: parts of paths, and characters of those with wildcards. */
const maxCost = 100_000

/**
 * Reads a `CODEOWNERS` file as GitHub does: gitignore patterns without `!` and without `[…]`, where `docs/*` does not
 * match files in folders below. What follows `#` is a comment.
 */
export function parseCodeowners(content: string): { lines: CodeownersLine[]; invalid: InvalidLine[] } {
  const lines: CodeownersLine[] = []
  const invalid: InvalidLine[] = []
  let cost = 0
  for (const [index, text] of content.split(/\r\n|\n|\r/).entries()) {
    const words = wordsOf(text)
    const [pattern, ...owners] = words
    if (pattern === undefined) continue
    const line = index + 1
    const reason = faultOf(pattern, owners)
    const costOfLine = costOf(pattern)
    if (reason !== null) invalid.push({ line, text: text.slice(0, 200), reason })
    else if (cost + costOfLine > maxCost)
      invalid.push({ line, text: text.slice(0, 200), reason: 'has too many wildcards for one file' })
    else if (lines.length >= maxLines)
      invalid.push({ line, text: text.slice(0, 200), reason: `is beyond ${maxLines} lines` })
    else {
      cost += costOfLine
      lines.push({ line, pattern, owners, matches: compilePattern(pattern) })
    }
  }
  return { lines, invalid }
}

/** What matching a pattern costs at most, beside the length of the path. */
const costOf = (pattern: string): number =>
  pattern.split('/').reduce((cost, name) => cost + (/[*?]/.test(name) ? name.length : 1), 0)

/** The words of a line, up to a comment; a backslash keeps the next character in its word. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:\\.|[^\s\\]|\\$)+/gu) ?? []
  const comment = words.findIndex((word) => word.startsWith('#'))
  return comment < 0 ? words : words.slice(0, comment)
}

function faultOf(pattern: string, owners: readonly string[]): string | null {
  if (pattern.startsWith('!')) return 'negation with ! is not supported'
  if (/^\^?\[/.test(pattern)) return 'sections are not supported'
  const wrong = owners.find((owner) => !isHandle(owner))
  return wrong === undefined ? null : `${wrong.slice(0, 80)} is not a handle`
}

/** Returns the last line whose pattern matches a path; undefined if none does. */
export function lineOf(lines: readonly CodeownersLine[], path: string): CodeownersLine | undefined {
  const names = pathNames(path)
  return lines.findLast((line) => line.matches(names))
}

/**
 * Like `lineOf`, for many paths: lines that name a file or folder without wildcards are looked up instead of tried.
 */
export function createLookup(lines: readonly CodeownersLine[]): (path: string) => CodeownersLine | undefined {
  const literal = new Map<string, number>()
  const others: number[] = []
  for (const [index, { pattern }] of lines.entries()) {
    const key = literalOf(pattern)
    if (key === null) others.push(index)
    else literal.set(key, index)
  }
  return (path) => {
    const names = pathNames(path)
    let best = -1
    let prefix = ''
    for (const [at, name] of names.entries()) {
      prefix += `/${name}`
      best = Math.max(best, literal.get(prefix) ?? -1)
      // What ends in a slash matches only what is in the folder.
      if (at < names.length - 1) best = Math.max(best, literal.get(`${prefix}/`) ?? -1)
    }
    const wild = others.findLast((index) => index < best || lines[index]?.matches(names)) ?? -1
    return lines[Math.max(best, wild)]
  }
}

/** The path of a pattern that names one, with a slash at its end if it names a folder; else null. */
function literalOf(pattern: string): string | null {
  if (/[*?\\]/.test(pattern) || !pattern.replace(/\/$/, '').includes('/')) return null
  const names = pathNames(pattern)
  return names.length === 0 ? null : `/${names.join('/')}${pattern.endsWith('/') ? '/' : ''}`
}

/** The parts of a path, as patterns are matched with them. */
export const pathNames = (path: string): string[] => path.split('/').filter((name) => name !== '')

const anyFolders = Symbol('**')
const anyText = Symbol('*')
const anyCharacter = Symbol('?')
type Token = string | typeof anyText | typeof anyCharacter
/** A name without wildcards is a text. */
type Segment = string | readonly Token[] | typeof anyFolders

/**
 * Compiles a pattern. The time of a match grows with the product of the lengths of pattern and path, whatever they are:
 * the files come from repositories.
 */
function compilePattern(pattern: string): (names: readonly string[]) => boolean {
  const isFolder = pattern.endsWith('/')
  const names = pattern.split('/').filter((name) => name !== '')
  const isAnchored = pattern.replace(/\/$/, '').includes('/')
  const segments: Segment[] = names.map((name) => (name === '**' ? anyFolders : segmentOf(name)))
  if (!isAnchored) segments.unshift(anyFolders)
  const last = names.at(-1)
  // A folder stands for what is in it; `**` at the end for at least one name, as in `docs/**`.
  if (last === '**') segments.splice(-1, 1, [anyText], anyFolders)
  else if (isFolder) segments.push([anyText], anyFolders)
  else if (last !== '*') segments.push(anyFolders)
  return (path) => matchesAll(segments, path)
}

function segmentOf(name: string): Segment {
  const tokens = tokensOf(name)
  const texts = tokens.filter((token) => typeof token === 'string')
  return texts.length === tokens.length ? texts.join('') : tokens
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

const matchesAll = (segments: readonly Segment[], names: readonly string[]) =>
  matchesWithGaps(
    segments,
    names,
    (segment) => segment === anyFolders,
    (segment, name) =>
      typeof segment === 'string' ? segment === name : segment !== anyFolders && matchesName(segment, name),
  )

const matchesName = (tokens: readonly Token[], name: string) =>
  matchesWithGaps(
    tokens,
    [...name],
    (token) => token === anyText,
    (token, character) => token === anyCharacter || token === character,
  )

/** Matches a list with a pattern whose gaps stand for any number of items: back to the last gap after a mismatch. */
function matchesWithGaps<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isGap: (part: P) => boolean,
  matches: (part: P, item: T) => boolean,
): boolean {
  let at = 0
  let gap = -1
  let afterGap = 0
  for (let index = 0; index < items.length; ) {
    const part = pattern[at]
    const item = items[index]
    if (part !== undefined && isGap(part)) {
      gap = at++
      afterGap = index
    } else if (part !== undefined && item !== undefined && matches(part, item)) {
      at++
      index++
    } else if (gap >= 0) {
      at = gap + 1
      index = ++afterGap
    } else return false
  }
  return pattern.slice(at).every(isGap)
}
