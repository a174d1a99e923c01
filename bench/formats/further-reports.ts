import type { Inventory, Package } from '#server/scans/rescan/testing/packages.ts'
import { flawsIn, type Repository } from '#server/scans/rescan/testing/repository.ts'

/** Reports that the re-scan suite does not write in this size. */

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`

/** Plain findings as a table. */
export const table = (repository: Repository) =>
  [
    'tool,rule,severity,message,path,line,code',
    ...flawsIn(repository).map(({ rule, message, path, line, code }) =>
      ['house-rules', rule, 'high', quoted(message), path, line, quoted(code)].join(','),
    ),
  ].join('\n')

/** A page of the list of findings. */
export const findingsAnswer = (repository: Repository) => ({
  findings: flawsIn(repository).map(({ rule, message, path, line, column, endColumn }, index) => ({
    id: index + 1,
    match_based_id: `${index.toString(16).padStart(40, '0')}_0`,
    rule_name: rule,
    rule_message: message,
    severity: 'high',
    state: 'unresolved',
    status: 'open',
    location: { file_path: path, line, column, end_line: line, end_column: endColumn },
  })),
})

const advisoryOf = ({ advisories: [advisory] }: Package) => advisory?.ghsa ?? 'GHSA-none'

/** What `npm audit --json` writes, which names no lockfile: packages of all lockfiles are in this one. */
export const auditReport = (inventory: Inventory) => ({
  auditReportVersion: 2,
  vulnerabilities: Object.fromEntries(
    inventory.map((each, index) => [
      `${each.name}-${index}`,
      {
        name: `${each.name}-${index}`,
        severity: 'high',
        isDirect: false,
        via: [
          {
            source: index,
            dependency: `${each.name}-${index}`,
            title: 'A flaw of the package',
            url: `https://github.com/advisories/${advisoryOf(each)}`,
            severity: 'high',
            cwe: ['CWE-77'],
            cvss: { score: 7.2, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' },
          },
        ],
        fixAvailable: { name: each.name, version: '2.0.0' },
      },
    ]),
  ),
  metadata: {},
})

/** A bill of materials: packages and no findings. */
export const spdxDocument = (inventory: Inventory) => ({
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'shop',
  creationInfo: { created: '2026-01-15T11:58:00Z', creators: ['Tool: syft-1.0.0'] },
  documentDescribes: ['SPDXRef-root'],
  packages: [
    { SPDXID: 'SPDXRef-root', name: 'shop', downloadLocation: 'NOASSERTION' },
    ...inventory.map(({ name, version }, index) => ({
      SPDXID: `SPDXRef-${index}`,
      name: `${name}-${index}`,
      versionInfo: version,
      licenseDeclared: 'MIT',
      externalRefs: [
        {
          referenceCategory: 'PACKAGE-MANAGER',
          referenceType: 'purl',
          referenceLocator: `pkg:npm/${name}-${index}@${version}`,
        },
      ],
    })),
  ],
  relationships: inventory.map((_, index) => ({
    spdxElementId: index % 10 === 0 ? 'SPDXRef-root' : `SPDXRef-${index - (index % 10)}`,
    relationshipType: 'DEPENDS_ON',
    relatedSpdxElement: `SPDXRef-${index}`,
  })),
})
