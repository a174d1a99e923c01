import { compareLists, compareNumbers, compareText, maxVersionLength, numberOf } from './parts.ts'

interface ConanVersion {
  /** Without zeros at the end. */
  items: readonly string[]
  prerelease: readonly string[] | null
  build: readonly string[] | null
}

/**
 * Reads a version of Conan: items of any kind, between dots, with a prerelease and a build.
 * @returns null for a text that is empty or has white space.
 * Source: Conan 2, "Versioning" and `conan.internal.model.version`.
 */
export function readConan(text: string): ConanVersion | null {
  const version = text.trim().toLowerCase()
  if (version.length > maxVersionLength || !/^\S+$/.test(version)) return null
  const plus = version.lastIndexOf('+')
  const beforeBuild = plus < 0 ? version : version.slice(0, plus)
  const dash = beforeBuild.indexOf('-')
  return {
    items: itemsOf(dash < 0 ? beforeBuild : beforeBuild.slice(0, dash)),
    prerelease: dash < 0 ? null : itemsOf(beforeBuild.slice(dash + 1)),
    build: plus < 0 ? null : itemsOf(version.slice(plus + 1)),
  }
}

function itemsOf(text: string): string[] {
  const items = text.split('.')
  while (/^0+$/.test(items.at(-1) ?? '')) items.pop()
  return items
}

/** Compares two versions as Conan does: a prerelease is before its release, a build after it. */
export function compareConan(one: ConanVersion, other: ConanVersion): number {
  const step = compareLists(one.items, other.items, compareItem)
  if (step !== 0) return step
  if (one.prerelease === null || other.prerelease === null) {
    const step = Number(one.prerelease === null) - Number(other.prerelease === null)
    if (step !== 0) return step
  }
  return (
    compareLists(one.prerelease ?? [], other.prerelease ?? [], compareItem) ||
    Number(one.build !== null) - Number(other.build !== null) ||
    compareLists(one.build ?? [], other.build ?? [], compareItem)
  )
}

function compareItem(one: string, other: string): number {
  return /^\d+$/.test(one) && /^\d+$/.test(other)
    ? compareNumbers(numberOf(one), numberOf(other))
    : compareText(one, other)
}
