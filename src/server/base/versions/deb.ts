import { compareNumbers, maxVersionLength, numberOf } from './parts.ts'

interface DebianVersion {
  epoch: string
  upstream: readonly string[]
  revision: readonly string[]
}

/**
 * Reads a version of a Debian package, `epoch:upstream-revision`.
 * @returns null for a text without a digit or with characters that no version has.
 * Source: Debian Policy Manual, 5.6.12, "Version".
 */
export function readDeb(text: string): DebianVersion | null {
  if (text.length > maxVersionLength) return null
  const [, epoch = '0', upstream, revision = ''] =
    /^\s*(?:(\d+):)?(?=\S*\d)([\w.+~:-]+?)(?:-([\w.+~:]*))?\s*$/.exec(text) ?? []
  if (upstream === undefined) return null
  return { epoch: numberOf(epoch), upstream: runsOf(upstream), revision: runsOf(revision) }
}

/** Runs of other characters and of digits in turn, beginning with other characters. */
const runsOf = (text: string): string[] => text.split(/(\d+)/)

/** Compares two versions as dpkg does. */
export function compareDeb(one: DebianVersion, other: DebianVersion): number {
  return (
    compareNumbers(one.epoch, other.epoch) ||
    compareRuns(one.upstream, other.upstream) ||
    compareRuns(one.revision, other.revision)
  )
}

function compareRuns(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [left, right] = [one[at] ?? '', other[at] ?? '']
    if (left === right) continue
    const step = at % 2 === 0 ? compareOthers(left, right) : compareNumbers(numberOf(left), numberOf(right))
    if (step !== 0) return step
  }
  return 0
}

function compareOthers(one: string, other: string): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const step = weightOf(one, at) - weightOf(other, at)
    if (step !== 0) return step
  }
  return 0
}

/** `~` is below the end, letters above it, and all else above letters. */
function weightOf(text: string, at: number): number {
  if (at >= text.length) return 0
  const code = text.charCodeAt(at)
  if (text[at] === '~') return -1
  return /[A-Za-z]/.test(text.charAt(at)) ? code : code + 256
}
