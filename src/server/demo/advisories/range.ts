import type { Advisory } from './advisory.ts'

/**
 * Compares two versions by their runs of digits and letters; enough for the versions of this catalogue, whose
 * pre-releases are not asked about. Negative, 0 or positive.
 */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [parts(left), parts(right)]
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function parts(version: string): number[] {
  const numbers = /^v?(\d+(?:\.\d+)*)/.exec(version)?.[1] ?? '0'
  return numbers.split('.').map(Number)
}

/** Whether a version of the advisory's package has the flaw. */
export function isVulnerable(advisory: Advisory, version: string): boolean {
  if (advisory.introduced !== undefined && compareVersions(version, advisory.introduced) < 0) return false
  return advisory.fixed === undefined || compareVersions(version, advisory.fixed) < 0
}

/** The range in words, such as ">= 2.0, < 2.15.0". */
export function rangeOf(advisory: Advisory): string {
  const { introduced, fixed } = advisory
  const bounds = [introduced && `>= ${introduced}`, fixed && `< ${fixed}`].filter(Boolean)
  return bounds.length > 0 ? bounds.join(', ') : 'all versions'
}
