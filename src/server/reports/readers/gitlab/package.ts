import { ecosystemOfName } from '#contract/ecosystems.ts'
import { ecosystemOfFile } from '../../values/ecosystems.ts'
import { fixVersionsInSentence } from '../../values/fix-versions.ts'
import { asName, asObject, asObjects, getIn, type JsonObject } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { severityOfWord } from '../../values/severity.ts'
import type { VulnerablePackage } from '../cyclonedx/package-run.ts'
import { imageRepository } from '../trivy/target.ts'
import { type GitLabDependencies, transitivityOf } from './dependencies.ts'
import { descriptionOf, type Identifier, identifiersOf, weaknessesOf } from './identifiers.ts'

const advisory = /^(?:CVE-\d|GHSA-)/i

/** A vulnerability in a package of a lockfile or an image. */
export function vulnerabilityOf(value: JsonObject, dependencies: GitLabDependencies): VulnerablePackage {
  const location = asObject(value['location']) ?? {}
  const dependency = asObject(location['dependency']) ?? {}
  const name = asName(getIn(dependency['package'], 'name')) ?? 'unknown'
  const path = filePath(location['file'])
  const identifiers = identifiersOf(value)
  const { id, url } = ruleOf(identifiers)
  return {
    vulnerability: {
      id,
      description: descriptionOf(value),
      recommendation: value['solution'],
      source: { url },
      ratings: ratingsOf(value),
      cwes: weaknessesOf(identifiers),
      advisories: asObjects(value['links']).map((link) => ({ url: link['url'] })),
      references: identifiers.filter((each) => advisory.test(each.value)).map((each) => ({ id: each.value })),
    },
    severity: severityOfWord(value['severity']),
    affected: {
      ecosystem:
        path === null
          ? ecosystemOfSystem(location['operating_system'])
          : (dependencies.ecosystemOf(path) ?? ecosystemOfFile(path)),
      name,
      version: asName(dependency['version']) ?? '',
      transitivity: transitivityOf(dependency),
      path: path ?? imageOf(location),
      distribution: path === null ? asName(location['operating_system'], 200) : null,
    },
    fixes: fixVersionsInSentence(value['solution']).map((version) => ({ package: name, version })),
    suppressed: false,
  }
}

/** The CVE or GHSA, since the primary identifier may be a number in a database of GitLab alone. */
function ruleOf(identifiers: readonly Identifier[]): { id: string; url: unknown } {
  const [first] = identifiers
  const common =
    identifiers.find(({ value }) => /^CVE-\d/i.test(value)) ??
    identifiers.find(({ value }) => advisory.test(value))
  if (common) return { id: common.value, url: common.url }
  return { id: first?.name ?? 'unknown', url: first?.url }
}

const ratingsOf = (value: JsonObject): JsonObject[] =>
  asObjects(value['cvss_vectors'])
    .slice(0, 20)
    .map(({ vendor, vector }) => ({
      method: methodOf(asName(vector) ?? ''),
      vector,
      source: { name: vendor },
    }))

function methodOf(vector: string): string {
  if (vector.startsWith('CVSS:4')) return 'CVSSv4'
  return vector.startsWith('CVSS:3') ? 'CVSSv3' : 'CVSSv2'
}

/** `debian:12.5` is `deb`; an unknown system is named without its release. */
function ecosystemOfSystem(system: unknown): string | null {
  const name = asName(system, 200)
  return ecosystemOfName(name) ?? (name?.split(/[\s:]/)[0]?.toLowerCase() || null)
}

/**
 * The repository of an image without its tag, which differs in each pipeline. The image of the default branch is the
 * same on all branches.
 */
function imageOf(location: JsonObject): string {
  const image = asName(location['default_branch_image'], 4_096) ?? asName(location['image'], 4_096)
  return filePath(image === null ? null : imageRepository(image)) ?? 'packages'
}
