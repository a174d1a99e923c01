import type { Advisory, Inventory, Package } from '../packages.ts'
import { cycloneDx } from './cyclonedx.ts'
import type { Format, Run } from './format.ts'

/** The JSON of Trivy, with an element for each lockfile. */
export const trivy: Format<Inventory> = {
  ...cycloneDx,
  name: 'Trivy',
  write: (inventory, run) => ({
    SchemaVersion: 2,
    Trivy: { Version: run.upgraded ? '0.68.0' : '0.58.1' },
    CreatedAt: '2026-01-15T11:58:00Z',
    ArtifactName: '.',
    ArtifactType: 'repository',
    Results: [...new Set(inventory.map(({ manifest }) => manifest))]
      .filter((manifest) => run.files?.includes(manifest) ?? true)
      .map((manifest) => elementOf(manifest, inventory, run)),
  }),
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
