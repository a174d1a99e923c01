export const issue = {
  id: 'SNYK-JS-LODASH-1040724',
  title: 'Command Injection',
  CVSSv3: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H',
  cvssScore: 7.2,
  cvssDetails: [
    {
      assigner: 'NVD',
      severity: 'high',
      cvssV3Vector: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:L',
      cvssV3BaseScore: 7.1,
    },
  ],
  epssDetails: { percentile: '0.78000', probability: '0.01230', modelVersion: 'v2025.03.14' },
  severity: 'high',
  severityWithCritical: 'high',
  identifiers: { CVE: ['CVE-2021-23337'], CWE: ['CWE-78'], GHSA: ['GHSA-35jh-r3h4-6jhm'] },
  references: [{ title: 'Advisory', url: 'https://advisories.example/1' }],
  packageName: 'lodash',
  moduleName: 'lodash',
  name: 'lodash',
  version: '4.17.20',
  packageManager: 'npm',
  language: 'js',
  from: ['shop@1.0.0', 'express@4.19.1', 'lodash@4.17.20'],
  upgradePath: [false, 'express@4.19.2', 'lodash@4.17.21'],
  fixedIn: ['4.17.21'],
  isUpgradable: true,
}

/** A report of one project. */
export const report = {
  vulnerabilities: [issue],
  ok: false,
  dependencyCount: 101,
  org: 'acme',
  packageManager: 'npm',
  filtered: { ignore: [{ ...issue, id: 'SNYK-JS-LODASH-608086' }], patch: [] },
  projectName: 'shop',
  displayTargetFile: 'web/package-lock.json',
  path: '/home/kim/shop',
}
