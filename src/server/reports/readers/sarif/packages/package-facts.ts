import { ecosystemOfName } from '#contract/ecosystems.ts'
import { advisoriesIn, advisoryList } from '../../../values/advisories.ts'
import { ecosystemOfFile } from '../../../values/ecosystems.ts'
import { fixVersionsInList } from '../../../values/fix-versions.ts'
import { asList, asNames, asObjects, getIn, asName as oneName } from '../../../values/json-values.ts'
import { filePath } from '../../../values/paths.ts'
import type { SarifCommon, SarifResult } from '../result.ts'
import { type AdvisoryHelp, noHelp } from './advisory-help.ts'
import {
  fromDescription,
  fromFile,
  fromIdentifier,
  fromLabels,
  fromPurls,
  fromSentence,
  fullName,
  isSamePackage,
  labelsIn,
  type NamedVersion,
} from './package-names.ts'

/** What a result of a dependency scanner says of the package. */
export type PackageFacts = {
  ecosystem: string | null
  /** `unknown` where the file says nothing that could be one. */
  name: string
  /** '' where it is not known. */
  version: string
  fixes: { package: string; version: string }[]
  /** Null if the file names none, or several that differ. */
  purl: string | null
  /** '' for a package of a distribution that the file does not name; null for others. */
  distribution: string | null
  /** The advisory's own id, then the others that its entry says it is known by. */
  advisoryIds: string[]
  /** The path of the manifest where the location says more than that; null where it stands as it is. */
  manifest: string | null
}

const maxFixes = 20

/**
 * Reads package, version, fixed versions, advisory and ecosystem from what scanners write into texts: Trivy, Grype,
 * OSV-Scanner, Dependency-Check, Snyk and Docker Scout, each in its own words. The texts of the result come before those
 * of its rule, which may stand for several versions.
 */
export function packageFacts(context: SarifResult, common: SarifCommon): PackageFacts {
  const { rule, rulePath } = context
  const { message, logicalLocation, location } = common
  const labels = labelsIn(message)
  const help = rule?.advisory?.help ?? noHelp
  const path = location?.filePath ?? null
  const purls = rule?.advisory?.purls ?? []
  const identified =
    fromLabels(labels) ??
    fromSentence(message) ??
    fromIdentifier(logicalLocation) ??
    fromPurls(purls) ??
    fromDescription(rule?.advisory?.description ?? null, message) ??
    fromLabels(help.labels) ??
    fromFile(path)
  const identifiedPackage = identified
    ? fullName(identified, purls)
    : { name: 'unknown', version: '', ecosystem: null }
  const { name, version } = identifiedPackage
  const manifest = path === null ? null : withoutPackageName(path)
  return {
    ecosystem:
      identifiedPackage.ecosystem ??
      fromPurls(purls)?.ecosystem ??
      ecosystemOfName(help.labels.get('package manager') ?? help.labels.get('type')) ??
      (manifest === null ? null : ecosystemOfFile(manifest)) ??
      ecosystemOfTags(rule?.tags ?? []),
    name,
    version,
    purl: purlOf(identifiedPackage, [labels.get('package') ?? null, logicalLocation], purls),
    distribution: rule?.name?.toLowerCase() === 'ospackagevulnerability' ? '' : null,
    fixes: fixesOf(context, identifiedPackage, labels, help),
    advisoryIds: advisoryIdsOf(rulePath, name, message, context),
    manifest,
  }
}

/** The package URL of a package, which a result names before its rule; a rule may have one for each architecture. */
function purlOf(
  { name, version }: NamedVersion,
  own: readonly (string | null)[],
  ofRule: readonly string[],
): string | null {
  const isOf = (purl: string) => {
    const other = purl.startsWith('pkg:') ? fromIdentifier(purl) : null
    return other !== null && isSamePackage(other.name, name) && ['', version].includes(other.version)
  }
  const named = own.find((each) => each !== null && isOf(each))
  const several = new Set(ofRule.filter(isOf))
  return named ?? (several.size === 1 ? ([...several][0] ?? null) : null)
}

/** Some tools name the package behind the manifest: `package-lock.json?lodash`. */
function withoutPackageName(path: string): string {
  return filePath(path.replace(/\?.*$/s, '')) ?? path
}

function ecosystemOfTags(tags: readonly string[]): string | null {
  for (const tag of tags) {
    const ecosystem = ecosystemOfName(tag)
    if (ecosystem !== null) return ecosystem
  }
  return null
}

function fixesOf(
  context: SarifResult,
  { name, version }: NamedVersion,
  labels: ReadonlyMap<string, string>,
  help: AdvisoryHelp,
): PackageFacts['fixes'] {
  const own = (versions: readonly string[]) =>
    versions.slice(0, maxFixes).map((each) => ({ package: name, version: each }))
  const fixedLabel = labels.get('fixed version') ?? labels.get('fix version')
  if (fixedLabel !== undefined) return own(fixVersionsInList(fixedLabel))
  const upgrades = upgradesIn(context.result['fixes'])
  const advisory = context.rule?.advisory
  if (upgrades.length > 0 || !advisory) return upgrades
  // A rule may stand for several packages and versions; it says the fix of the first.
  const { labels: first, fixed, advisedVersions } = help
  const isFirst =
    isSamePackage(name, first.get('package') ?? name) && (first.get('version') ?? version) === version
  const inHelp = first.get('fix version') ?? first.get('fixed version') ?? advisory.fixedVersion
  const identified = isFirst ? own(fixVersionsInList(inHelp)) : []
  return identified.length > 0 ? identified : own(fixed.get(name) ?? advisedVersions)
}

/** `lodash@4.17.21` that goes into a manifest: the package, or the one that brings it. */
function upgradesIn(fixes: unknown): PackageFacts['fixes'] {
  const inserted = asObjects(fixes)
    .slice(0, maxFixes)
    .flatMap((fix) => asObjects(fix['artifactChanges']).slice(0, maxFixes))
    .flatMap((change) => asList(change['replacements']).slice(0, maxFixes))
    .flatMap((each) => oneName(getIn(each, 'insertedContent', 'text'), 500) ?? [])
  return asNames(inserted)
    .slice(0, maxFixes)
    .flatMap((text) => {
      const parts = /^(@?[^\s@]+)@(v?\d[^\s@]*)$/.exec(text)
      return parts?.[1] && parts[2] ? [{ package: parts[1], version: parts[2] }] : []
    })
}

function advisoryIdsOf(
  rulePath: string,
  packageName: string,
  message: string | null,
  context: SarifResult,
): string[] {
  const connection = rulePath.replace(/^\[[A-Z]+\] /, '')
  const suffix = `-${packageName}`
  const own =
    advisoriesIn(connection)[0] ??
    (connection.endsWith(suffix) && connection !== suffix ? connection.slice(0, -suffix.length) : connection)
  const known = /\(also known as ([^()]{1,1000})\)/i.exec(message?.slice(0, 2_000) ?? '')?.[1] ?? ''
  const described = /^\(([^()]{1,500})\) /.exec(context.rule?.advisory?.description ?? '')?.[1] ?? ''
  return asNames([
    own,
    ...[...known.matchAll(/'([^'\s]{1,100})'/g)].map(([, id]) => id),
    ...(context.rule?.advisory?.otherIds ?? []),
    ...advisoryList(described),
  ])
}
