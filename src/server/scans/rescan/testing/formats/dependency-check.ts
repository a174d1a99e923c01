import { dependencyCheckXml } from '#server/reports/testing/dependency-check-xml.ts'
import type { Advisory, Inventory, Package } from '../packages.ts'
import { cycloneDx } from './cyclonedx.ts'
import type { Format, Run } from './format.ts'

/** The report of Dependency-Check in JSON, with a dependency for each package. */
export const dependencyCheck: Format<Inventory> = {
  ...cycloneDx,
  name: 'Dependency-Check',
  write: reportOf,
}

/** In XML, and in JSON from the upgrade of the scanner on: both are the same source. */
export const dependencyCheckAsXml: Format<Inventory> = {
  ...dependencyCheck,
  name: 'Dependency-Check XML',
  write: (inventory, run) =>
    run.upgraded ? reportOf(inventory, run) : dependencyCheckXml(reportOf(inventory, run)),
}

function reportOf(inventory: Inventory, run: Run) {
  return {
    reportSchema: '1.1',
    scanInfo: { engineVersion: run.upgraded ? '12.1.3' : '9.0.9', dataSource: [] },
    projectInfo: { name: 'shop', reportDate: '2026-01-15T11:58:00Z', credits: {} },
    dependencies: inventory
      .filter(({ manifest }) => run.files?.includes(manifest) ?? true)
      .map((each) => dependencyOf(each, run)),
  }
}

const isLockfile = (path: string) => path.endsWith('.json')

function dependencyOf({ name, version, manifest, advisories }: Package, run: Run) {
  return {
    isVirtual: isLockfile(manifest),
    fileName: isLockfile(manifest) ? `${name}:${version}` : manifest.replace(/^.*\//, ''),
    filePath: isLockfile(manifest) ? `${manifest}?${name}` : manifest,
    packages: [{ id: `pkg:npm/${name}@${version}`, confidence: 'HIGHEST' }],
    vulnerabilities: advisories.map((advisory) => vulnerabilityOf(advisory, run)),
  }
}

function vulnerabilityOf(advisory: Advisory, run: Run) {
  const { ghsa, cve } = advisory
  const id = (run.advisoryIds === 'cve' ? (cve ?? ghsa) : (ghsa ?? cve)) ?? advisory.name
  const others = [ghsa, cve].flatMap((alias) => (alias === undefined || alias === id ? [] : [alias]))
  return {
    source: id.startsWith('CVE') ? 'NVD' : 'NPM',
    name: id,
    severity: run.upgraded ? 'CRITICAL' : 'HIGH',
    description: `A flaw of the package (${advisory.name}).`,
    references: run.withoutAliases
      ? []
      : others.map((alias) => ({ source: 'x', url: pageOf(alias), name: 'x' })),
  }
}

const pageOf = (id: string) =>
  id.startsWith('CVE') ? `https://nvd.nist.gov/vuln/detail/${id}` : `https://github.com/advisories/${id}`
