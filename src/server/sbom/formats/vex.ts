import { Enums, Models, Types } from '@cyclonedx/cyclonedx-library'
import type { VulnerabilityVerdict } from '../content/content.ts'
import { toPlainText } from './plain-text.ts'

const { AnalysisState, AnalysisResponse, Severity } = Enums.Vulnerability

/** Source: docs/api.md#sbom-exports. */
const analysisStates = {
  fixing: { state: AnalysisState.Exploitable, response: [AnalysisResponse.Update] },
  in_triage: { state: AnalysisState.InTriage, response: [] },
  will_not_fix: { state: AnalysisState.Exploitable, response: [AnalysisResponse.WillNotFix] },
  false_positive: { state: AnalysisState.FalsePositive, response: [] },
}

const severities = {
  low: Severity.Low,
  medium: Severity.Medium,
  high: Severity.High,
  critical: Severity.Critical,
}

/**
 * Vulnerabilities in CycloneDX. `projectComponents` has the components of each project and the component that contains
 * them.
 */
export function vulnerabilitiesOf(
  verdicts: readonly VulnerabilityVerdict[],
  projectComponents: readonly { holder: Models.Component; components: readonly Models.Component[] }[],
): Models.Vulnerability.Vulnerability[] {
  return verdicts.map((one, number) => {
    const { state, response } = analysisStates[one.verdict]
    const affected = one.affects.flatMap(({ project, at }) => {
      const place = projectComponents[project]
      return (at === null ? place?.holder : place?.components[at])?.bomRef ?? []
    })
    const source = sourceOf(one.id)
    return new Models.Vulnerability.Vulnerability({
      bomRef: `vulnerability/${number + 1}`,
      id: toPlainText(one.id),
      ...(source ? { source } : {}),
      ratings: new Models.Vulnerability.RatingRepository(
        one.severity ? [new Models.Vulnerability.Rating({ severity: severities[one.severity] })] : [],
      ),
      cwes: new Types.CweRepository(one.cwes),
      analysis: new Models.Vulnerability.Analysis({
        state,
        response: new Enums.Vulnerability.AnalysisResponseRepository(response),
      }),
      affects: new Models.Vulnerability.AffectRepository(
        [...new Set(affected)].map((ref) => new Models.Vulnerability.Affect(ref)),
      ),
    })
  })
}

/** The database that assigned a vulnerability's id; undefined if the id does not show it. */
function sourceOf(id: string): Models.Vulnerability.Source | undefined {
  if (/^CVE-\d{4}-\d{4,}$/.test(id)) {
    return new Models.Vulnerability.Source({ name: 'NVD', url: `https://nvd.nist.gov/vuln/detail/${id}` })
  }
  if (/^GHSA(-[0-9a-z]{4}){3}$/.test(id)) {
    return new Models.Vulnerability.Source({ name: 'GitHub', url: `https://github.com/advisories/${id}` })
  }
  return undefined
}
