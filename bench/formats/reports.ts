import type { ReportFormat } from '#server/ingest/report/report.ts'
import { bandit } from '#server/scans/rescan/testing/formats/bandit.ts'
import { checkov } from '#server/scans/rescan/testing/formats/checkov.ts'
import { codeScanning } from '#server/scans/rescan/testing/formats/code-scanning.ts'
import { codeQl } from '#server/scans/rescan/testing/formats/codeql.ts'
import { cycloneDx } from '#server/scans/rescan/testing/formats/cyclonedx.ts'
import { cycloneDxAsXml } from '#server/scans/rescan/testing/formats/cyclonedx-xml.ts'
import {
  dependencyCheck,
  dependencyCheckAsXml,
} from '#server/scans/rescan/testing/formats/dependency-check.ts'
import type { Format } from '#server/scans/rescan/testing/formats/format.ts'
import { gitLabCode, gitLabPackages, gitLabSecrets } from '#server/scans/rescan/testing/formats/gitlab.ts'
import { gitleaksJson, truffleHog } from '#server/scans/rescan/testing/formats/gitleaks-json.ts'
import { grype } from '#server/scans/rescan/testing/formats/grype.ts'
import { osvScanner } from '#server/scans/rescan/testing/formats/osv-scanner.ts'
import { plain } from '#server/scans/rescan/testing/formats/plain.ts'
import { semgrepCommunity } from '#server/scans/rescan/testing/formats/semgrep.ts'
import { snyk } from '#server/scans/rescan/testing/formats/snyk.ts'
import { trivy } from '#server/scans/rescan/testing/formats/trivy.ts'
import { codeIn, packagesIn, secretsIn } from './contents.ts'
import { alerts, auditReport, findingsAnswer, spdxDocument, table } from './further-reports.ts'

/** A report of a format with so many results. `moved`: as a later scan has it, with other lines and versions. */
interface Report {
  name: string
  format: ReportFormat
  text(count: number, moved: boolean): string
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const of =
  <State>(contents: (count: number, moved: boolean) => State) =>
  (format: ReportFormat, { name, write }: Format<State>): Report => ({
    name,
    format,
    text: (count, moved) => text(write(contents(count, moved), {})),
  })
const code = of(codeIn)
const secrets = of(secretsIn)
const packages = of(packagesIn)

const further = (format: ReportFormat, name: string, write: (count: number, moved: boolean) => unknown) => ({
  name,
  format,
  text: (count: number, moved: boolean) => text(write(count, moved)),
})

/** Each kind of report that is read, as the re-scan suite writes it where it has the format. */
export const reports: readonly Report[] = [
  code('semgrep', { ...semgrepCommunity, name: 'Semgrep without fingerprints' }),
  code('sarif', codeQl),
  code('bandit', bandit),
  code('checkov', checkov),
  code('code-scanning', codeScanning),
  code('gitlab', gitLabCode),
  code('gatehouse', plain),
  further('gatehouse', 'plain findings in a table', (count, moved) => table(codeIn(count, moved))),
  further('findings', 'findings from this API', (count, moved) => findingsAnswer(codeIn(count, moved))),
  secrets('gitleaks', gitleaksJson),
  secrets('trufflehog', truffleHog),
  secrets('gitlab', gitLabSecrets),
  packages('cyclonedx', cycloneDx),
  packages('cyclonedx', cycloneDxAsXml),
  packages('grype', grype),
  packages('trivy', trivy),
  packages('osv-scanner', osvScanner),
  packages('snyk', snyk),
  packages('gitlab', gitLabPackages),
  packages('dependency-check', dependencyCheck),
  packages('dependency-check', dependencyCheckAsXml),
  further('npm-audit', 'npm audit', (count, moved) => auditReport(packagesIn(count, moved))),
  further('dependabot', 'Dependabot alerts', (count, moved) => alerts(packagesIn(count, moved))),
  further('spdx', 'SPDX', (count, moved) => spdxDocument(packagesIn(count, moved))),
]
