import type { Advisory, Inventory, Package } from '../packages.ts'
import { truthOf } from '../packages.ts'
import { cycloneDx } from './cyclonedx.ts'
import type { Format, Run } from './format.ts'

/** What of an inventory is in a report, and which file its findings name. */
interface Shown {
  isListed(manifest: string): boolean
  pathOf(manifest: string): string
}

/** A format that names packages without their versions: a finding for each advisory of a package. */
const withoutVersions = (
  name: string,
  { isListed, pathOf }: Shown,
  write: Format<Inventory>['write'],
): Format<Inventory> => ({
  ...cycloneDx,
  name,
  forgetsVersions: true,
  write: (inventory, run) =>
    write(
      inventory.filter(({ manifest }) => isListed(manifest) && (run.files?.includes(manifest) ?? true)),
      run,
    ),
  results: (inventory, run) =>
    inventory
      .filter(({ manifest }) => isListed(manifest) && (run.files?.includes(manifest) ?? true))
      .flatMap((each) =>
        each.advisories.map((advisory) => ({
          truth: truthOf(each, advisory),
          isRow: (row) =>
            row.package === each.name &&
            row.path === pathOf(each.manifest) &&
            (row.rule === advisory.ghsa || row.rule === advisory.cve),
        })),
      ),
})

/** Dependabot alerts of GitHub. */
export const dependabot = withoutVersions(
  'Dependabot alerts',
  { isListed: () => true, pathOf: (manifest) => manifest },
  (inventory, run) =>
    inventory.flatMap((each) => each.advisories.map((advisory) => alertOf(each, advisory, run))),
)

function alertOf({ name, manifest }: Package, { ghsa, cve, name: summary }: Advisory, run: Run) {
  const severity = run.upgraded ? 'critical' : 'high'
  return {
    state: 'open',
    dependency: { package: { ecosystem: 'npm', name }, manifest_path: manifest },
    security_advisory: {
      ghsa_id: run.advisoryIds === 'cve' && run.withoutAliases ? null : (ghsa ?? null),
      cve_id: run.advisoryIds !== 'cve' && run.withoutAliases ? null : (cve ?? null),
      summary,
      severity,
    },
    security_vulnerability: { severity },
    html_url: 'https://github.com/acme/shop/security/dependabot/1',
  }
}

/** The folder that npm audits. Its lockfile has no folder in a report. */
const audited: Shown = {
  isListed: (manifest) => manifest === 'shop/package-lock.json',
  pathOf: () => 'package-lock.json',
}

/** The JSON of npm audit since npm 7: advisories go by their GHSA id. */
export const npmAudit = withoutVersions('npm audit', audited, (inventory, run) => ({
  auditReportVersion: 2,
  vulnerabilities: Object.fromEntries(
    inventory.map(({ name, advisories }) => [
      name,
      {
        name,
        severity: 'high',
        isDirect: true,
        via: advisories.map((advisory) => ({
          source: 1,
          name,
          dependency: name,
          title: `A flaw of the package (${advisory.name})`,
          url: `https://github.com/advisories/${advisory.ghsa}`,
          severity: run.upgraded ? 'critical' : 'high',
        })),
      },
    ]),
  ),
  metadata: {},
}))
