import { compare as comparePep440, valid as validPep440 } from '@renovatebot/pep440'
import { Version as RubyVersion } from '@renovatebot/ruby-semver/dist/ruby/version.js'
import { SemVer } from 'semver'
import { compareGeneric, readGeneric } from './generic.ts'
import { compareMaven, readMaven } from './maven.ts'

/** A version as its ecosystem reads it. */
export interface ReadVersion {
  /** Below, above or equal (-1, 1, 0) to another one of the same order. */
  compare(other: ReadVersion): number
}

/** Reads a version; null where the ecosystem's rules cannot. */
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

/** A bound such as `4` or `4.17` stands for the release that it begins. */
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

/** The order of an ecosystem's versions; the generic one where it has none. Source: docs/api.md#dependencies. */
export function versionOrder(ecosystem: string | undefined): VersionOrder {
  return (
    (ecosystem !== undefined && Object.hasOwn(orders, ecosystem) ? orders[ecosystem] : undefined) ?? generic
  )
}
