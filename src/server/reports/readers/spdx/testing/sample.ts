const purl = (referenceLocator: string) => [
  { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator },
]
const relation = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string) => ({
  spdxElementId,
  relationshipType,
  relatedSpdxElement,
})

/** A document as the dependency graph of GitHub exports it. */
export const spdxDocument = {
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'com.github.acme/shop',
  documentNamespace: 'https://spdx.example/acme/shop-1',
  creationInfo: {
    creators: ['Tool: GitHub.com-Dependency-Graph'],
    created: '2026-01-15T10:00:00Z',
  },
  packages: [
    {
      name: 'com.github.acme/shop',
      SPDXID: 'SPDXRef-shop',
      versionInfo: 'main',
      downloadLocation: `git+https://github.com/acme/shop@${'b'.repeat(40)}`,
      filesAnalyzed: false,
      externalRefs: purl('pkg:github/acme/shop@main'),
    },
    {
      name: '@babel/core',
      SPDXID: 'SPDXRef-npm-babel-core',
      versionInfo: '7.24.0',
      downloadLocation: 'NOASSERTION',
      licenseConcluded: 'NOASSERTION',
      licenseDeclared: 'MIT',
      checksums: [{ algorithm: 'SHA256', checksumValue: 'c'.repeat(64) }],
      externalRefs: purl('pkg:npm/%40babel/core@7.24.0'),
    },
    {
      name: 'npm:semver',
      SPDXID: 'SPDXRef-npm-semver',
      versionInfo: '6.3.1',
      downloadLocation: 'NOASSERTION',
      licenseConcluded: 'ISC',
      externalRefs: purl('pkg:npm/semver@6.3.1'),
    },
  ],
  relationships: [
    relation('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-shop'),
    relation('SPDXRef-shop', 'DEPENDS_ON', 'SPDXRef-npm-babel-core'),
    relation('SPDXRef-npm-semver', 'DEPENDENCY_OF', 'SPDXRef-npm-babel-core'),
  ],
}

/** A document as Syft writes it: the folder contains every package, and sentences name the lockfiles. */
export const syftDocument = {
  ...spdxDocument,
  name: '.',
  creationInfo: { creators: ['Organization: Acme', 'Tool: syft-1.18.1'], created: '2026-01-15T10:00:00Z' },
  packages: spdxDocument.packages.map((each) => ({
    ...each,
    sourceInfo:
      'acquired package info from installed node module manifest file: /web/package-lock.json, /x.txt',
  })),
  files: [{ fileName: 'x.txt', SPDXID: 'SPDXRef-File-x' }],
  relationships: [
    relation('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-shop'),
    relation('SPDXRef-shop', 'CONTAINS', 'SPDXRef-npm-babel-core'),
    relation('SPDXRef-shop', 'CONTAINS', 'SPDXRef-npm-semver'),
    relation('SPDXRef-npm-semver', 'OTHER', 'SPDXRef-File-x'),
    relation('SPDXRef-npm-semver', 'DEPENDENCY_OF', 'SPDXRef-npm-babel-core'),
  ],
}

/** A document as Trivy writes it, which lists lockfiles among the packages. */
export const trivyDocument = {
  ...spdxDocument,
  creationInfo: { creators: ['Organization: aquasecurity', 'Tool: trivy-0.58.1'] },
  packages: [
    { name: '.', SPDXID: 'SPDXRef-Filesystem-1', primaryPackagePurpose: 'SOURCE' },
    { name: 'web/package-lock.json', SPDXID: 'SPDXRef-Application-1', primaryPackagePurpose: 'APPLICATION' },
    ...spdxDocument.packages.slice(1),
  ],
  relationships: [
    relation('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-Filesystem-1'),
    relation('SPDXRef-Filesystem-1', 'CONTAINS', 'SPDXRef-Application-1'),
    relation('SPDXRef-Application-1', 'CONTAINS', 'SPDXRef-npm-babel-core'),
    relation('SPDXRef-npm-babel-core', 'DEPENDS_ON', 'SPDXRef-npm-semver'),
  ],
}
