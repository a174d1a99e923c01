import { report as checkovReport } from '../../readers/checkov/testing/sample.ts'
import { cycloneDxSample } from '../../readers/cyclonedx/testing/sample.ts'
import { report as dependencyCheckReport } from '../../readers/dependency-check/testing/sample.ts'
import {
  containerScanning,
  dependencyScanning,
  sast,
  secretDetection,
} from '../../readers/gitlab/testing/sample.ts'
import { report as snykReport } from '../../readers/snyk/testing/sample.ts'
import { spdxDocument } from '../../readers/spdx/testing/sample.ts'
import { reportsOfKinds as trivyReports } from '../../readers/trivy/testing/sample.ts'
import type { ReportFormat } from '../../report/report.ts'
import { banditFile, codeScanningAlerts } from './code.ts'
import { findingsResponses } from './findings.ts'
import { dependabotAlerts, dependabotNodes, grypeFile, npmAuditFile, osvScannerFile } from './packages.ts'
import { plainFile } from './plain.ts'
import { sarifFiles } from './sarif.ts'
import { gitleaksFile, truffleHogResult } from './secrets.ts'
import { semgrepFiles } from './semgrep.ts'

/** Small files of each format that is JSON, with most of what a reader knows. */
export const sampleFiles: Record<ReportFormat, readonly object[]> = {
  semgrep: semgrepFiles,
  sarif: sarifFiles,
  findings: findingsResponses,
  cyclonedx: [{ bomFormat: 'CycloneDX', ...cycloneDxSample }],
  trivy: trivyReports,
  snyk: [snykReport],
  spdx: [spdxDocument],
  checkov: [checkovReport],
  gitlab: [dependencyScanning, sast, secretDetection, containerScanning],
  'dependency-check': [dependencyCheckReport],
  grype: [grypeFile],
  'npm-audit': [npmAuditFile],
  gitleaks: [gitleaksFile],
  bandit: [banditFile],
  'osv-scanner': [osvScannerFile],
  trufflehog: [truffleHogResult],
  dependabot: [dependabotAlerts, dependabotNodes],
  'code-scanning': [codeScanningAlerts],
  gatehouse: [plainFile],
}
