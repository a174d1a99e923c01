import { compare as comparePep440, valid as validPep440 } from '@renovatebot/pep440'
import { Version as RubyVersion } from '@renovatebot/ruby-semver/dist/ruby/version.js'
import { SemVer } from 'semver'
import { compareGeneric, readGeneric } from './generic.ts'
import { compareMaven, readMaven } from './maven.ts'

/** A version, parsed by its ecosystem's rules. */
export interface ReadVersion {
  /** Compares with another version of the same ecosystem: below (-1), above (1) or equal (0). */
  compare(other: ReadVersion): number
}

/** Parses a version; null if the ecosystem's rules cannot. */
export type VersionOrder = (text: string) => ReadVersion | null

class Read<V> implements ReadVersion {
  readonly #version: V
  readonly #order: (one: V, other: V) => number

  constructor(version: V, order: (one: V, other: V) => number) {
    this.#version = version
    this.#order = order
  }

  compare(other: ReadVersion): number {
    if (!(other instanceof Read)) return 0
    return Math.sign(this.#order(this.#version, other.#version))
  }
}

const order =
  <V>(read: (text: string) => V | null, compare: (one: V, other: V) => number): VersionOrder =>
  (text) => {
    const version = read(text)
    return version === null ? null : new Read(version, compare)
  }

/** Accepts a bound such as `4` or `4.17`, which means the first release with that prefix. */
function readSemVer(text: string): SemVer | null {
  const trimmed = text.trim().replace(/^v(?=\d)/, '')
  const whole = trimmed.replace(
    /^(\d+)(\.\d+)?(?=$|[-+])/,
    (_, major: string, minor = '.0') => `${major}${minor}.0`,
  )
  try {
    return new SemVer(whole)
  } catch {
    return null
  }
}

function readRuby(text: string): RubyVersion | null {
  const trimmed = text.trim().replace(/^v(?=\d)/, '')
  return trimmed !== '' && RubyVersion.isCorrect(trimmed) ? RubyVersion.create(trimmed) : null
}

const semVer = order(readSemVer, (one, other) => one.compare(other))
const generic = order(readGeneric, compareGeneric)

const orders: Readonly<Record<string, VersionOrder>> = {
  npm: semVer,
  cargo: semVer,
  gomod: semVer,
  pypi: order((text) => validPep440(text.trim()), comparePep440),
  maven: order(readMaven, compareMaven),
  gem: order(readRuby, (one, other) => one.compare(other)),
}

/** The version order of an ecosystem; the generic one if it has none. Source: docs/api.md#dependencies. */
export function versionOrder(ecosystem: string | undefined): VersionOrder {
  return (
    (ecosystem !== undefined && Object.hasOwn(orders, ecosystem) ? orders[ecosystem] : undefined) ?? generic
  )
}
