/** A place as such tools write it: the first line of a manifest. */
export const at = (uri: string) => ({
  physicalLocation: { artifactLocation: { uri }, region: { startLine: 1, startColumn: 1, endLine: 1 } },
})
/** A SARIF file of a tool. */
export const file = (tool: string, rules: object[], results: object[]) => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: tool, rules } }, results }],
})
const lines = (...all: string[]) => all.join('\n')

/** A result as each scanner writes it, with what there is to read in it. */
export const dependencySamples: [string, object, object][] = [
  [
    'Trivy',
    file(
      'Trivy',
      [
        {
          id: 'CVE-2020-8203',
          name: 'LanguageSpecificPackageVulnerability',
          help: {
            text: 'Vulnerability CVE-2020-8203\nPackage: other\nFixed Version: 9.9.9\nLike CVE-2019-1',
          },
          properties: {
            'security-severity': '7.4',
            tags: ['vulnerability', 'security', 'HIGH'],
            cvssv3_vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:H',
            cvssv3_baseScore: 7.4,
            cvssv2_score: 5.8,
            cvssv2_vector: 'AV:N/AC:M/Au:N/C:N/I:P/A:P',
          },
        },
      ],
      [
        {
          ruleId: 'CVE-2020-8203',
          level: 'error',
          message: {
            text: lines(
              'Package: lodash',
              'Installed Version: 4.17.15',
              'Vulnerability CVE-2020-8203',
              'Severity: HIGH',
              'Fixed Version: 4.17.19, 5.0.0',
              'Link: [CVE-2020-8203](https://avd.aquasec.com/nvd/cve-2020-8203)',
            ),
          },
          locations: [at('web/package-lock.json')],
        },
      ],
    ),
    {
      severity: 'high',
      location: { filePath: 'web/package-lock.json' },
      vulnerabilityIdentifier: 'CVE-2020-8203',
      advisoryIds: ['CVE-2020-8203'],
      fixRecommendations: [
        { package: 'lodash', version: '4.17.19' },
        { package: 'lodash', version: '5.0.0' },
      ],
      foundDependency: { ecosystem: 'npm', package: 'lodash', version: '4.17.15' },
      cvss: [
        {
          method: 'CVSSv31',
          score: 7.4,
          vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:H',
          source: null,
        },
        { method: 'CVSSv2', score: 5.8, vector: 'AV:N/AC:M/Au:N/C:N/I:P/A:P', source: null },
      ],
    },
  ],
  [
    'Trivy on an image, without a fixed version',
    file(
      'Trivy',
      [
        {
          id: 'CVE-2016-2781',
          name: 'OsPackageVulnerability',
          help: { text: 'Package: coreutils\nFixed Version: 1.0' },
          properties: { tags: ['vulnerability', 'LOW'] },
        },
      ],
      [
        {
          ruleId: 'CVE-2016-2781',
          message: { text: 'Package: coreutils\nInstalled Version: 8.32-4.1ubuntu1\nFixed Version: ' },
          locations: [at('library/ubuntu')],
        },
      ],
    ),
    {
      location: { filePath: 'library/ubuntu' },
      fixRecommendations: [],
      foundDependency: { ecosystem: null, package: 'coreutils', version: '8.32-4.1ubuntu1' },
      cvss: [],
    },
  ],
  [
    'Grype',
    file(
      'grype',
      [
        {
          id: 'GHSA-jfh8-c2jp-5v3q-log4j-core',
          name: 'JavaMatcherExactDirectMatch',
          help: {
            text: 'Vulnerability GHSA-jfh8-c2jp-5v3q\nPackage: log4j-core\nVersion: 2.14.1\nFix Version: 2.15.0,2.12.2\nType: java-archive',
          },
          properties: {
            'security-severity': '10.0',
            purls: ['pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1'],
          },
        },
      ],
      [
        {
          ruleId: 'GHSA-jfh8-c2jp-5v3q-log4j-core',
          message: {
            text: 'A critical vulnerability in java-archive package: log4j-core, version 2.14.1 was found at: /lib/app.jar',
          },
          locations: [at('lib/app.jar')],
        },
      ],
    ),
    {
      severity: 'critical',
      advisoryIds: ['GHSA-jfh8-c2jp-5v3q'],
      foundDependency: {
        ecosystem: 'maven',
        package: 'org.apache.logging.log4j:log4j-core',
        version: '2.14.1',
      },
      fixRecommendations: [
        { package: 'org.apache.logging.log4j:log4j-core', version: '2.15.0' },
        { package: 'org.apache.logging.log4j:log4j-core', version: '2.12.2' },
      ],
    },
  ],
  [
    'an older Grype',
    file(
      'Anchore Container Vulnerability Report (T0)',
      [],
      [
        {
          ruleId: 'ANCHOREVULN_CVE-2022-43680_apk_expat_2.4.8-r0',
          message: {
            text: 'The path /lib/apk/db/installed reports expat at version 2.4.8-r0  which is a vulnerable (apk) package installed in the container',
          },
          locations: [at('image/lib/apk/db/installed')],
        },
      ],
    ),
    {
      vulnerabilityIdentifier: 'CVE-2022-43680',
      foundDependency: { ecosystem: 'apk', package: 'expat', version: '2.4.8-r0' },
    },
  ],
  [
    'OSV-Scanner',
    file(
      'osv-scanner',
      [
        {
          id: 'CVE-2022-24713',
          deprecatedIds: ['CVE-2022-24713', 'RUSTSEC-2022-0013'],
          help: {
            markdown: lines(
              'It is like CVE-2019-9999.',
              '| Source | Package Name | Package Version |',
              '| --- | --- | --- |',
              '| lockfile:/Cargo.lock | regex | 1.5.1 |',
              '### Fixed Versions',
              '| Vulnerability ID | Package Name | Fixed Version |',
              '| --- | --- | --- |',
              '| RUSTSEC-2022-0013 | regex | 1.5.5 |',
              '| RUSTSEC-2022-0013 | other | 7.0.0 |',
            ),
          },
          properties: { 'security-severity': '7.5' },
        },
      ],
      [
        {
          ruleId: 'CVE-2022-24713',
          level: 'warning',
          message: {
            text: "Package 'regex@1.5.1' is vulnerable to 'CVE-2022-24713' (also known as 'RUSTSEC-2022-0013', 'GHSA-m5pq-gvj9-9vr8').",
          },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'Cargo.lock' } } }],
        },
      ],
    ),
    {
      severity: 'high',
      advisoryIds: ['CVE-2022-24713', 'RUSTSEC-2022-0013', 'GHSA-m5pq-gvj9-9vr8'],
      foundDependency: { ecosystem: 'cargo', package: 'regex', version: '1.5.1' },
      fixRecommendations: [{ package: 'regex', version: '1.5.5' }],
    },
  ],
  [
    'Dependency-Check',
    file(
      'dependency-check',
      [
        {
          id: 'CVE-2021-44228',
          shortDescription: { text: 'critical severity - CVE-2021-44228 vulnerability in pkg:maven/a/b@1' },
          properties: { cvssv3_baseScore: 10, 'security-severity': '10', cvssv2_score: 9.3, source: 'NVD' },
        },
      ],
      [
        {
          ruleId: 'CVE-2021-44228',
          level: 'warning',
          message: { text: 'CVE-2021-44228 - It evaluates what it logs.' },
          locations: [
            {
              ...at('file:///src/lib/log4j-core-2.14.1.jar'),
              logicalLocations: [
                { fullyQualifiedName: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1' },
              ],
            },
          ],
        },
      ],
    ),
    {
      location: { filePath: '/src/lib/log4j-core-2.14.1.jar' },
      logicalLocation: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
      foundDependency: {
        ecosystem: 'maven',
        package: 'org.apache.logging.log4j:log4j-core',
        version: '2.14.1',
      },
      cvss: [
        { method: 'CVSSv3', score: 10 },
        { method: 'CVSSv2', score: 9.3 },
      ],
    },
  ],
  [
    'Dependency-Check with a CPE name',
    file(
      'dependency-check',
      [],
      [
        {
          ruleId: 'CVE-2020-1',
          message: { text: 'CVE-2020-1' },
          locations: [
            { ...at('x.dll'), logicalLocations: [{ fullyQualifiedName: 'cpe:2.3:a:acme:x_lib:1.2:*:*:*' }] },
          ],
        },
      ],
    ),
    { foundDependency: { ecosystem: null, package: 'x_lib', version: '1.2' } },
  ],
  [
    'Dependency-Check with nothing but a file',
    file(
      'dependency-check',
      [],
      [
        {
          ruleId: 'CVE-2020-1',
          message: { text: 'CVE-2020-1' },
          locations: [at('package-lock.json?/lodash:4.17.20')],
        },
      ],
    ),
    {
      location: { filePath: 'package-lock.json' },
      foundDependency: { ecosystem: 'npm', package: 'lodash', version: '4.17.20' },
    },
  ],
  [
    'Snyk Open Source',
    file(
      'Snyk Open Source',
      [
        {
          id: 'SNYK-JS-LODASH-567746',
          shortDescription: { text: 'High severity - Prototype Pollution vulnerability in lodash' },
          fullDescription: { text: '(CVE-2020-8203) lodash@4.17.15' },
          help: {
            text: '',
            markdown: lines(
              '* Package Manager: npm',
              '* Vulnerable module: lodash',
              '# Overview',
              'Versions before 1.0.0 are like CVE-2018-1. Upgrade to version 0.1.0.',
              '# Remediation',
              'Upgrade `lodash` to version 4.17.16, 5.0.0 or higher.',
            ),
          },
          properties: { tags: ['security', 'CWE-400', 'npm'], cvssv3_baseScore: 7.4 },
        },
      ],
      [
        {
          ruleId: 'SNYK-JS-LODASH-567746',
          level: 'error',
          message: {
            text: 'This file introduces a vulnerable lodash package with a high severity vulnerability.',
          },
          locations: [at('package.json')],
        },
      ],
    ),
    {
      vulnerabilityIdentifier: 'CVE-2020-8203',
      advisoryIds: ['SNYK-JS-LODASH-567746', 'CVE-2020-8203'],
      foundDependency: { ecosystem: 'npm', package: 'lodash', version: '4.17.15' },
      fixRecommendations: [
        { package: 'lodash', version: '4.17.16' },
        { package: 'lodash', version: '5.0.0' },
      ],
    },
  ],
  [
    'Snyk with an upgrade of what brings the package',
    file(
      'Snyk Open Source',
      [{ id: 'npm:qs:20170213', fullDescription: { text: '(CVE-2017-1000048) qs@2.2.4' } }],
      [
        {
          ruleId: 'npm:qs:20170213',
          message: {
            text: 'This file introduces a vulnerable qs package with a high severity vulnerability.',
          },
          locations: [at('package.json')],
          fixes: [
            {
              description: { text: 'Upgrade to express@4.16.0' },
              artifactChanges: [
                {
                  artifactLocation: { uri: 'package.json' },
                  replacements: [
                    { deletedRegion: { startLine: 1 }, insertedContent: { text: 'express@4.16.0' } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    ),
    { fix: null, code: null, fixRecommendations: [{ package: 'express', version: '4.16.0' }] },
  ],
  [
    'Docker Scout',
    file(
      'docker scout',
      [
        {
          id: 'CVE-2022-3715',
          name: 'OsPackageVulnerability',
          properties: {
            purls: ['pkg:deb/debian/bash@5.1?arch=amd64', 'pkg:deb/debian/other@1'],
            fixed_version: '5.2',
            cvssV3: 'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H',
          },
        },
      ],
      [
        {
          ruleId: 'CVE-2022-3715',
          message: {
            text: '  Package        : pkg:deb/debian/bash@5.1?arch=amd64\n  Fixed version  : not fixed\n',
          },
          locations: [at('Dockerfile')],
        },
      ],
    ),
    {
      foundDependency: { ecosystem: 'deb', package: 'bash', version: '5.1' },
      fixRecommendations: [],
      cvss: [{ method: 'CVSSv31', score: 7.8, vector: 'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H' }],
    },
  ],
  [
    'a converter of npm audit, of which nothing can be read',
    file('npm-audit', [], [{ ruleId: '1089153', message: { text: 'a problem' } }]),
    {
      location: null,
      vulnerabilityIdentifier: '1089153',
      foundDependency: { ecosystem: null, package: 'unknown', version: '' },
    },
  ],
]
