import { isDistributed } from '#contract/ecosystems.ts'
import { readPackageUrl } from '#lib/urls/package-url.ts'
import { nameBeside } from '#server/base/purl.ts'
import {
  asFraction,
  asList,
  asName,
  asNames,
  asObjects,
  getIn,
  type JsonObject,
} from '../../values/json-values.ts'
import { lockfilePath } from '../../values/lockfile-names.ts'
import { filePath } from '../../values/paths.ts'
import { severityOfWord } from '../../values/severity.ts'
import { ecosystemOfPackage, type VulnerablePackage } from '../cyclonedx/package-run.ts'

/** What was scanned. */
export interface GrypeTarget {
  /** A folder or an image, for packages that name no file. */
  target: string
  /** Such as `debian 12`; null if it is none. */
  distribution: string | null
}

/**
 * A match of Grype: an advisory and the package that it concerns. The advisory of a distribution or of GitHub names the
 * CVE among the related ones.
 */
export function matchOf(
  match: JsonObject,
  { target, distribution }: GrypeTarget,
  suppressed: boolean,
): VulnerablePackage {
  const advisory = getIn(match, 'vulnerability')
  const artifact = getIn(match, 'artifact')
  const related = asObjects(getIn(match, 'relatedVulnerabilities')).slice(0, 50)
  const purl = asName(getIn(artifact, 'purl'), 2_048)
  const url = purl === null ? undefined : readPackageUrl(purl)?.url
  const own = asName(getIn(artifact, 'name'))
  const name = (url ? nameBeside(own, url) : own) ?? 'unknown'
  const places = asObjects(getIn(artifact, 'locations')).map(({ path }) => path)
  const ecosystem = ecosystemOfPackage(purl, getIn(artifact, 'type'))
  const lockfile = places.map(lockfilePath).find((path) => path !== null)
  return {
    vulnerability: {
      id: getIn(advisory, 'id'),
      description: [advisory, ...related].map((each) => getIn(each, 'description')).find(Boolean),
      source: { url: getIn(advisory, 'dataSource'), name: ownSourceOf(advisory) },
      ratings: [...ratingsOf(advisory), ...related.flatMap(ratingsOf)].slice(0, 50),
      properties: [{ name: 'epss:percentile', value: epssOf([advisory, ...related], 'percentile') }],
      cwes: asObjects(getIn(advisory, 'cwes')).map(({ cwe }) => cwe),
      advisories: [advisory, ...related].flatMap((each) =>
        asList(getIn(each, 'urls')).map((url) => ({ url })),
      ),
      references: related.map(({ id }) => ({ id })),
    },
    severity: severityOfWord(getIn(advisory, 'severity')),
    affected: {
      ecosystem,
      name,
      version: asName(getIn(artifact, 'version')) ?? '',
      transitivity: 'unknown',
      purl,
      distribution: isDistributed(ecosystem ?? '') ? (distribution ?? '') : null,
      path: lockfile ?? filePath(places[0])?.replace(/^\/+/, '') ?? target,
    },
    fixes: asNames(getIn(advisory, 'fix', 'versions')).map((version) => ({ package: name, version })),
    suppressed,
  }
}

/** Who scored the advisory itself, whose scores count more than those of related ones. */
const ownSourceOf = (advisory: unknown) => asObjects(getIn(advisory, 'cvss'))[0]?.['source']

function ratingsOf(advisory: unknown): JsonObject[] {
  const scores = asObjects(getIn(advisory, 'cvss')).map((score) => ({
    method: `CVSSv${asName(score['version'], 10) ?? '3'}`,
    score: getIn(score, 'metrics', 'baseScore'),
    vector: score['vector'],
    source: { name: score['source'] },
  }))
  const epss = epssOf([advisory], 'epss')
  return epss === null ? scores : [...scores, { method: 'EPSS', score: epss }]
}

const epssOf = (advisories: readonly unknown[], part: string): number | null =>
  advisories
    .flatMap((advisory) => asObjects(getIn(advisory, 'epss')))
    .map((each) => asFraction(each[part]))
    .find((value) => value !== null) ?? null
