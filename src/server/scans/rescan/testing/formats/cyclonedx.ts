import { type Advisory, type Inventory, type Package, truthOf } from '../packages.ts'
import type { Format, Run } from './format.ts'

/** Vulnerabilities of packages, as a scanner of bills of materials writes them. */
export const cycloneDx: Format<Inventory> = {
  name: 'CycloneDX vulnerabilities',
  issueTypes: ['sca'],
  write: (inventory, run) => {
    const packages = reported(inventory, run)
    return {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: {
        timestamp: '2026-01-15T11:58:00Z',
        tools: {
          components: [{ type: 'application', name: 'cdxgen', version: run.upgraded ? '11.4.0' : '10.2.0' }],
        },
        component: { type: 'application', name: 'shop', 'bom-ref': 'shop' },
      },
      components: packages.map(component),
      vulnerabilities: vulnerabilities(packages, run),
    }
  },
  results: (inventory, run) =>
    reported(inventory, run).flatMap((each) =>
      each.advisories.map((advisory) => ({
        truth: truthOf(each, advisory),
        isRow: (row) =>
          row.package === each.name &&
          row.version === each.version &&
          row.path === each.manifest &&
          (row.rule === idOf(advisory, run) || row.rule === advisory.ghsa || row.rule === advisory.cve),
      })),
    ),
  changedFiles: (before, after) => {
    const text = (inventory: Inventory, path: string) =>
      JSON.stringify(inventory.filter(({ manifest }) => manifest === path))
    const manifests = [...new Set(after.map(({ manifest }) => manifest))]
    return manifests.filter((path) => text(before, path) !== text(after, path))
  },
}

const reported = (inventory: Inventory, run: Run) =>
  inventory.filter(({ manifest }) => run.files?.includes(manifest) ?? true)

const refOf = ({ name, version, manifest }: Package) => `pkg:npm/${name}@${version}#${manifest}`

const component = (of: Package) => ({
  type: 'library',
  'bom-ref': refOf(of),
  name: of.name,
  version: of.version,
  purl: `pkg:npm/${of.name}@${of.version}`,
  properties: [{ name: 'SrcFile', value: of.manifest }],
})

/** The id that the scanner gives: that of GitHub, or that of MITRE where it is told so or knows no other. */
const idOf = ({ name, ghsa, cve }: Advisory, { advisoryIds = 'ghsa' }: Run) =>
  (advisoryIds === 'ghsa' ? (ghsa ?? cve) : (cve ?? ghsa)) ?? name

function vulnerabilities(packages: readonly Package[], run: Run) {
  const advisories = new Map(packages.flatMap((each) => each.advisories.map((one) => [one.name, one])))
  return [...advisories.values()].map((advisory) => {
    const id = idOf(advisory, run)
    const aliases = [advisory.ghsa, advisory.cve].filter((alias) => alias !== undefined && alias !== id)
    return {
      'bom-ref': `${id} ${advisory.name}`,
      id,
      source: { name: id.startsWith('GHSA') ? 'GitHub' : 'NVD' },
      references: run.withoutAliases
        ? []
        : aliases.map((alias) => ({ id: alias, source: { name: 'OSV', url: 'https://osv.dev/' } })),
      ratings: [{ severity: run.upgraded ? 'critical' : 'high', method: 'CVSSv31' }],
      description: `A flaw of the package (${advisory.name}).`,
      affects: packages.flatMap((each) =>
        each.advisories.some(({ name }) => name === advisory.name) ? [{ ref: refOf(each) }] : [],
      ),
    }
  })
}
