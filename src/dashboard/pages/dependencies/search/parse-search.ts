import { ecosystemOfSearch } from '#contract/ecosystems.ts'
import type { DependencyFilter } from '#contract/operations/dependencies.ts'
import { labels } from '../labels.ts'
import { packageOf } from './purl.ts'
import { type Piece, splitTerms } from './split-terms.ts'

export type PackageFilter = NonNullable<DependencyFilter['packageFilters']>[number]

/** One package of the search. */
export interface Term {
  filter: PackageFilter & { name: string }
  /** The place of the name in the text, if it is written without quotes: it can be made exact, or a part. */
  nameAt: { from: number; to: number } | undefined
  /** The name is written as a part of one, `*lodash*`. */
  isPart?: boolean
}

/** The parsed search, and sentences about the parts that could not be parsed. */
export interface ParsedSearch {
  terms: readonly Term[]
  faults: readonly string[]
}

/** The contract's limits. */
const mostTerms = 100
const longest = 500

const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
const quoted = (text: string) => `“${cut(text)}”`

/** A name outside quotes, in stars if it is a part of one: excludes the characters with a meaning of their own. */
const name = /^\**(?:@?[^\s<>=≤≥^!"@~]|~(?!=))(?:[^\s<>=≤≥^!"@~]|~(?!=))*/
const operator = /^(?:<=|>=|={1,3}|<|>|≤|≥)/
const word = /^[^\s<>=≤≥"]+/
const versionLike = /^[vV]?\d/

const bounds: Readonly<Record<string, readonly ['versionLowerBound' | 'versionUpperBound', string]>> = {
  '<': ['versionUpperBound', '<'],
  '<=': ['versionUpperBound', '<='],
  '≤': ['versionUpperBound', '<='],
  '>': ['versionLowerBound', '>'],
  '>=': ['versionLowerBound', '>='],
  '≥': ['versionLowerBound', '>='],
}

/** A reading position in a term. */
class Cursor {
  readonly #text: string
  at = 0

  constructor(text: string) {
    this.#text = text
  }

  get rest(): string {
    return this.#text.slice(this.at)
  }

  get done(): boolean {
    return this.at >= this.#text.length
  }

  /** Returns the match of the pattern at the current position and moves past it; undefined if there is no match. */
  take(pattern: RegExp): string | undefined {
    const [found] = pattern.exec(this.rest) ?? []
    if (found) this.at += found.length
    return found || undefined
  }
}

interface Faults {
  report: (sentence: string) => void
}

/** Parses the name, with its ecosystem, at the start of a term. */
function readName(cursor: Cursor, piece: Piece, { report }: Faults): Term | undefined {
  const prefix = /^([a-z]+):(?=\S)/i.exec(cursor.rest)
  const ecosystem = ecosystemOfSearch(prefix?.[1] ?? '')
  if (prefix && ecosystem) cursor.at += prefix[0].length
  const within = ecosystem ? { ecosystem } : {}
  const from = piece.at + cursor.at
  if (cursor.take(/^"/)) {
    const exact = (cursor.take(/^[^"]+/) ?? '').trim()
    if (!cursor.take(/^"/)) report(labels.faults.openQuote(quoted(piece.text)))
    if (exact === '') report(labels.faults.noPackage(quoted(piece.text)))
    return exact === ''
      ? undefined
      : { filter: { name: exact, exactNameMatch: true, ...within }, nameAt: undefined }
  }
  const found = cursor.take(name)
  if (!found) {
    report(
      operator.test(cursor.rest)
        ? labels.faults.noPackageBefore(quoted(cursor.rest))
        : labels.faults.noPackage(quoted(piece.text)),
    )
    return undefined
  }
  // A quote directly after the name would pair with the quotes of an exact name.
  const nameAt = cursor.rest.startsWith('"') ? undefined : { from, to: from + found.length }
  const part = found.replace(/^\*+/, '').replace(/(?<!\*)\*+$/, '')
  if (part === '') {
    report(labels.faults.noPackage(quoted(piece.text)))
    return undefined
  }
  return { filter: { name: part, ...within }, nameAt, isPart: part !== found }
}

function readPurl(cursor: Cursor, { report }: Faults): Term | undefined {
  const text = cursor.take(/^\S+/) ?? ''
  const found = packageOf(text)
  if (!found) {
    report(labels.faults.noPurl(quoted(text)))
    return undefined
  }
  const { name, version, ecosystem } = found
  const exact = { ...(version ? { exactVersion: version } : {}), ...(ecosystem ? { ecosystem } : {}) }
  return { filter: { name, exactNameMatch: true, ...exact }, nameAt: undefined }
}

/** Adds a version or a bound to a filter, or returns why it is invalid. */
function narrow(filter: PackageFilter, sign: string, version: string, { report }: Faults): void {
  const shown = quoted(`${sign}${version}`)
  if (version.length > longest - 2) {
    report(labels.faults.longVersion(shown))
    return
  }
  const [bound, written] = bounds[sign] ?? []
  const has = filter.versionLowerBound !== undefined || filter.versionUpperBound !== undefined
  if (filter.exactVersion !== undefined || (!bound && has)) {
    report(labels.faults.versionOrBounds(shown, quoted(filter.name ?? '')))
    return
  }
  if (!bound) {
    filter.exactVersion = version
    return
  }
  if (filter[bound] !== undefined) {
    const side = bound === 'versionLowerBound' ? 'lower' : 'upper'
    report(labels.faults.secondBound(shown, side, quoted(filter[bound])))
    return
  }
  filter[bound] = `${written}${version}`
}

/** Parses the versions after a name. */
function readVersions(cursor: Cursor, filter: PackageFilter, faults: Faults): void {
  const { report } = faults
  const version = () => {
    cursor.take(/^\s+/)
    return cursor.take(word)
  }
  const glued = cursor.take(/^@/)
  if (glued) {
    const found = cursor.take(word)
    if (!found) report(labels.faults.noVersionAfterAt(quoted(`${filter.name}@`)))
    else if (/^[\^~*]/.test(found)) report(rangeFault(found))
    else narrow(filter, '', found, faults)
  }
  while (!cursor.done) {
    if (cursor.take(/^\s+/)) continue
    const sign = cursor.take(operator)
    if (sign) {
      const found = version()
      if (found) narrow(filter, sign, found, faults)
      else report(labels.faults.noVersionAfter(quoted(sign)))
      continue
    }
    const range = cursor.take(/^(?:[!~]=\s*\S*|[\^~*!|]\S*)/)
    if (range) {
      report(rangeFault(range))
      continue
    }
    const other = cursor.take(word) ?? cursor.take(/^\S+/) ?? ''
    if (versionLike.test(other)) narrow(filter, '', other, faults)
    else report(labels.faults.noVersion(quoted(other)))
  }
}

const rangeFault = (text: string) => labels.faults.range(quoted(text))

/**
 * Parses the text typed or pasted into the dependency search: names with versions or bounds, separated by commas,
 * semicolons or line breaks. Never throws: it returns how the text was parsed and which parts were ignored.
 */
export function parseSearch(text: string): ParsedSearch {
  const terms: Term[] = []
  const messages: string[] = []
  const faults: Faults = { report: (sentence) => messages.push(sentence) }
  let before: Term | undefined
  for (const piece of splitTerms(text)) {
    const cursor = new Cursor(piece.text)
    // For example “requests >=2, <3”: the comma separates bounds of the same package.
    const goesOn = operator.test(piece.text) && !/^=/.test(piece.text) ? before : undefined
    const term =
      goesOn ?? (/^pkg:/i.test(piece.text) ? readPurl(cursor, faults) : readName(cursor, piece, faults))
    before = term
    if (!term) continue
    if (term.filter.name.length > longest) {
      faults.report(labels.faults.longName(quoted(term.filter.name)))
      before = undefined
      continue
    }
    readVersions(cursor, term.filter, faults)
    // Versions are those of one package: `lodash <4` does not ask for lodash.merge.
    if (!term.isPart && hasVersion(term.filter)) term.filter.exactNameMatch = true
    if (!goesOn) terms.push(term)
  }
  if (terms.length > mostTerms) {
    faults.report(labels.faults.tooMany(terms.length, mostTerms))
  }
  return { terms: terms.slice(0, mostTerms), faults: [...new Set(messages)] }
}

const hasVersion = ({ exactVersion, versionLowerBound, versionUpperBound }: PackageFilter) =>
  (exactVersion ?? versionLowerBound ?? versionUpperBound) !== undefined

/** Whether a name is exact because a version follows it, and not because it is written so. */
export const isExactByVersion = ({ filter, nameAt }: Term): boolean =>
  nameAt !== undefined && filter.exactNameMatch === true

/** Returns the filter of a term for every package whose name contains its name. */
export function containing({ filter }: Term): PackageFilter {
  const { exactNameMatch: _, ...rest } = filter
  return rest
}

/** Returns the text with the names that are exact only because of their version written as parts: `*lodash* <4`. */
export function withContainedNames(text: string, terms: readonly Term[]): string {
  return terms.filter(isExactByVersion).reduceRight((before, { filter, nameAt }) => {
    const { from = 0, to = 0 } = nameAt ?? {}
    return `${before.slice(0, from)}*${filter.name}*${before.slice(to)}`
  }, text)
}

/** Returns the text with the name of one term in quotes, so that only this exact name matches. */
export function withExactName(text: string, { filter, nameAt }: Term): string {
  return nameAt ? `${text.slice(0, nameAt.from)}"${filter.name}"${text.slice(nameAt.to)}` : text
}

const signs: readonly (readonly [RegExp, string])[] = [
  [/^</, labels.box.below],
  [/^<=/, labels.box.upTo],
  [/^>/, labels.box.above],
  [/^>=/, labels.box.from],
]

function boundText(bound: string): string {
  const sign = signs.findLast(([pattern]) => pattern.test(bound))?.[1] ?? ''
  return `${sign} ${bound.replace(/^[<>]=?/, '')}`
}

/** Describes how a term was parsed: `name contains lodash, version below 4.17.21`. */
export function termText({ filter }: Term): { name: string; version: string | undefined } {
  const { exactNameMatch, exactVersion, versionLowerBound: lower, versionUpperBound: upper } = filter
  const range = [lower, upper].filter((bound) => bound !== undefined).map(boundText)
  return {
    name: exactNameMatch ? labels.box.exact : labels.box.contains,
    version: exactVersion ?? (range.length > 0 ? range.join(labels.box.and) : undefined),
  }
}
