/** Short files of the formats that most tests need, written as their tools write them. */

/** A SARIF file of one run; `more` are other members of the run, such as `invocations`. */
export const sarif = (tool: string, results: object[], { rules = [], ...more }: SarifRun = {}) => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: tool, version: '1.0', rules } }, results, ...more }],
})

interface SarifRun {
  rules?: object[]
  [member: string]: unknown
}

/** A SARIF result in a line of a file; `more` are other members of it. */
export const sarifResult = (rule: string, path: string, line: number, more: object = {}) => ({
  ruleId: rule,
  level: 'warning',
  message: { text: `${rule} was found.` },
  locations: [sarifLocation(path, { startLine: line })],
  ...more,
})

export const sarifLocation = (uri: string, region: object) => ({
  physicalLocation: { artifactLocation: { uri }, region },
})

/** A CycloneDX file. A component that is a text is a library with this purl, which is its `bom-ref`, too. */
export const cycloneDx = (components: (string | object)[], more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: components.map((one) => (typeof one === 'string' ? library(one) : one)),
  ...more,
})

/** A component of CycloneDX; its name and version are those of the purl. */
export function library(purl: string, more: object = {}) {
  const [, name = '', version] = /([^/]+?)(?:@([^?#]+))?(?:[?#].*)?$/.exec(purl) ?? []
  return {
    type: 'library',
    name,
    ...(version === undefined ? {} : { version: decodeURIComponent(version) }),
    purl,
    'bom-ref': purl,
    ...more,
  }
}

/** A vulnerability of CycloneDX in the components with these references, rated high. */
export const vulnerability = (id: string, refs: string[], more: object = {}) => ({
  id,
  ratings: [{ severity: 'high' }],
  affects: refs.map((ref) => ({ ref })),
  ...more,
})

/** An SPDX 2.3 file; `more` are other members of the document. */
export const spdx = (packages: object[], more: object = {}) => ({
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'shop',
  documentNamespace: 'https://example.com/spdx/shop',
  creationInfo: { created: '2026-01-14T08:00:00Z', creators: ['Tool: probe-1.0'] },
  packages,
  ...more,
})

/** A package of SPDX; with a purl, if given. */
export const spdxPackage = (
  name: string,
  versionInfo: string,
  purl: string | null = null,
  more: object = {},
) => ({
  SPDXID: `SPDXRef-${name}`,
  name,
  versionInfo,
  downloadLocation: 'NOASSERTION',
  ...(purl === null
    ? {}
    : {
        externalRefs: [
          { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl },
        ],
      }),
  ...more,
})

/** A Trivy report of one target; `type` is `npm`, `debian` and the like. */
export const trivy = (
  type: string,
  target: string,
  vulnerabilities: [id: string, name: string, version: string, more?: object][],
) => ({
  SchemaVersion: 2,
  ArtifactName: 'acme/shop',
  ArtifactType: 'filesystem',
  Results: [
    {
      Target: target,
      Class: 'lang-pkgs',
      Type: type,
      Vulnerabilities: vulnerabilities.map(([VulnerabilityID, PkgName, InstalledVersion, more]) => ({
        ...{ VulnerabilityID, PkgName, InstalledVersion, Severity: 'HIGH' },
        ...more,
      })),
    },
  ],
})

/** A report of OSV-Scanner on one package with one vulnerability, which gets `more`. */
export const osvScanner = (
  path: string,
  [ecosystem, name, version]: [ecosystem: string, name: string, version: string],
  vulnerability: object,
  group: object = {},
) => ({
  results: [
    {
      source: { path, type: 'lockfile' },
      packages: [
        {
          package: { name, version, ecosystem },
          vulnerabilities: [vulnerability],
          groups: [group],
        },
      ],
    },
  ],
})
