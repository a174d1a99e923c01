import { ecosystemOfName } from '#contract/ecosystems.ts'
import { packageOf } from '#server/base/purl.ts'
import { distributionIn, ecosystemOfFile } from '../../values/ecosystems.ts'
import { asName, asOneOf, asText, asUrl, type JsonObject } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { severityOfWord } from '../../values/severity.ts'
import type { VulnerablePackage } from '../cyclonedx/package-run.ts'
import { isTrue, listOf } from './finding.ts'

/** A finding of the kind `dependency`: an advisory, its rule, and the package that it concerns. */
export function dependencyOf(finding: JsonObject): VulnerablePackage {
  const purl = asName(finding['purl'], 2_048)
  const named = purl === null ? null : packageOf(purl)
  const name = asName(finding['package']) ?? asName(named?.name) ?? 'unknown'
  const path = filePath(finding['path']) ?? 'packages'
  const score = Number(finding['cvss_score'] ?? Number.NaN)
  const vector = asName(finding['cvss_vector'], 500)
  const texts = [asText(finding['title'], 1_000), asText(finding['message'])].filter((text) => text !== null)
  return {
    vulnerability: {
      id: finding['rule'],
      description: texts.join('\n\n'),
      source: { url: asUrl(finding['url']) },
      ratings:
        Number.isNaN(score) && vector === null
          ? []
          : [
              {
                method: vector?.startsWith('CVSS:4') ? 'CVSSv4' : 'CVSSv31',
                vector,
                ...(score >= 0 && score <= 10 ? { score } : {}),
              },
            ],
      cwes: listOf(finding['cwe']),
      advisories: listOf(finding['references']).map((url) => ({ url })),
      references: listOf(finding['aliases']).map((id) => ({ id })),
    },
    severity: severityOfWord(finding['severity']),
    affected: {
      ecosystem:
        named?.ecosystem ?? ecosystemOfName(asName(finding['ecosystem'], 100)) ?? ecosystemOfFile(path),
      name,
      version: asName(finding['version']) ?? asName(named?.version) ?? '',
      transitivity: asOneOf(finding['transitivity'], ['direct', 'transitive'] as const) ?? 'unknown',
      path,
      purl,
      distribution: distributionIn(asName(finding['ecosystem'], 100)),
    },
    fixes: listOf(finding['fixed_versions']).map((version) => ({ package: name, version })),
    suppressed: isTrue(finding['suppressed']),
  }
}
