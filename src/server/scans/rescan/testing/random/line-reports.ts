import type { LineFormat, Run } from '../formats/format.ts'
import { flawsIn, linesOf, type Repository } from '../repository.ts'
import { costOfPairing } from './alignment.ts'
import { isSameCode, renamedIn, tokensOf } from './code.ts'
import type { Landing, Pair, Snapshot } from './world.ts'

/** What a report says of a flaw, as far as its format sends it. */
export interface SentOfFlaw {
  truth: string
  rule: string
  line: number
  column: number
  path: string
  /** The same for a file whatever it is called. */
  file: number
  /** The resource, else the code, or the message where no code is sent. */
  text: string
  context: readonly string[]
  fingerprint: string | null
}

export interface LineSnapshot extends Snapshot {
  all: readonly SentOfFlaw[]
}

/** What the report of a repository says of each of its flaws. */
export function sentOf(
  format: LineFormat,
  repository: Repository,
  run: Run,
  fileOf: (path: string) => number,
): LineSnapshot {
  const { sends } = format
  const all = flawsIn(repository).map((flaw): SentOfFlaw => {
    const { truth, rule, path, line, column, code, message, resource } = flaw
    const lines = linesOf(repository, path)
    const around = Array.from({ length: 2 * sends.context }, (_, index) =>
      index < sends.context ? line - 2 - index : line + index - sends.context,
    )
    return {
      truth,
      rule,
      line,
      column,
      path,
      file: fileOf(path),
      text: (sends.resource && resource) || (sends.code ? code : message),
      context: around.map((at) => lines[at]?.text ?? ''),
      fingerprint: format.fingerprint(repository, flaw, run),
    }
  })
  const truths = new Set(all.map(({ truth }) => truth))
  return { all, truths, has: (truth) => truths.has(truth) }
}

/** The parts of two reports that are about the project of a flaw, if a folder is one of its own. */
export function inPart(pair: Pair<LineSnapshot>, truth: string, folder: string | null): Pair<LineSnapshot> {
  const path = sentFor(pair.now, truth)?.path
  if (folder === null || path === undefined) return pair
  const isIn = (other: string) => other.startsWith(`${folder}/`)
  const part = ({ all }: LineSnapshot): LineSnapshot => {
    const some = all.filter((each) => isIn(each.path) === isIn(path))
    const truths = new Set(some.map((each) => each.truth))
    return { all: some, truths, has: (one) => truths.has(one) }
  }
  return { before: part(pair.before), now: part(pair.now), across: pair.across }
}

export const sentFor = (snapshot: LineSnapshot, truth: string) =>
  snapshot.all.find((each) => each.truth === truth)
/** Of the same rule and, but for its form, the same code. */
export const isSame = (a: SentOfFlaw, b: SentOfFlaw) => a.rule === b.rule && isSameCode(a.text, b.text)

const linesAround = ({ all }: LineSnapshot): string[] => {
  const matched = new Set(all.map(({ path, line }) => `${path}:${line}`))
  return all.flatMap(({ path, line, context }) =>
    context.filter((_, index) => {
      const half = context.length / 2
      const at = index < half ? line - 1 - index : line + 1 + index - half
      return !matched.has(`${path}:${at}`)
    }),
  )
}

/**
 * Whether one name of the code became another one, as the reports show on a line that is no match, and the old name is
 * nowhere left.
 */
export function isRenamingShown(
  before: LineSnapshot,
  now: LineSnapshot,
  a: SentOfFlaw,
  b: SentOfFlaw,
): boolean {
  const renamed = a.rule === b.rule && renamedIn(a.text, b.text)
  if (!renamed) return false
  const [from, to] = renamed
  const after = linesAround(now)
  const written = new Set(after.map((line) => tokensOf(line).join('\n')))
  const isShown = linesAround(before).some((line) => {
    const tokens = tokensOf(line)
    return (
      tokens.includes(from) && written.has(tokens.map((token) => (token === from ? to : token)).join('\n'))
    )
  })
  const isLeft = [...after, ...now.all.map(({ text }) => text)].some((text) => tokensOf(text).includes(from))
  return isShown && !isLeft
}

/**
 * Whether a decision of one flaw may be found on another one, because the reports do not tell.
 *
 * "The reports of the two histories differ" is read so. There is the true history, and one in which the flaw of the
 * decision is the one that the decision is found on. Both have to explain the same reports, and one that has to assume
 * more is another history. So it is excused
 * 1. where the flaw is no longer reported as it was in its file, the other one is new (in that file), and rule and
 *    code are the same: that the flaw moved says just that. So it is in the same file where its fingerprint is the same,
 *    or the report shows that a name of it was renamed. Without code this holds on the same line alone;
 * 2. where explaining the results of the file so that the flaw becomes the other one assumes no more than the truth
 *    does: edits that insert or delete lines, results removed or added, code, lines around and fingerprints that
 *    changed;
 * 3. where the flaw was gone or its decision was lost before, and the other one is new (in that file), with the same
 *    rule and code or fingerprint in the same file, or else on the same line: it may have come back. So it is without code
 *    where explaining the file so that it came back assumes no more than that the other one moved there. Of a secret
 *    without its value nothing but the place is known, so that one that moves there is taken for it.
 * It is never excused while the flaw itself has the decision as well.
 */
