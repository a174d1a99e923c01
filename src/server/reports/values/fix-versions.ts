import { comparableName, ecosystemOfName } from '#contract/ecosystems.ts'
import { comparedVersion } from '#server/base/purl.ts'
import { type ReadVersion, versionOrder } from '#server/base/versions/order.ts'

/** A version that contains a fix. */
interface Upgrade {
  package: string
  version: string
}

interface InstalledPackage extends Upgrade {
  ecosystem: string | null
  purl?: string | null
}

/**
 * The upgrades among the versions that an advisory names as fixed, which have older lines and other packages, too: those
 * of the package above the installed version, lowest first, then those of packages that bring it. If the installed
 * version is not comparable, all are kept as they come.
 */
export function upgradesOf(installed: InstalledPackage, fixes: readonly Upgrade[]): Upgrade[] {
  const ecosystem = ecosystemOfName(installed.ecosystem)
  const own = comparableName(ecosystem, installed.package)
  const isOwn = (fix: Upgrade) => comparableName(ecosystem, fix.package) === own
  const order = versionOrder(installed.ecosystem ?? undefined)
  const compared = comparedVersion(installed.version, installed.purl)
  const version = order(compared)
  const others = fixes.filter((fix) => !isOwn(fix))
  if (version === null) return [...fixes.filter(isOwn), ...others].slice(0, maxUpgrades)
  // An epoch that only the package URL says counts, too.
  const epoch = epochOf(compared)
  const read = fixes.filter(isOwn).map((fix) => {
    const isWithout = epochOf(fix.version) === ''
    return { fix, read: order(isWithout ? `${epoch}${fix.version.trim()}` : fix.version) }
  })
  const above = read.filter(({ read }) => read === null || read.compare(version) > 0).sort(byVersion)
  return [...above.map(({ fix }) => fix), ...others].slice(0, maxUpgrades)
}

/**
 * `1:` of a version of a distribution's package. Advisories may leave it out, so that without one a fixed version has that
 * of the installed version.
 */
const epochOf = (version: string) => /^\s*(\d+:)/.exec(version)?.[1] ?? ''

/** Versions that are not comparable come last. */
const byVersion = (one: { read: ReadVersion | null }, other: { read: ReadVersion | null }) =>
  one.read && other.read
    ? one.read.compare(other.read)
    : Number(one.read === null) - Number(other.read === null)

/** The most fixed versions of an advisory, of which the upgrade may be the last. */
export const maxFixes = 200
/** The most upgrades of a finding. */
const maxUpgrades = 20
const noVersionWords = new Set(['', 'not fixed', 'none', 'n/a', 'unknown', 'null', '-'])

/** The versions in a sentence such as "Upgrade x to version 1.2.3, 2.0.1 or higher". */
export function fixVersionsInSentence(sentence: unknown): string[] {
  if (typeof sentence !== 'string') return []
  const versions = /\bto (?:versions? )?v?(\d[\w.+-]*(?:(?:, | or |, or | and )v?\d[\w.+-]*){0,9})/i.exec(
    sentence.slice(0, 2_000),
  )?.[1]
  return [
    ...new Set(
      versions
        ?.split(/,? (?:or |and )?/)
        .map((each) => each.replace(/^v|[.,]+$/g, ''))
        .filter((each) => each !== ''),
    ),
  ]
}

/**
 * The versions of a list such as `4.17.21, 5.0.0`; empty if it says that there are none. Of ranges, such as
 * `>=4.17.21 <5 || >=5.0.1`, the lower bounds.
 */
export function fixVersionsInList(list: string | null | undefined): string[] {
  if (!list) return []
  const versions = list
    .slice(0, 10_000)
    .split(/,|\|\|/)
    .map((each) => each.trim())
    .flatMap((each) => (/^[<>=^~!]/.test(each) ? lowerBoundsIn(each) : each))
  return [...new Set(versions.filter((each) => !noVersionWords.has(each.toLowerCase())))].slice(0, maxFixes)
}

const lowerBoundsIn = (range: string): string[] =>
  [...range.matchAll(/(?<![<>=!~^])(?:>=|~>|==?|[\^~])\s*(v?\d\S*)/g)].flatMap(([, version]) => version ?? [])
