import { fixVersionsInList } from '../../values/fix-versions.ts'
import { asList, asName, asNames, asObjects, getIn, type JsonObject } from '../../values/json-values.ts'
import { severityOfWord } from '../../values/severity.ts'
import type { VulnerablePackage } from '../cyclonedx/package-run.ts'
import type { Auditor } from './auditors.ts'

/** An advisory of npm 6, pnpm or Yarn for each version of its package that is installed. */
export function advisoryOf(advisory: JsonObject, { lockfile }: Auditor): VulnerablePackage[] {
  const name = asName(advisory['module_name']) ?? 'unknown'
  const ids = asNames([advisory['github_advisory_id'], ...asList(advisory['cves'])])
  const id = ids[0] ?? `npm:${asName(String(advisory['id'] ?? '')) ?? 'unknown'}`
  const findings = asObjects(advisory['findings'])
  return (findings.length === 0 ? [{}] : findings.slice(0, 1000)).map((finding: JsonObject) => ({
    vulnerability: {
      id,
      description: [advisory['title'], advisory['overview']]
        .filter((text) => asName(text) !== null)
        .join('\n\n'),
      recommendation: advisory['recommendation'],
      source: { url: advisory['url'] },
      ratings: ratingsOf(advisory['cvss']),
      cwes: asNames([advisory['cwe']].flat()),
      references: ids.slice(1).map((other) => ({ id: other })),
    },
    severity: severityOfWord(advisory['severity']),
    affected: {
      ecosystem: 'npm',
      name,
      version: asName(finding['version']) ?? '',
      transitivity: transitivityOf(asNames(finding['paths'])),
      path: lockfile,
    },
    fixes: fixVersionsInList(asName(advisory['patched_versions'])).map((version) => ({
      package: name,
      version,
    })),
    suppressed: false,
  }))
}

/** A path `a>b>c` leads from a direct dependency to the package. pnpm and Yarn 1 name the workspace before it. */
function transitivityOf(paths: readonly string[]): 'direct' | 'transitive' | 'unknown' {
  if (paths.length === 0) return 'unknown'
  const inWorkspace = paths.map((path) => path.replace(workspace, ''))
  return inWorkspace.some((path) => !path.includes('>')) ? 'direct' : 'transitive'
}

/** The workspace of a path: of pnpm `.`, or its folder as in `packages__web`. */
const workspace = /^(?:\.|[^>]*__[^>]*|workspace-aggregator-[^>]*>[^>]*) ?> ?/

/** Whether an advisory is in a report of pnpm. */
export const isOfPnpm = (advisory: JsonObject): boolean =>
  asObjects(advisory['findings'])
    .slice(0, 100)
    .some((finding) => asNames(finding['paths']).some((path) => /^(?:\.|[^>]*__[^>]*) ?>/.test(path)))

/** The score of an advisory; npm writes 0 and no vector where there is none. */
export function ratingsOf(cvss: unknown): JsonObject[] {
  const score = getIn(cvss, 'score')
  const vector = asName(getIn(cvss, 'vectorString'), 300)
  return vector === null && Number(score) === 0 ? [] : [{ method: 'CVSSv3', score, vector }]
}
