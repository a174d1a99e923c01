import type { Advisory, Inventory, Package } from '../packages.ts'
import { cycloneDx } from './cyclonedx.ts'
import type { Format, Run } from './format.ts'

/** The JSON of Snyk, with a project for each manifest. */
export const snyk: Format<Inventory> = {
  ...cycloneDx,
  name: 'Snyk',
  // Instead of a lockfile its findings name the manifest beside it.
  results: (inventory, run) =>
    cycloneDx.results(inventory, run).map((result) => ({
      ...result,
      isRow: (row) =>
        result.isRow({ ...row, path: row.path?.replace(/package\.json$/, 'package-lock.json') ?? null }),
    })),
  write: (inventory, run) => {
    const manifests = [...new Set(inventory.map(({ manifest }) => manifest))]
    const tested = manifests.filter((manifest) => run.files?.includes(manifest) ?? true)
    const projects = tested.map((manifest) => projectOf(manifest, inventory, run))
    return projects.length > 0 ? projects : projectOf('package.json', [], run)
  },
}

const projectOf = (manifest: string, inventory: Inventory, run: Run) => ({
  vulnerabilities: inventory
    .filter((each) => each.manifest === manifest)
    .flatMap((each) => each.advisories.map((advisory) => issueOf(each, advisory, run))),
  ok: false,
  dependencyCount: 10,
  packageManager: 'npm',
  projectName: 'shop',
  displayTargetFile: manifest,
})

function issueOf({ name, version }: Package, advisory: Advisory, run: Run) {
  const { ghsa, cve } = advisory
  const id = (run.advisoryIds === 'cve' ? (cve ?? ghsa) : (ghsa ?? cve)) ?? advisory.name
  return {
    id,
    title: `A flaw of the package (${advisory.name})`,
    severity: run.upgraded ? 'critical' : 'high',
    identifiers: run.withoutAliases
      ? {}
      : { CVE: cve === undefined ? [] : [cve], GHSA: ghsa === undefined ? [] : [ghsa] },
    packageName: name,
    version,
    from: ['shop@1.0.0', `${name}@${version}`],
  }
}
