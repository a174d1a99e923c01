import { ecosystemOfFile } from '../../values/ecosystems.ts'
import { asName, asNames, asObject, type JsonObject } from '../../values/json-values.ts'
import { severityOfWord } from '../../values/severity.ts'
import type { VulnerablePackage } from '../cyclonedx/package-run.ts'
import { pathOf, severityNameOf } from './check.ts'

/** The vulnerable package of a check of `sca_package` or `sca_image`; null for any other check. */
export function vulnerablePackageOf(record: JsonObject, suppressed: boolean): VulnerablePackage | null {
  const details = asObject(record['vulnerability_details'])
  const id = asName(details?.['id'])
  const name = asName(details?.['package_name'])
  if (details === null || id === null || name === null) return null
  const path = pathOf(record)
  const fixes = asNames(details['fixed_versions'] ?? details['lowest_fixed_version'])
  return {
    vulnerability: {
      id,
      description: details['description'] ?? record['description'],
      source: { url: details['link'] },
      ratings: [{ method: 'CVSSv3', score: details['cvss'], vector: details['vector'] }],
    },
    severity: severityOfWord(details['severity']) ?? severityOfWord(severityNameOf(record)),
    affected: {
      ecosystem: ecosystemOfFile(path),
      name,
      version: asName(details['package_version']) ?? '',
      transitivity: 'unknown',
      path,
    },
    fixes: fixes.filter((version) => /^v?\d/.test(version)).map((version) => ({ package: name, version })),
    suppressed,
  }
}
