import { compareNumbers, compareText, maxVersionLength, numberOf } from './parts.ts'

type Segment = { number: string } | { word: string }

/** The platform for which a gem is built, which is no part of its version: `1.15.4-x86_64-linux`, `9.4-java`. */
const platform =
  /-(?:(?:universal|x86(?:_64)?|x64|i\d86|aarch64|arm(?:64|v\d\w*)?|powerpc\w*|ppc\w*|s390x?|riscv64)-)?(?:aix|cygwin|dalvik|darwin|freebsd|java|jruby|linux|mingw|mswin|netbsd|openbsd|solaris|truffleruby|wasi?)(?:[\d_.-][\w.-]*|32|64)?$/

/** The platform that follows a version: `x86_64-linux`; '' without one. */
export const gemPlatform = (version: string): string => platform.exec(version)?.[0].slice(1) ?? ''

/**
 * Reads a version of a gem: numbers and words, where a word makes a version older.
 * @returns null for any other text.
 * Source: RubyGems, `Gem::Version`.
 */
export function readGem(text: string): readonly Segment[] | null {
  if (text.length > maxVersionLength) return null
  const version = text
    .trim()
    .replace(/^v(?=\d)/, '')
    .replace(platform, '')
  if (!/^\d+(?:\.[\dA-Za-z]+)*(?:-[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/.test(version)) return null
  const segments = (version.replaceAll('-', '.pre.').match(/\d+|[a-z]+/gi) ?? []).map(
    (part): Segment => (/\d/.test(part) ? { number: numberOf(part) } : { word: part }),
  )
  const firstWord = segments.findIndex((segment) => 'word' in segment)
  const numbers = firstWord < 0 ? segments : segments.slice(0, firstWord)
  return [...withoutZeros(numbers), ...withoutZeros(segments.slice(numbers.length))]
}

function withoutZeros(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.findLastIndex((segment) => !('number' in segment) || segment.number !== '')
  return segments.slice(0, last + 1)
}

/** Compares two versions as RubyGems does. */
export function compareGem(one: readonly Segment[], other: readonly Segment[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const step = compareSegment(one[at] ?? zero, other[at] ?? zero)
    if (step !== 0) return step
  }
  return 0
}

const zero: Segment = { number: '' }

/** Words are below numbers. */
function compareSegment(one: Segment, other: Segment): number {
  if ('number' in one) return 'number' in other ? compareNumbers(one.number, other.number) : 1
  return 'number' in other ? -1 : compareText(one.word, other.word)
}
