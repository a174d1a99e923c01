/** A report of Trivy with these results. */
export const report = (Results: unknown) => ({
  SchemaVersion: 2,
  Trivy: { Version: '0.58.1' },
  ReportID: '0190-1',
  CreatedAt: '2026-01-15T10:00:00.123456789Z',
  ArtifactName: 'https://git.example/acme/shop.git',
  ArtifactType: 'repository',
  Metadata: { RepoURL: 'https://git.example/acme/shop.git', Branch: 'main', Commit: 'a'.repeat(40) },
  Results,
})

export const packages = [
  { ID: 'shop@1.0.0', Name: 'shop', Version: '1.0.0', Relationship: 'root', DependsOn: ['express@4.19.2'] },
  {
    ID: 'express@4.19.2',
    Name: 'express',
    Identifier: { PURL: 'pkg:npm/express@4.19.2', UID: 'b2' },
    Version: '4.19.2',
    Licenses: ['mit'],
    Relationship: 'direct',
    DependsOn: ['lodash@4.17.20', 'gone@1.0.0'],
    Locations: [{ StartLine: 12, EndLine: 18 }],
    AnalyzedBy: 'npm',
  },
  {
    ID: 'lodash@4.17.20',
    Name: 'lodash',
    Identifier: { PURL: 'pkg:npm/lodash@4.17.20', UID: 'b3' },
    Version: '4.17.20',
    Relationship: 'indirect',
    Indirect: true,
  },
]

export const vulnerability = {
  VulnerabilityID: 'CVE-2021-23337',
  VendorIDs: ['GHSA-35jh-r3h4-6jhm'],
  PkgID: 'lodash@4.17.20',
  PkgName: 'lodash',
  PkgIdentifier: { PURL: 'pkg:npm/lodash@4.17.20', UID: 'b3' },
  InstalledVersion: '4.17.20',
  FixedVersion: '4.17.21, 5.0.0',
  Status: 'fixed',
  SeveritySource: 'ghsa',
  PrimaryURL: 'https://avd.example/nvd/cve-2021-23337',
  DataSource: { ID: 'ghsa', Name: 'GitHub Security Advisory npm' },
  Title: 'lodash: command injection via template',
  Description: 'Templates of lodash can run commands.',
  Severity: 'HIGH',
  CweIDs: ['CWE-94'],
  CVSS: {
    nvd: { V2Vector: 'AV:N/AC:L/Au:S/C:P/I:P/A:P', V2Score: 6.5 },
    ghsa: { V3Vector: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H', V3Score: 7.2 },
  },
  References: ['https://nvd.example/CVE-2021-23337', 'not a link'],
  PublishedDate: '2021-02-15T13:15:12.56Z',
}

export const ofApk = {
  VulnerabilityID: 'CVE-2024-5535',
  VendorIDs: ['DSA-5764-1'],
  PkgID: 'libssl3@3.3.1-r0',
  PkgName: 'libssl3',
  PkgIdentifier: { PURL: 'pkg:apk/alpine/libssl3@3.3.1-r0?arch=x86_64&distro=3.20.1' },
  InstalledVersion: '3.3.1-r0',
  Severity: 'UNKNOWN',
}

export const misconfiguration = {
  Type: 'Dockerfile Security Check',
  ID: 'DS-0002',
  Title: "Image user should not be 'root'",
  Description: 'A container that runs as root can escape more easily.',
  Message: 'The last USER of the Dockerfile is root',
  Namespace: 'builtin.dockerfile.DS002',
  Resolution: 'Add a USER that is not root',
  Severity: 'HIGH',
  PrimaryURL: 'https://avd.example/misconfig/ds-0002',
  Status: 'FAIL',
  CauseMetadata: {
    Provider: 'Dockerfile',
    Service: 'general',
    StartLine: 3,
    EndLine: 3,
    Code: {
      Lines: [
        { Number: 2, Content: 'RUN apk add curl', IsCause: false },
        { Number: 3, Content: 'USER root', IsCause: true, FirstCause: true, LastCause: true },
      ],
    },
  },
}

export const secret = {
  RuleID: 'aws-access-key-id',
  Category: 'AWS',
  Severity: 'CRITICAL',
  Title: 'AWS Access Key ID',
  StartLine: 3,
  EndLine: 3,
  Code: { Lines: [{ Number: 3, Content: 'export KEY=********************', IsCause: true }] },
  Match: 'export KEY=********************',
  Offset: 36,
}

export const license = {
  Severity: 'CRITICAL',
  Category: 'forbidden',
  PkgName: 'lodash',
  FilePath: '',
  Name: 'AGPL-3.0-only',
  Confidence: 1,
  Link: 'https://spdx.example/AGPL-3.0-only',
}

/** What `--format cyclonedx` writes of the vulnerability. */
export const cycloneDx = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: { tools: { components: [{ type: 'application', name: 'trivy', version: '0.58.1' }] } },
  components: [
    {
      'bom-ref': 'lockfile',
      type: 'application',
      name: 'web/package-lock.json',
      properties: [{ name: 'aquasecurity:trivy:Class', value: 'lang-pkgs' }],
    },
    {
      'bom-ref': 'pkg:npm/lodash@4.17.20',
      type: 'library',
      name: 'lodash',
      version: '4.17.20',
      purl: 'pkg:npm/lodash@4.17.20',
    },
  ],
  dependencies: [{ ref: 'lockfile', dependsOn: ['pkg:npm/lodash@4.17.20'] }],
  vulnerabilities: [{ id: 'CVE-2021-23337', affects: [{ ref: 'pkg:npm/lodash@4.17.20' }] }],
}

/** A log of `--format sarif` with one result. */
const sarif = (rule: object, text: string, uri: string) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Trivy', version: '0.58.1', rules: [rule] } },
      results: [
        {
          ruleIndex: 0,
          message: { text },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri, uriBaseId: 'ROOTPATH' },
                region: { startLine: 3, startColumn: 1, endLine: 3, endColumn: 1 },
              },
            },
          ],
        },
      ],
    },
  ],
})

export const misconfigurationSarif = sarif(
  { id: 'DS-0002', name: 'Misconfiguration', properties: { tags: ['misconfiguration', 'security', 'HIGH'] } },
  'Artifact: Dockerfile\nType: dockerfile\nVulnerability DS-0002\nSeverity: HIGH\nMessage: The last USER of the Dockerfile is root\nLink: [DS-0002](https://avd.example/misconfig/ds-0002)',
  'Dockerfile',
)

export const secretSarif = sarif(
  { id: 'aws-access-key-id', name: 'Secret', properties: { tags: ['secret', 'security', 'CRITICAL'] } },
  'Artifact: deploy.sh\nType: \nSecret AWS Access Key ID\nSeverity: CRITICAL\nMatch: export KEY=********************',
  'deploy.sh',
)

const ofLockfile = (lists: object) =>
  report([{ Target: 'web/package-lock.json', Class: 'lang-pkgs', Type: 'npm', ...lists }])

/** Reports with an element of each list. */
export const reportsOfKinds = [
  ofLockfile({ Packages: packages, Vulnerabilities: [vulnerability] }),
  ofLockfile({ Misconfigurations: [misconfiguration], Licenses: [license] }),
  ofLockfile({ Secrets: [secret] }),
  ofLockfile({
    ExperimentalModifiedFindings: [{ Type: 'vulnerability', Status: 'ignored', Finding: vulnerability }],
  }),
  report([
    { Target: 'alpine:3.20 (alpine 3.20.1)', Class: 'os-pkgs', Type: 'alpine', Vulnerabilities: [ofApk] },
  ]),
]