export function isLandingExcused(format: LineFormat, landing: Landing<LineSnapshot>): boolean {
  const { decided, on, last, previous, current, closed } = landing
  const before = sentFor(last, decided)
  const after = sentFor(current, on)
  if (!before || !after) return false
  const itself = sentFor(current, decided)
  const stays = itself !== undefined && itself.file === before.file && isSame(itself, before)
  const known = sentFor(previous, on)
  // One that comes out of another file is as good as new in the file of the flaw.
  const isNew = !known || (known.file !== after.file && after.file === before.file)
  if (closed) {
    if (known && !isNew) {
      if (!isSamePlace(before, after) || format.sends.code) return false
      return isMasked(format) ? known.line !== after.line : mayHaveReturned(landing, after)
    }
    if (stays && !previous.has(decided)) return isAsCheap(format, landing, before, after)
    const isSent =
      format.sends.code || (after.fingerprint !== null && after.fingerprint === before.fingerprint)
    return isSame(before, after) && (isSent ? before.file === after.file : isSamePlace(before, after))
  }
  if (isNew && !stays && mayHaveBecome(format, landing, before, after)) return true
  return isAsCheap(format, landing, before, after)
}

const isMasked = ({ sends }: LineFormat) => sends.secret && !sends.code
const isSamePlace = (a: SentOfFlaw, b: SentOfFlaw) =>
  a.rule === b.rule && a.file === b.file && a.line === b.line

function mayHaveBecome(
  { sends }: LineFormat,
  { last, current }: Landing<LineSnapshot>,
  before: SentOfFlaw,
  after: SentOfFlaw,
): boolean {
  if (!sends.code) return isSame(before, after) && isSamePlace(before, after)
  if (isSame(before, after)) return true
  if (sends.secret || after.file !== before.file || before.rule !== after.rule) return false
  const isSameFingerprint = before.fingerprint !== null && before.fingerprint === after.fingerprint
  return isSameFingerprint || isRenamingShown(last, current, before, after)
}

/** Whether an explanation of a file in which the result is that of a flaw that came back assumes no more than the truth. */
function mayHaveReturned({ previous, current }: Landing<LineSnapshot>, returned: SentOfFlaw): boolean {
  const of = ({ all }: LineSnapshot) => all.filter(({ file }) => file === returned.file)
  const inTruth = (old: SentOfFlaw, now: SentOfFlaw) =>
    old.truth === now.truth ? difference(old, now) : null
  const otherwise = (old: SentOfFlaw, now: SentOfFlaw) => (isSame(old, now) ? difference(old, now) : null)
  const others = of(current).filter((each) => each !== returned)
  return (
    1 + costOfPairing(of(previous), others, otherwise) <= costOfPairing(of(previous), of(current), inTruth)
  )
}

/** What has to have changed if two results are of one flaw: never as much as that one was removed and another one added. */
const difference = (old: SentOfFlaw, now: SentOfFlaw) =>
  Number(!isSame(old, now)) +
  old.context.filter((line, index) => line !== now.context[index]).length / 8 +
  Number(old.fingerprint !== now.fingerprint) / 4

function isAsCheap(
  { sends }: LineFormat,
  { decided, on, last, current }: Landing<LineSnapshot>,
  before: SentOfFlaw,
  after: SentOfFlaw,
): boolean {
  if (!isSame(before, after)) return false
  // Of secrets with their values only the order of equal ones in a file counts, and no line.
  const byValue = sends.secret && sends.code
  const byLine = !byValue
  const counts = (each: SentOfFlaw) => !byValue || isSame(each, before)
  const olds = last.all.filter((each) => each.file === before.file && counts(each))
  const news = current.all.filter((each) => each.file === after.file && counts(each))
  const inTruth = (old: SentOfFlaw, now: SentOfFlaw) =>
    old.truth === now.truth ? difference(old, now) : null
  const otherwise = (old: SentOfFlaw, now: SentOfFlaw) => {
    if (old.truth === decided || now.truth === on)
      return old.truth === decided && now.truth === on ? difference(old, now) : null
    return old.truth === now.truth || isSame(old, now) ? difference(old, now) : null
  }
  const inOrder = costOfPairing(olds, news, otherwise, { forced: [before, after], byLine })
  // It was taken out where it stood and put in where it stands.
  const moved =
    2 +
    costOfPairing(
      olds.filter((old) => old !== before),
      news.filter((now) => now !== after),
      otherwise,
      { byLine },
    )
  return Math.min(inOrder, moved) <= costOfPairing(olds, news, inTruth, { byLine })
}
