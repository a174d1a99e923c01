import {
  distributionOfName,
  distributionOfNamespace,
  hasRelease,
  releaseOf,
} from '#contract/distributions.ts'
import { ecosystemOfName, isDistributed } from '#contract/ecosystems.ts'
import { readPackageUrl, versionWithEpoch } from '#lib/urls/package-url.ts'
import {
  artifactQualifiers,
  comparedVersion,
  type NamedPackage,
  packageIn,
  tellingQualifiers,
} from '#server/base/purl.ts'
import { gemPlatform } from '#server/base/versions/gem.ts'
import type { FindingRow } from './finding-rows.ts'

/** A package as a package URL names it, with what tells its artifacts apart. */
export interface Artifact extends Pick<NamedPackage, 'ecosystem' | 'name'> {
  /** With the epoch; '' without a version. */
  version: string
  /** The distribution of a package of one, in the words of package URLs; '' for others, or if none is named. */
  namespace: string
  /** Without the epoch. */
  qualifiers: ReadonlyMap<string, string>
  subpath: string
  /** The release of the distribution that a document says contains it, beside the package URL. */
  release?: string
}

/** Reads a package URL; null for anything else. */
export function readArtifact(purl: string): Artifact | null {
  const url = readPackageUrl(purl)?.url
  if (url === undefined) return null
  const named = packageIn(url)
  const { namespace, subpath } = url
  const hasEpoch = isDistributed(named.ecosystem)
  const all = tellingQualifiers(url)
  return {
    ecosystem: named.ecosystem,
    name: named.name,
    version: withoutPlatform(named.ecosystem, versionWithEpoch(named.version, url)),
    namespace: isDistributed(named.ecosystem) ? distributionOfNamespace(namespace) : '',
    qualifiers: new Map(
      [...platformOf(named.ecosystem, named.version), ...all].filter(([key]) => key !== 'epoch' || !hasEpoch),
    ),
    subpath,
  }
}

/** The version of a gem without the platform that follows it. */
function withoutPlatform(ecosystem: string, version: string): string {
  const platform = ecosystem === 'gem' ? gemPlatform(version) : ''
  return platform === '' ? version : version.slice(0, -platform.length - 1)
}

/** The platform that follows the version of a gem in a lockfile: `1.15.4-x86_64-linux`. */
function platformOf(ecosystem: string, version: string): [string, string][] {
  const platform = ecosystem === 'gem' ? gemPlatform(version) : ''
  return platform === '' ? [] : [['platform', platform]]
}

/** What a scan told of the artifact in which it found a vulnerability. */
export interface FoundArtifact extends Artifact {
  row: FindingRow
  /** Whether what is absent counts as other: a scan that names an artifact by a package URL names all of it. */
  isWhole: boolean
  /** Its distribution and release, if the scan named them without a package URL. */
  distribution: string
}

/** The artifact of a finding. */
export function foundArtifact(row: FindingRow): FoundArtifact {
  const ecosystem = ecosystemIn(row)
  const version = row.package_version ?? ''
  const given = row.purl === null ? null : readArtifact(row.purl)
  const name = row.package ?? ''
  if (given !== null) {
    const own = withoutPlatform(ecosystem, comparedVersion(version, row.purl))
    const qualifiers = new Map([...platformOf(ecosystem, version), ...given.qualifiers])
    return {
      ...{ ...given, row, ecosystem, name, qualifiers, isWhole: true, distribution: '' },
      version: own === '' ? given.version : own,
    }
  }
  // Rows of earlier versions are of an ecosystem that is called like the distribution.
  const distribution = row.distribution ?? row.ecosystem ?? ''
  return {
    row,
    ecosystem,
    name,
    version: withoutPlatform(ecosystem, version),
    namespace: distributionOfName(distribution)?.namespace ?? '',
    qualifiers: new Map(platformOf(ecosystem, version)),
    subpath: '',
    // Earlier versions kept neither, so that the next scan has to tell.
    isWhole: row.distribution === null && isDistributed(row.ecosystem ?? ''),
    distribution,
  }
}

