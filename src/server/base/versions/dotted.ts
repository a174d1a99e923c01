import { compareLists, compareNumbers, maxVersionLength, numberOf } from './parts.ts'

/**
 * Reads a version of only numbers, between dots or dashes, which compare as a list: `1.0` is below `1.0.0`.
 * Source: Haskell Package Versioning Policy; R, "numeric_version".
 */
export function readDotted(text: string): readonly string[] | null {
  const version = text.trim()
  if (version.length > maxVersionLength || !/^\d+(?:[.-]\d+)*$/.test(version)) return null
  return version.split(/[.-]/).map(numberOf)
}

/** Compares two versions from `readDotted`. */
export const compareDotted = (one: readonly string[], other: readonly string[]): number =>
  compareLists(one, other, compareNumbers)
