import type { Advisory, Inventory, Package } from '../packages.ts'
import { flawsIn, type PlacedFlaw, type Repository } from '../repository.ts'
import { cycloneDx } from './cyclonedx.ts'
import { type Format, type LineFormat, messageOf, ofLines, type Run, reportedFlaws } from './format.ts'

const reportOf = (results: readonly object[], run: Run) => ({
  SchemaVersion: 2,
  Trivy: { Version: run.upgraded ? '0.68.0' : '0.58.1' },
  CreatedAt: '2026-01-15T11:58:00Z',
  ArtifactName: '.',
  ArtifactType: 'repository',
  Results: results,
})

/** The JSON of Trivy, with an element for each lockfile. */
export const trivy: Format<Inventory> = {
  ...cycloneDx,
  name: 'Trivy',
  write: (inventory, run) =>
    reportOf(
      [...new Set(inventory.map(({ manifest }) => manifest))]
        .filter((manifest) => run.files?.includes(manifest) ?? true)
        .map((manifest) => elementOf(manifest, inventory, run)),
      run,
    ),
}

/** An element for each file with flaws, as Trivy writes them. */
const filesWith = (repository: Repository, run: Run, elementOfFile: (flaws: PlacedFlaw[]) => object) =>
  [...Map.groupBy(reportedFlaws(flawsIn(repository), run), ({ path }) => path)].map(([path, flaws]) => ({
    Target: path,
    ...elementOfFile(flaws),
  }))

/** Misconfigurations of Trivy, whose causes bring their lines. */
export const trivyMisconfigurations: LineFormat = {
  name: 'Trivy misconfigurations',
  issueTypes: ['sast'],
  sends: { code: true, fingerprint: false, context: 0, flow: false, secret: false, resource: true },
  write: (repository, run) =>
    reportOf(
      filesWith(repository, run, (flaws) => ({
        Class: 'config',
        Type: 'dockerfile',
        Misconfigurations: flaws.map((flaw) => misconfigurationOf(flaw, run)),
      })),
      run,
    ),
  ...ofLines,
  fingerprint: () => null,
}

const misconfigurationOf = (flaw: PlacedFlaw, run: Run) => ({
  Type: 'Dockerfile Security Check',
  ID: flaw.rule,
  Title: `About ${flaw.rule}`,
  Description: 'What it is about.',
  Message: messageOf(flaw, run),
  Severity: run.upgraded ? 'HIGH' : 'MEDIUM',
  PrimaryURL: `https://avd.example/${flaw.rule}`,
  Status: run.suppressed?.includes(flaw.truth) ? 'EXCEPTION' : 'FAIL',
  CauseMetadata: {
    ...(flaw.resource === undefined ? {} : { Resource: flaw.resource }),
    StartLine: flaw.line,
    EndLine: flaw.line,
    Code: { Lines: [{ Number: flaw.line, Content: flaw.text, IsCause: true }] },
  },
})

/** Secrets of Trivy, which masks their values and does not list what it ignores. */
export const trivySecrets: LineFormat = {
  ...trivyMisconfigurations,
  name: 'Trivy secrets',
  issueTypes: ['sast', 'secrets'],
  forgetsMoved: true,
  leavesOutSuppressed: true,
  sends: { code: false, fingerprint: false, context: 0, flow: false, secret: true },
  write: (repository, run) =>
    reportOf(
      filesWith(repository, run, (flaws) => ({
        Class: 'secret',
        Secrets: flaws.map((flaw) => secretOf(flaw, run)),
      })),
      run,
    ),
}

const secretOf = (flaw: PlacedFlaw, run: Run) => {
  const masked = flaw.text.replace(flaw.code, () => '*'.repeat(flaw.code.length))
  return {
    RuleID: flaw.rule,
    Category: 'General',
    Severity: run.upgraded ? 'CRITICAL' : 'HIGH',
    Title: run.reworded ? `${flaw.message} Replace it.` : flaw.message,
    StartLine: flaw.line,
    EndLine: flaw.line,
    Code: { Lines: [{ Number: flaw.line, Content: masked, IsCause: true }] },
    Match: masked,
    Offset: flaw.line * 40,
  }
}

const elementOf = (manifest: string, inventory: Inventory, run: Run) => ({
  Target: manifest,
  Class: 'lang-pkgs',
  Type: 'npm',
  Vulnerabilities: inventory
    .filter((each) => each.manifest === manifest)
    .flatMap((each) => each.advisories.map((advisory) => vulnerabilityOf(each, advisory, run))),
})

function vulnerabilityOf({ name, version }: Package, advisory: Advisory, run: Run) {
  const { ghsa, cve } = advisory
  const id = (run.advisoryIds === 'cve' ? (cve ?? ghsa) : (ghsa ?? cve)) ?? advisory.name
  const others = [ghsa, cve].filter((alias) => alias !== undefined && alias !== id)
  return {
    VulnerabilityID: id,
    VendorIDs: run.withoutAliases ? [] : others,
    PkgID: `${name}@${version}`,
    PkgName: name,
    PkgIdentifier: { PURL: `pkg:npm/${name}@${version}` },
    InstalledVersion: version,
    Severity: run.upgraded ? 'CRITICAL' : 'HIGH',
    Title: `A flaw of the package (${advisory.name}).`,
  }
}