/**
 * The ecosystem of a finding in the words of this service; `os` for a package of a distribution of which the scan does
 * not say even that.
 */
function ecosystemIn({ ecosystem, distribution }: FindingRow): string {
  return ecosystemOfName(ecosystem) ?? ecosystem ?? (distribution === '' ? unknownSystem : '')
}

/** The ecosystem of packages of a distribution that the scan does not name. */
export const unknownSystem = 'os'

/** A part of a package URL that a finding does not have, or of which the scan does not tell. */
export interface Part {
  /** `arch`; `namespace` for the distribution. */
  part: string
  stated: string
  /** '' if it has none. */
  found: string
}

/** The first part that does not match, and those that are unknown. Versions are not compared. */
export interface Comparison {
  other: Part | null
  unknown: Part[]
}

/** Holds what a statement names against a finding; what it does not name matches any. Source: docs/vex.md#matching. */
export function compareArtifact(stated: Artifact, found: FoundArtifact): Comparison {
  const unknown: Part[] = []
  const parts: Part[] = [
    { part: 'namespace', stated: stated.namespace, found: found.namespace },
    { part: 'subpath', stated: stated.subpath, found: subpathOf(stated, found) },
    ...[...stated.qualifiers].map(([part, value]) => ({
      ...{ part, stated: value },
      found: part === 'distro' ? distroOf(found) : (found.qualifiers.get(part) ?? ''),
    })),
  ]
  const around = releaseAround(stated, found)
  if (around) parts.push(around)
  for (const one of parts) {
    if (one.stated === '' || one.stated === one.found) continue
    if (one.part === 'distro' && isSameRelease(stated, found, one)) continue
    if (!isUnknown(one, found) && !(one === around && one.found === '')) return { other: one, unknown: [] }
    unknown.push(one)
  }
  return { other: null, unknown }
}

const distroOf = ({ qualifiers, distribution }: FoundArtifact) => qualifiers.get('distro') ?? distribution

/** The release of the distribution around a package, if its package URL says neither a release nor another distribution. */
function releaseAround({ release = '', namespace, qualifiers }: Artifact, found: FoundArtifact): Part | null {
  if (release === '' || qualifiers.has('distro')) return null
  return distributionOfName(release)?.namespace === namespace
    ? { part: 'distro', stated: release, found: distroOf(found) }
    : null
}

/** A module whose path goes on in the subpath may be named as a whole. */
const subpathOf = ({ ecosystem, name, subpath }: Artifact, found: FoundArtifact) =>
  ecosystem === 'gomod' && found.name === `${name}/${subpath}` ? subpath : found.subpath

/** `debian-12`, `12` and `bookworm` cover `debian-12.5`, and not the reverse. */
function isSameRelease(statement: Artifact, finding: FoundArtifact, { stated, found }: Part): boolean {
  const one = releaseOf(stated, statement.namespace || finding.namespace)
  const other = releaseOf(found, finding.namespace)
  if (one === null || other === null || one.namespace !== other.namespace) return false
  // A release that has no number, such as `debian-sid`, is only that.
  if (one.release === '') return stated.toLowerCase() === one.namespace
  return editionOf(stated) === editionOf(found) && hasRelease(one.namespace, one.release, other.release)
}

/** Products of a distribution with releases of their own: `sled-15.5` is not `sles-15.5`. */
const editions = [/\bsled\b|desktop/i, /\bslem\b|micro/i, /tumbleweed/i, /stream/i]

const editionOf = (distro: string) => editions.findIndex((edition) => edition.test(distro))

/** Without a package URL, a scan cannot say the architecture, and may not say the distribution. */
function isUnknown({ part, found }: Part, { isWhole, namespace }: FoundArtifact): boolean {
  if (isWhole) return false
  if (part === 'namespace') return found === ''
  if (part === 'distro') return namespace === ''
  return part === 'arch' || (part !== 'subpath' && !artifactQualifiers.includes(part))
}
