import type { Advisory, Inventory, Package } from '../packages.ts'
import { flawsIn, type PlacedFlaw, type Repository } from '../repository.ts'
import { cycloneDx } from './cyclonedx.ts'
import { type Format, type LineFormat, messageOf, ofLines, type Run, reportedFlaws } from './format.ts'

const reportOf = (type: string, name: string, vulnerabilities: readonly object[], run: Run) => ({
  version: '15.2.1',
  scan: {
    type,
    status: 'success',
    scanner: { id: 'scanner', name, version: run.upgraded ? '2.1.0' : '1.0.0', vendor: { name: 'GitLab' } },
    analyzer: { id: 'analyzer', name, version: '5.0.0', vendor: { name: 'GitLab' } },
    start_time: '2026-01-15T11:57:00',
    end_time: '2026-01-15T11:58:00',
  },
  vulnerabilities,
})

const vulnerabilityAt = (flaw: PlacedFlaw, run: Run) => ({
  id: `${flaw.rule} ${flaw.path} ${flaw.line}`,
  name: `About ${flaw.rule}`,
  description: messageOf(flaw, run),
  severity: run.upgraded ? 'High' : 'Medium',
  location: { file: flaw.path, start_line: flaw.line, end_line: flaw.line },
  identifiers: [{ type: 'scanner_id', name: flaw.rule, value: flaw.rule }],
})

/** A report of SAST: rule, lines and text, without code. */
export const gitLabCode: LineFormat = {
  name: 'GitLab SAST',
  issueTypes: ['sast'],
  leavesOutSuppressed: true,
  sends: { code: false, fingerprint: false, context: 0, flow: false, secret: false },
  write: (repository: Repository, run) =>
    reportOf(
      'sast',
      'Semgrep',
      reportedFlaws(flawsIn(repository), run).map((flaw) => vulnerabilityAt(flaw, run)),
      run,
    ),
  ...ofLines,
  fingerprint: () => null,
}

/** A report of secret detection, which quotes the value. */
export const gitLabSecrets: LineFormat = {
  ...gitLabCode,
  name: 'GitLab secret detection',
  issueTypes: ['sast', 'secrets'],
  sends: { code: true, fingerprint: false, context: 0, flow: false, secret: true },
  write: (repository: Repository, run) =>
    reportOf(
      'secret_detection',
      'Gitleaks',
      reportedFlaws(flawsIn(repository), run).map((flaw) => ({
        ...vulnerabilityAt(flaw, run),
        raw_source_code_extract: flaw.code,
      })),
      run,
    ),
}

/** A report of dependency scanning. */
export const gitLabPackages: Format<Inventory> = {
  ...cycloneDx,
  name: 'GitLab dependency scanning',
  write: (inventory, run) =>
    reportOf(
      'dependency_scanning',
      'Gemnasium',
      inventory
        .filter(({ manifest }) => run.files?.includes(manifest) ?? true)
        .flatMap((each) => each.advisories.map((advisory) => packageVulnerability(each, advisory, run))),
      run,
    ),
}

function packageVulnerability({ name, version, manifest }: Package, advisory: Advisory, run: Run) {
  const { ghsa, cve } = advisory
  const ids = (run.advisoryIds === 'cve' ? [cve, ghsa] : [ghsa, cve]).filter((id) => id !== undefined)
  const named = run.withoutAliases ? ids.slice(0, 1) : ids
  return {
    id: `${advisory.name} ${name} ${version}`,
    name: advisory.name,
    description: `A flaw of the package (${advisory.name}).`,
    severity: run.upgraded ? 'Critical' : 'High',
    location: { file: manifest, dependency: { package: { name }, version } },
    identifiers: named.map((id) => ({ type: id.slice(0, 4).toLowerCase(), name: id, value: id })),
  }
}
