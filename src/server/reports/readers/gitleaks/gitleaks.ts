import type { Reader, ReaderOptions } from '../../input/reader.ts'
import type { TakenValue } from '../../json/json-route.ts'
import { asName, asNames, asObject, asText } from '../../values/json-values.ts'
import { filePath } from '../../values/paths.ts'
import { artifactLocation, SarifResults } from '../sarif/sarif-results.ts'

/**
 * Reads the JSON of Gitleaks 8, a list of findings. Each becomes a secret, as in the SARIF of Gitleaks, so that triage
 * is kept where a pipeline changes from one to the other. Source: docs/formats.md#gitleaks.
 */
export function gitleaksReader(options: ReaderOptions): Reader {
  const results = new SarifResults('gitleaks', options)
  const take = (value: TakenValue) => {
    const finding = asObject(value.parse())
    if (!finding) throw value.fault('a Gitleaks finding must be an object')
    const ruleId = asName(finding['RuleID'])
    if (!ruleId) throw value.fault('this is not a Gitleaks finding: its `RuleID` is missing', '/RuleID')
    const path = filePath(finding['SymlinkFile']) ?? filePath(finding['File'])
    if (!path) throw value.fault('this is not a Gitleaks finding: its `File` is missing', '/File')
    options.count.add(value)
    const commit = asName(finding['Commit'], 100)
    const found = `${ruleId} has detected secret for file ${path}`
    results.add(
      value,
      {
        ruleId,
        message: { text: commit === null ? `${found}.` : `${found} at commit ${commit}.` },
        locations: [
          {
            physicalLocation: {
              artifactLocation: artifactLocation(path),
              region: {
                startLine: finding['StartLine'],
                startColumn: finding['StartColumn'],
                endLine: finding['EndLine'],
                endColumn: finding['EndColumn'],
                snippet: { text: finding['Secret'] },
              },
            },
          },
        ],
        partialFingerprints: { commitSha: commit, date: finding['Date'] },
        properties: { tags: asNames(finding['Tags']), match: finding['Match'] },
      },
      { shortDescription: { text: asText(finding['Description'], 1_000) } },
    )
  }
  return { routes: new Map(), elements: { take }, finish: () => results.finish('gitleaks') }
}
