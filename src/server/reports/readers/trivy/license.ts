import type { JsonObject } from '../../values/json-values.ts'
import { sarifLocation } from '../sarif/described-results.ts'
import { descriptorOf, severityIn, suppressionsOf, wordIn } from './descriptor.ts'
import type { Scanned } from './entries.ts'
import { pathOf } from './target.ts'

/** The license of a package or file, with its rule and message as in Trivy's SARIF. */
export function licenseOf(value: JsonObject, scanned: Scanned, ignored: boolean): [JsonObject, JsonObject] {
  const [name, packageName] = [wordIn(value['Name']), wordIn(value['PkgName'])]
  const about = `${name} in ${packageName}`
  return [
    descriptorOf({
      id: `${packageName}:${name}`,
      name: 'License',
      tag: 'license',
      title: about,
      description: about,
      severity: value['Severity'],
      url: value['Link'],
    }),
    {
      message: {
        text: `Artifact: ${scanned.target}\nLicense ${name}\nPkgName: ${packageName}\n Classification: ${wordIn(value['Category'])}\n Path: ${wordIn(value['FilePath'])}`,
      },
      locations: [sarifLocation(pathOf(scanned), { startLine: 1, endLine: 1, startColumn: 1, endColumn: 1 })],
      suppressions: suppressionsOf(ignored),
      properties: severityIn(value['Severity']),
    },
  ]
}
