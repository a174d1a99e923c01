import { advisoriesIn } from '../../values/advisories.ts'
import { asList, asName, asNames, asObject, getIn, type JsonObject } from '../../values/json-values.ts'
import { severityOfWord } from '../../values/severity.ts'
import type { VulnerablePackage } from '../cyclonedx/package-run.ts'
import type { Auditor } from './auditors.ts'

const maxVersions = 1_000

/** What Yarn prints on a line. */
export type YarnLine =
  | { kind: 'advisory' | 'package'; entry: JsonObject; id: string }
  /** The audit is complete, or found nothing. */
  | { kind: 'end' }
  | { kind: 'error'; message: string }
  | { kind: 'other' }

/** Reads a line of `yarn audit --json` (Yarn 1), or of `yarn npm audit --json` (from Yarn 4). */
export function yarnLineOf(line: JsonObject): YarnLine {
  const children = asObject(line['children'])
  if (children) return { kind: 'package', entry: line, id: JSON.stringify([line['value'], children['ID']]) }
  const data = line['data']
  const advisory = asObject(getIn(data, 'advisory'))
  switch (line['type']) {
    case 'auditAdvisory':
      return advisory
        ? { kind: 'advisory', entry: advisory, id: JSON.stringify(advisory['id'] ?? null) }
        : { kind: 'other' }
    case 'auditSummary':
      return { kind: 'end' }
    case 'error':
      return { kind: 'error', message: asName(data, 2_000) ?? 'no message' }
    default:
      return data === 'No audit suggestions' ? { kind: 'end' } : { kind: 'other' }
  }
}

/** An advisory of Yarn 4 and later for each version of its package that is installed. */
export function yarnPackagesOf(line: JsonObject, { lockfile }: Auditor): VulnerablePackage[] {
  const about = asObject(line['children']) ?? {}
  const url = asName(about['URL'], 2_048)
  const id = advisoriesIn(url ?? '')[0] ?? `npm:${asName(String(about['ID'] ?? '')) ?? 'unknown'}`
  const versions = asNames(about['Tree Versions']).slice(0, maxVersions)
  const dependents = asNames(asList(about['Dependents']).slice(0, maxVersions))
  const isDirect = dependents.some((each) => each.includes('@workspace:'))
  return (versions.length === 0 ? [''] : versions).map((version) => ({
    vulnerability: { id, description: about['Issue'], source: { url } },
    severity: severityOfWord(about['Severity']),
    affected: {
      ecosystem: 'npm',
      name: asName(line['value']) ?? 'unknown',
      version,
      transitivity: isDirect ? 'direct' : dependents.length > 0 ? 'transitive' : 'unknown',
      path: lockfile,
    },
    fixes: [],
    suppressed: false,
  }))
}
