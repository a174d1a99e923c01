import type { LineFormat } from '../formats/format.ts'
import { isAlike, tokensOf } from './code.ts'
import { isRenamingShown, isSame, type LineSnapshot, type SentOfFlaw, sentFor } from './line-reports.ts'
import type { Asked, Pair } from './world.ts'

/** The most lines between code that changed and the line on which it is expected. */
const maxDistance = 20
/** The least number of tokens of code that is known again under another path without anything beside it. */
const longCode = 8

const sameAs = ({ all }: LineSnapshot, flaw: SentOfFlaw, path?: string) =>
  all.filter((each) => isSame(each, flaw) && (path === undefined || each.path === path))

const hasPath = ({ all }: LineSnapshot, path: string) => all.some((each) => each.path === path)

/** What a report says of a file, whatever its path is and on whatever lines. */
const contentOf = ({ all }: LineSnapshot, path: string) =>
  all
    .filter((each) => each.path === path)
    .map(({ rule, text }) => `${rule}\n${tokensOf(text).join(' ')}`)
    .toSorted()
const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each, index) => each === other[index])

/**
 * What the rules of docs/api.md#identity ask for a flaw that two reports have, as far as it is clear from these reports:
 * equal code twice in a file is told apart by likelihood alone, and so it is asked for nothing.
 */
export function askedOfLine(format: LineFormat, truth: string, pair: Pair<LineSnapshot>): Asked {
  const before = sentFor(pair.before, truth)
  const after = sentFor(pair.now, truth)
  if (!before || !after) return null
  if (!format.sends.code) return !pair.across?.wasAway && isUnmoved(pair, before, after) ? 'keep' : null
  if (before.rule !== after.rule) return askedOfRenamedRule(pair, before, after)
  if (before.path === after.path || isSaidRenamed(pair, before, after))
    return askedInFile(pair, before, after)
  if (!isSame(before, after)) return null
  return pair.across ? askedAcrossRefs(pair, before, after) : askedElsewhere(pair, before, after)
}

/** Whether version control says that the file of one has the name of the other's file now, and it has. */
const isSaidRenamed = ({ now, across }: Pair<LineSnapshot>, old: SentOfFlaw, found: SentOfFlaw) =>
  across?.isFirstScan === true &&
  across.isFromPrimary &&
  across.renamed?.get(found.path) === old.path &&
  !hasPath(now, old.path)

/** Without code only a file of which the reports say the same, at most with more below, is clear. */
function isUnmoved({ before, now }: Pair<LineSnapshot>, old: SentOfFlaw, found: SentOfFlaw): boolean {
  const placesOf = ({ all }: LineSnapshot) =>
    all
      .flatMap(({ rule, path, line, column, text }) =>
        path === old.path ? [`${rule} ${line}:${column} ${text}`] : [],
      )
      .toSorted()
  return old.path === found.path && isSame(old, found) && isEqual(placesOf(before), placesOf(now))
}

function askedInFile({ before, now, across }: Pair<LineSnapshot>, old: SentOfFlaw, found: SentOfFlaw): Asked {
  if (isSame(old, found))
    return sameAs(before, old, old.path).length === 1 && sameAs(now, found, found.path).length === 1
      ? 'keep'
      : null
  if (!isAlone(before, old) || !isAlone(now, found)) return null
  // What was away is known by its code alone, and code that changed near its place alone.
  if (across?.wasAway || Math.abs(old.line - found.line) > maxDistance) return null
  if (isRenamingShown(before, now, old, found)) return 'keep'
  return across === null ? 'offer' : null
}

/** Whether nothing else of its rule stands near. */
const isAlone = ({ all }: LineSnapshot, flaw: SentOfFlaw) =>
  all.filter(
    ({ rule, path, line }) =>
      rule === flaw.rule && path === flaw.path && Math.abs(line - flaw.line) <= 2 * maxDistance,
  ).length === 1

const isEqualButSpace = (old: SentOfFlaw, found: SentOfFlaw) =>
  old.text.replaceAll(/\s/g, '') === found.text.replaceAll(/\s/g, '')

const isOnlyOfRule = (before: LineSnapshot, now: LineSnapshot, { rule }: SentOfFlaw) =>
  [before, now].every(({ all }) => all.filter((each) => each.rule === rule).length === 1)

/** Within one ref: content that is gone in one file and new in another one, alone or as a file. */
function askedElsewhere({ before, now }: Pair<LineSnapshot>, old: SentOfFlaw, found: SentOfFlaw): Asked {
  const isGone = !hasPath(now, old.path)
  if (!isEqualButSpace(old, found)) return isGone && isOnlyOfRule(before, now, old) ? 'offer' : null
  if (sameAs(before, old).length === 1 && sameAs(now, found).length === 1) return 'keep'
  return isGone && isOnlyFileLike(before, now, old, found) ? 'keep' : null
}

