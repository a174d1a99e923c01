/** A report as Dependency-Check 12 writes it, in JSON. */
export const report = {
  reportSchema: '1.1',
  scanInfo: {
    engineVersion: '12.1.3',
    dataSource: [{ name: 'NVD API Last Checked', timestamp: '2026-01-15T06:00:00Z' }],
  },
  projectInfo: {
    name: 'shop',
    groupID: 'org.acme',
    artifactID: 'shop',
    version: '1.4.0',
    reportDate: '2026-01-15T11:58:00.123456789Z',
    credits: { NVD: 'Data of the National Vulnerability Database.' },
  },
  dependencies: [
    {
      isVirtual: false,
      fileName: 'commons-lang3-3.14.0.jar',
      filePath: '/builds/acme/shop/lib/commons-lang3-3.14.0.jar',
      sha256: 'ab'.repeat(32),
      evidenceCollected: { vendorEvidence: [], productEvidence: [], versionEvidence: [] },
      packages: [{ id: 'pkg:maven/org.apache.commons/commons-lang3@3.14.0', confidence: 'HIGH' }],
    },
    {
      isVirtual: false,
      fileName: 'log4j-core-2.14.1.jar',
      filePath: '/builds/acme/shop/lib/log4j-core-2.14.1.jar',
      md5: 'ab'.repeat(16),
      sha1: 'ab'.repeat(20),
      sha256: 'ab'.repeat(32),
      description: 'Logging',
      license: 'Apache-2.0',
      projectReferences: ['shop:compile'],
      includedBy: [{ reference: 'pkg:maven/org.acme/shop@1.4.0' }],
      relatedDependencies: [
        {
          isVirtual: false,
          fileName: 'log4j-api-2.14.1.jar',
          filePath: '/builds/acme/shop/lib/log4j-api-2.14.1.jar',
          packageIds: [{ id: 'pkg:maven/org.apache.logging.log4j/log4j-api@2.14.1' }],
        },
      ],
      evidenceCollected: {
        vendorEvidence: [
          { type: 'vendor', confidence: 'HIGH', source: 'file', name: 'name', value: 'log4j-core' },
        ],
        productEvidence: [],
        versionEvidence: [],
      },
      packages: [
        {
          id: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
          confidence: 'HIGH',
          url: 'https://ossindex.example/component/log4j-core',
        },
      ],
      vulnerabilityIds: [{ id: 'cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*', confidence: 'HIGHEST' }],
      vulnerabilities: [
        {
          source: 'NVD',
          name: 'CVE-2021-44228',
          severity: 'CRITICAL',
          cvssv2: {
            score: 9.3,
            accessVector: 'NETWORK',
            accessComplexity: 'MEDIUM',
            authenticationr: 'NONE',
            confidentialityImpact: 'COMPLETE',
            integrityImpact: 'COMPLETE',
            availabilityImpact: 'COMPLETE',
            severity: 'HIGH',
            version: '2.0',
          },
          cvssv3: {
            baseScore: 10.0,
            attackVector: 'NETWORK',
            attackComplexity: 'LOW',
            privilegesRequired: 'NONE',
            userInteraction: 'NONE',
            scope: 'CHANGED',
            confidentialityImpact: 'HIGH',
            integrityImpact: 'HIGH',
            availabilityImpact: 'HIGH',
            baseSeverity: 'CRITICAL',
            version: '3.1',
          },
          cwes: ['CWE-502', 'CWE-400'],
          description: 'Names in messages are looked up, and what is found is run.',
          notes: '',
          references: [
            {
              source: 'security@apache.example',
              url: 'https://logging.example/security',
              name: 'VENDOR_ADVISORY',
            },
            {
              source: 'security@apache.example',
              url: 'https://github.com/advisories/GHSA-jfh8-c2jp-5v3q',
              name: 'THIRD_PARTY_ADVISORY',
            },
          ],
          vulnerableSoftware: [
            { software: { id: 'cpe:2.3:a:apache:log4j:2.0:beta9:*:*:*:*:*:*' } },
            {
              software: {
                id: 'cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*',
                vulnerabilityIdMatched: 'true',
                versionStartIncluding: '2.13.0',
                versionEndExcluding: '2.15.0',
              },
            },
          ],
        },
      ],
      suppressedVulnerabilities: [
        {
          source: 'NVD',
          name: 'CVE-2017-5645',
          cvssv3: { baseScore: 5.3, baseSeverity: 'MEDIUM', version: '3.0' },
          cwes: ['CWE-502'],
          description: 'Only of the server, which is not started.',
          notes: 'Not used here.',
          references: [],
          vulnerableSoftware: [],
        },
      ],
    },
    {
      isVirtual: true,
      fileName: 'lodash:4.17.20',
      filePath: '/builds/acme/shop/web/package-lock.json?lodash',
      packages: [{ id: 'pkg:npm/lodash@4.17.20', confidence: 'HIGHEST' }],
      vulnerabilities: [
        {
          source: 'NPM',
          name: 'GHSA-35jh-r3h4-6jhm',
          unscored: 'true',
          severity: 'high',
          cvssv4: {
            source: 'nvd@nist.example',
            type: 'Secondary',
            version: '4.0',
            vectorString: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:H/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
            baseScore: 8.6,
            baseSeverity: 'HIGH',
          },
          cwes: ['CWE-77'],
          description: 'Templates can run commands.',
          notes: '',
          references: [
            {
              source: 'NPM Advisory',
              url: 'https://nvd.nist.gov/vuln/detail/CVE-2021-23337',
              name: 'reference',
            },
          ],
          vulnerableSoftware: [
            {
              software: { id: 'cpe:2.3:a:*:lodash:\\<4.17.21:*:*:*:*:*:*:*', vulnerabilityIdMatched: 'true' },
            },
          ],
        },
      ],
    },
  ],
}
