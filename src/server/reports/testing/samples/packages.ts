/** A report of Grype. */
export const grypeFile = {
  matches: [
    {
      vulnerability: {
        id: 'CVE-2021-23337',
        dataSource: 'https://nvd.example/1',
        severity: 'High',
        urls: ['https://a.example'],
        description: 'd',
        cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N', metrics: { baseScore: 7.2 }, source: 'nvd' }],
        epss: [{ epss: 0.1, percentile: 0.2 }],
        cwes: [{ cwe: 'CWE-77' }],
        fix: { versions: ['1.0.1'] },
      },
      relatedVulnerabilities: [{ id: 'GHSA-35jh-r3h4-6jhm', urls: [] }],
      artifact: {
        name: 'a',
        version: '1.0.0',
        type: 'npm',
        purl: 'pkg:npm/a@1.0.0',
        locations: [{ path: '/package-lock.json' }],
      },
    },
  ],
  ignoredMatches: [],
  source: { type: 'image', target: { userInput: 'alpine:3.20' } },
  descriptor: { name: 'grype', version: '0.98.0', timestamp: '2026-01-15T10:00:00Z' },
}

/** A report of npm audit, with the lists of both versions. */
export const npmAuditFile = {
  auditReportVersion: 2,
  vulnerabilities: {
    a: {
      name: 'a',
      severity: 'high',
      isDirect: true,
      via: [
        {
          source: 1,
          dependency: 'a',
          title: 't',
          url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
          severity: 'high',
          cwe: ['CWE-77'],
          cvss: { score: 7.2, vectorString: 'CVSS:3.1/AV:N' },
        },
        'b',
      ],
      fixAvailable: { name: 'b', version: '2.0.0' },
    },
  },
  advisories: {
    1: {
      id: 1,
      module_name: 'a',
      title: 't',
      overview: 'o',
      severity: 'low',
      cwe: 'CWE-471',
      cves: ['CVE-2019-10744'],
      findings: [{ version: '1.0.0', paths: ['a>b'] }],
      patched_versions: '>=1.0.1',
      recommendation: 'Upgrade to version 1.0.1',
    },
  },
  metadata: {},
}

/** A report of OSV-Scanner. */
export const osvScannerFile = {
  results: [
    {
      source: { path: 'package-lock.json', type: 'lockfile' },
      packages: [
        {
          package: { name: 'a', version: '1.0.0', ecosystem: 'npm' },
          vulnerabilities: [
            {
              id: 'GHSA-35jh-r3h4-6jhm',
              aliases: ['CVE-2021-23337'],
              summary: 's',
              details: 'd',
              affected: [
                { package: { name: 'a' }, ranges: [{ type: 'SEMVER', events: [{ fixed: '1.0.1' }] }] },
              ],
              references: [{ url: 'https://a.example' }],
              severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N' }],
              database_specific: { cwe_ids: ['CWE-77'], severity: 'HIGH' },
            },
          ],
          groups: [{ ids: ['GHSA-35jh-r3h4-6jhm'], aliases: ['CVE-2021-23337'], max_severity: '7.2' }],
        },
      ],
    },
  ],
}

/** Dependabot alerts as the REST API of GitHub lists them. */
export const dependabotAlerts = [
  {
    state: 'open',
    dependency: {
      package: { ecosystem: 'pip', name: 'django' },
      manifest_path: 'requirements.txt',
      relationship: 'direct',
    },
    security_advisory: {
      ghsa_id: 'GHSA-2hrw-hx67-34x6',
      cve_id: 'CVE-2025-57833',
      summary: 's',
      description: 'd',
      severity: 'high',
      identifiers: [{ type: 'GHSA', value: 'GHSA-2hrw-hx67-34x6' }],
      references: [{ url: 'https://a.example' }],
      cvss: { score: 7.1, vector_string: 'CVSS:3.1/AV:N' },
      epss: { percentage: 0.1, percentile: 0.2 },
      cwes: [{ cwe_id: 'CWE-89' }],
    },
    security_vulnerability: { severity: 'high', first_patched_version: { identifier: '4.2.24' } },
    html_url: 'https://github.com/acme/shop/security/dependabot/12',
  },
]

/** Dependabot alerts as its GraphQL API lists them. */
export const dependabotNodes = {
  data: {
    repository: {
      vulnerabilityAlerts: {
        nodes: [
          {
            state: 'OPEN',
            vulnerableManifestPath: 'package-lock.json',
            vulnerableRequirements: '= 4.17.20',
            securityVulnerability: {
              severity: 'HIGH',
              package: { name: 'lodash', ecosystem: 'NPM' },
              firstPatchedVersion: { identifier: '4.17.21' },
              advisory: {
                summary: 's',
                identifiers: [{ type: 'GHSA', value: 'GHSA-35jh-r3h4-6jhm' }],
                references: [{ url: 'https://a.example' }],
                cvss: { score: 7.2, vectorString: 'CVSS:3.1/AV:N' },
                cwes: { nodes: [{ cweId: 'CWE-94' }] },
              },
            },
          },
        ],
        pageInfo: { hasNextPage: false },
      },
    },
  },
}
