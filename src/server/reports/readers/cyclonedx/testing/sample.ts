/** A small CycloneDX document, without `bomFormat`, which only JSON has. */
export const cycloneDxSample = {
  specVersion: '1.6',
  metadata: {
    timestamp: '2026-01-15T10:00:00Z',
    tools: { components: [{ type: 'application', name: 'cdxgen', version: '10' }] },
    component: { type: 'application', 'bom-ref': 'r', name: 'r' },
  },
  components: [
    {
      type: 'library',
      'bom-ref': 'a',
      group: 'g',
      name: 'a',
      version: '1.0.0',
      hashes: [{ alg: 'MD5', content: 'ab'.repeat(16) }],
      licenses: [{ license: { id: 'MIT' } }, { expression: 'MIT' }],
      purl: 'pkg:npm/a@1.0.0',
      properties: [{ name: 'SrcFile', value: 'package-lock.json' }],
      components: [{ type: 'library', 'bom-ref': 'b', name: 'b' }],
      evidence: { occurrences: [{ location: 'package-lock.json', line: 3 }] },
    },
  ],
  dependencies: [{ ref: 'r', dependsOn: ['a', 'b'] }, { ref: 'a' }],
  vulnerabilities: [
    {
      'bom-ref': 'v',
      id: 'CVE-2021-23337',
      source: { name: 'NVD', url: 'https://nvd.example/1' },
      references: [{ id: 'GHSA-35jh-r3h4-6jhm', source: { name: 'GitHub' } }],
      ratings: [{ score: 7.2, severity: 'high', method: 'CVSSv31', vector: 'CVSS:3.1/AV:N' }],
      cwes: [77],
      description: 'd',
      recommendation: 'Upgrade a to version 1.0.1',
      advisories: [{ url: 'https://a.example' }],
      analysis: { state: 'exploitable' },
      affects: [{ ref: 'a' }, { ref: 'b' }],
    },
  ],
}
