import type { Inventory } from '../packages.ts'
import { cycloneDx } from './cyclonedx.ts'
import type { Format } from './format.ts'

/** The JSON of OSV-Scanner: the packages of each lockfile, with their advisories grouped by what they describe. */
export const osvScanner: Format<Inventory> = {
  ...cycloneDx,
  name: 'OSV-Scanner',
  write: (inventory, run) => {
    const reported = inventory.filter(({ manifest }) => run.files?.includes(manifest) ?? true)
    const manifests = [...new Set(reported.map(({ manifest }) => manifest))]
    return {
      results: manifests.map((path) => ({
        source: { path, type: 'lockfile' },
        packages: reported
          .filter(({ manifest, advisories }) => manifest === path && advisories.length > 0)
          .map(({ name, version, advisories }) => {
            const described = advisories.map((advisory) => {
              const ids = [advisory.ghsa, advisory.cve].filter((id) => id !== undefined)
              const id = (run.advisoryIds === 'cve' ? ids.at(-1) : ids[0]) ?? advisory.name
              const aliases = run.withoutAliases ? [] : ids.filter((alias) => alias !== id)
              return { id, aliases, summary: `A flaw of the package (${advisory.name}).` }
            })
            return {
              package: { name, version, ecosystem: 'npm' },
              vulnerabilities: described.map((each) => ({
                ...each,
                database_specific: { severity: run.upgraded ? 'CRITICAL' : 'HIGH' },
              })),
              groups: described.map(({ id, aliases }) => ({ ids: [id], aliases: [id, ...aliases] })),
            }
          }),
      })),
      experimental_config: {},
    }
  },
}
