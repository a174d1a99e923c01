import { compare as comparePep440, valid as validPep440 } from '@renovatebot/pep440'
import { type VersionScheme, versionSchemeOf } from '#contract/ecosystems.ts'
import { compareApk, readApk } from './apk.ts'
import { compareComposer, readComposer } from './composer.ts'
import { compareConan, readConan } from './conan.ts'
import { compareDeb, readDeb } from './deb.ts'
import { compareDotted, readDotted } from './dotted.ts'
import { compareGem, readGem } from './gem.ts'
import { compareMaven, readMaven } from './maven.ts'
import { compareRpm, readRpm } from './rpm.ts'
import { comparePub, compareSemVer, readGo, readNuGet, readSemVer } from './semver.ts'

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

const orders: Readonly<Record<VersionScheme, VersionOrder>> = {
  apk: order(readApk, compareApk),
  composer: order(readComposer, compareComposer),
  conan: order(readConan, compareConan),
  deb: order(readDeb, compareDeb),
  dotted: order(readDotted, compareDotted),
  gem: order(readGem, compareGem),
  go: order(readGo, compareSemVer),
  maven: order(readMaven, compareMaven),
  nuget: order(readNuGet, compareSemVer),
  pub: order(readSemVer, comparePub),
  pypi: order((text) => validPep440(text.trim()), comparePep440),
  rpm: order(readRpm, compareRpm),
  semver: order(readSemVer, compareSemVer),
}

const unknownOrder: VersionOrder = () => null

/** Versions of only numbers, on which all ecosystems agree. */
const plainOrder: VersionOrder = (text) => (/^[\d.]+$/.test(text.trim()) ? orders.semver(text) : null)

/**
 * The version order of an ecosystem, which may be named as a tool does; one that reads no version if none is known, and
 * only plain numbers if the ecosystem is not said.
 * Source: docs/api.md#dependencies.
 */
export function versionOrder(ecosystem: string | undefined): VersionOrder {
  if (ecosystem === undefined) return plainOrder
  const scheme = versionSchemeOf(ecosystem)
  return scheme === null ? unknownOrder : orders[scheme]
}

/** Whether two versions are the same in the order of an ecosystem; those that it cannot read, if they are equal. */
export function isSameVersion(ecosystem: string, one: string, other: string): boolean {
  if (one === other) return true
  const order = versionOrder(ecosystem)
  const [left, right] = [order(one), order(other)]
  return left !== null && right !== null && left.compare(right) === 0
}