/** Whether two or more findings of a file all agree, and no other file that is gone or new has them. */
function isOnlyFileLike(
  before: LineSnapshot,
  now: LineSnapshot,
  old: SentOfFlaw,
  found: SentOfFlaw,
): boolean {
  const content = contentOf(before, old.path)
  if (content.length < 2 || !isEqual(content, contentOf(now, found.path))) return false
  if (new Set(content).size < content.length) return false
  const paths = (of: LineSnapshot, other: LineSnapshot) =>
    [...new Set(of.all.map(({ path }) => path))].filter(
      (path) => !hasPath(other, path) && isEqual(content, contentOf(of, path)),
    )
  return paths(before, now).length === 1 && paths(now, before).length === 1
}

/** On the first scan of a ref a file of the primary branch that is gone there may be renamed. */
function askedAcrossRefs(
  { before, now, across }: Pair<LineSnapshot>,
  old: SentOfFlaw,
  found: SentOfFlaw,
): Asked {
  if (!across?.isFirstScan || !across.isFromPrimary || hasPath(now, old.path)) return null
  if (isOnlyFileLike(before, now, old, found)) return 'keep'
  if (sameAs(before, old).length > 1 || sameAs(now, found).length > 1) return null
  if (!isEqualButSpace(old, found)) return null
  return tokensOf(old.text).length >= longCode ? 'keep' : 'offer'
}

/** A rule of which nothing is left, while an unknown one stands at all of its places. */
function askedOfRenamedRule(pair: Pair<LineSnapshot>, old: SentOfFlaw, found: SentOfFlaw): Asked {
  const { before, now } = pair
  if (pair.across) return null
  const places = ({ all }: LineSnapshot, rule: string) =>
    all.flatMap((each) => (each.rule === rule ? [`${each.path}:${each.line} ${each.text}`] : [])).toSorted()
  const stood = places(before, old.rule)
  if (!isEqual(stood, places(now, found.rule)) || places(now, old.rule).length > 0) return null
  return stood.length >= 2 ? 'keep' : 'offer'
}

/** A flaw in whose code an argument changed is another one, which offers the decision of the old one. */
export function askedOfChanged(
  format: LineFormat,
  old: string,
  truth: string,
  { before, now, across }: Pair<LineSnapshot>,
): Asked {
  const stood = sentFor(before, old)
  const found = sentFor(now, truth)
  if (!stood || !found || across || !format.sends.code || format.sends.secret) return null
  if (stood.path !== found.path || stood.rule !== found.rule || isSame(stood, found)) return null
  if (!isAlone(before, stood) || !isAlone(now, found)) return null
  return Math.abs(stood.line - found.line) <= maxDistance ? 'offer' : null
}

/**
 * Whether the rules link two results of two refs: at the same path with the same code, fingerprint or shown renaming, or
 * where no code is sent with the same message; on the first scan of a ref also from a path of the primary branch that is
 * gone there.
 */
export function isLineLinked(
  format: LineFormat,
  decided: string,
  on: string,
  pair: Pair<LineSnapshot>,
): boolean {
  const { before, now, across } = pair
  const old = sentFor(before, decided)
  const found = sentFor(now, on)
  if (!old || !found || old.rule !== found.rule) return false
  if (old.path === found.path || isSaidRenamed(pair, old, found)) {
    const isSameFingerprint = old.fingerprint !== null && old.fingerprint === found.fingerprint
    return isSame(old, found) || isSameFingerprint || isRenamingShown(before, now, old, found)
  }
  if (!across?.isFirstScan || !across.isFromPrimary || hasPath(now, old.path)) return false
  return isSame(old, found) || (format.sends.fingerprint && old.fingerprint === found.fingerprint)
}

/** What is in another file is known by its code alone, and what is said of another resource is another one. */
export function canTellLine(
  { sends }: LineFormat,
  [old, truth]: readonly [string, string],
  base: LineSnapshot,
  head: LineSnapshot,
): boolean {
  const [stood, stands] = [sentFor(base, old), sentFor(head, truth)]
  if (!stood || !stands) return true
  if (sends.resource && old !== truth) return false
  return stood.path === stands.path || (sends.code && isSame(stood, stands))
}

export function equalTo(truth: string, of: LineSnapshot, among: LineSnapshot, inFile: boolean): string[] {
  const flaw = sentFor(of, truth)
  return flaw ? sameAs(among, flaw, inFile ? flaw.path : undefined).map((each) => each.truth) : []
}

/**
 * Whether a base has as many results with the code of a flaw as the head: it may be one of those that moved. So may
 * one whose code is similar, in whose place nothing else is.
 */
export function isLineCounted(
  format: LineFormat,
  truth: string,
  base: LineSnapshot,
  head: LineSnapshot,
): boolean {
  const flaw = sentFor(head, truth)
  if (!flaw) return true
  const [stood, stands] = [sameAs(base, flaw), sameAs(head, flaw)]
  if (stood.length >= stands.length) return true
  // What stands in its file there may be this one, and an equal one of another file the one that is gone.
  const [stoodBeside, standBeside] = [sameAs(base, flaw, flaw.path), sameAs(head, flaw, flaw.path)]
  if (stoodBeside.length >= standBeside.length) return true
  if (!format.sends.code || format.sends.secret || format.sends.resource) return false
  return base.all.some(
    (each) =>
      each.rule === flaw.rule &&
      each.path === flaw.path &&
      isAlike(each.text, flaw.text) &&
      sameAs(head, each, each.path).length < sameAs(base, each, each.path).length,
  )
}
