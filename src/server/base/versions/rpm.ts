import { compareNumbers, compareText, maxVersionLength, numberOf } from './parts.ts'

interface RpmVersion {
  epoch: string
  version: readonly string[]
  /** Null without one, which is below any. */
  release: readonly string[] | null
}

/**
 * Reads a version of an RPM package, `epoch:version-release`.
 * @returns null for a text that is empty or has white space.
 * Source: rpm-version(7).
 */
export function readRpm(text: string): RpmVersion | null {
  const version = text.trim()
  if (version.length > maxVersionLength || !/^\S+$/.test(version)) return null
  const [, epoch = '', rest = ''] = /^(?:(\d*):)?(.*)$/.exec(version) ?? []
  const at = rest.lastIndexOf('-')
  return {
    epoch: numberOf(epoch),
    version: segmentsOf(at < 0 ? rest : rest.slice(0, at)),
    release: at < 0 ? null : segmentsOf(rest.slice(at + 1)),
  }
}

/** Numbers, words, `~` and `^`; all else only divides. */
const segmentsOf = (text: string): string[] => text.match(/\d+|[A-Za-z]+|[~^]/g) ?? []

/** Compares two versions as RPM does. */
export function compareRpm(one: RpmVersion, other: RpmVersion): number {
  const step = compareNumbers(one.epoch, other.epoch) || compareSegments(one.version, other.version)
  if (step !== 0) return step
  if (one.release === null || other.release === null)
    return Number(one.release !== null) - Number(other.release !== null)
  return compareSegments(one.release, other.release)
}

function compareSegments(one: readonly string[], other: readonly string[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const step = compareSegment(one[at], other[at])
    if (step !== 0) return step
  }
  return 0
}

/** From below: `~`, the end, `^`, words, numbers. */
function compareSegment(one: string | undefined, other: string | undefined): number {
  const [left, right] = [kindOf(one), kindOf(other)]
  if (left !== right) return left - right
  if (one === undefined || other === undefined) return 0
  return left === 4 ? compareNumbers(numberOf(one), numberOf(other)) : compareText(one, other)
}

function kindOf(segment: string | undefined): number {
  if (segment === undefined) return 1
  if (segment === '~') return 0
  if (segment === '^') return 2
  return /^\d/.test(segment) ? 4 : 3
}
