import { dependabot } from '#server/scans/rescan/testing/formats/alerts.ts'
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
import { auditReport, findingsAnswer, spdxDocument, table } from './further-reports.ts'

/** A report of a format with so many results. `moved`: as a later scan has it, with other lines and versions. */
interface Report {
  name: string
  text(count: number, moved: boolean): string
}

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const of =
  <State>(contents: (count: number, moved: boolean) => State) =>
  ({ name, write }: Format<State>): Report => ({
    name,
    text: (count, moved) => text(write(contents(count, moved), {})),
  })
const code = of(codeIn)
const secrets = of(secretsIn)
const packages = of(packagesIn)

const further = (name: string, write: (count: number, moved: boolean) => unknown): Report => ({
  name,
  text: (count: number, moved: boolean) => text(write(count, moved)),
})

/** Each kind of report that is read, as the re-scan suite writes it where it has the format. */
export const reports: readonly Report[] = [
  code({ ...semgrepCommunity, name: 'Semgrep without fingerprints' }),
  code(codeQl),
  code(bandit),
  code(checkov),
  code(codeScanning),
  code(gitLabCode),
  code(plain),
  further('plain findings in a table', (count, moved) => table(codeIn(count, moved))),
  further('findings from this API', (count, moved) => findingsAnswer(codeIn(count, moved))),
  secrets(gitleaksJson),
  secrets(truffleHog),
  secrets(gitLabSecrets),
  packages(cycloneDx),
  packages(cycloneDxAsXml),
  packages(grype),
  packages(trivy),
  packages(osvScanner),
  packages(snyk),
  packages(gitLabPackages),
  packages(dependencyCheck),
  packages(dependencyCheckAsXml),
  further('npm audit', (count, moved) => auditReport(packagesIn(count, moved))),
  packages(dependabot),
  further('SPDX', (count, moved) => spdxDocument(packagesIn(count, moved))),
]
