import type { Advisory, Inventory, Package } from '../packages.ts'
import { cycloneDx } from './cyclonedx.ts'
import type { Format, Run } from './format.ts'

/** The JSON of Grype, with a match for each advisory of a package. */
export const grype: Format<Inventory> = {
  ...cycloneDx,
  name: 'Grype',
  write: (inventory, run) => ({
    matches: inventory
      .filter(({ manifest }) => run.files?.includes(manifest) ?? true)
      .flatMap((each) => each.advisories.map((advisory) => matchOf(each, advisory, run))),
    source: { type: 'directory', target: '.' },
    distro: {},
    descriptor: {
      name: 'grype',
      version: run.upgraded ? '0.98.0' : '0.74.0',
      timestamp: '2026-01-15T11:58:00Z',
    },
  }),
}

function matchOf({ name, version, manifest }: Package, advisory: Advisory, run: Run) {
  const { ghsa, cve } = advisory
  const id = (run.advisoryIds === 'cve' ? (cve ?? ghsa) : (ghsa ?? cve)) ?? advisory.name
  const related = [ghsa, cve].filter((alias) => alias !== undefined && alias !== id)
  return {
    vulnerability: {
      id,
      severity: run.upgraded ? 'Critical' : 'High',
      description: `A flaw of the package (${advisory.name}).`,
      fix: { versions: [], state: 'unknown' },
    },
    relatedVulnerabilities: run.withoutAliases ? [] : related.map((alias) => ({ id: alias })),
    artifact: {
      name,
      version,
      type: 'npm',
      locations: [{ path: `/${manifest}` }],
      purl: `pkg:npm/${name}@${version}`,
    },
  }
}
