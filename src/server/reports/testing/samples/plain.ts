/** A file of the plain format, with a finding of each kind. */
export const plainFile = {
  gatehouse: 1,
  tool: { name: 't', version: '1' },
  category: 'c',
  completed_at: '2026-01-15T11:58:00Z',
  scanned_files: ['a.py'],
  findings: [
    {
      rule: 'r',
      severity: 'high',
      message: 'm',
      path: 'a.py',
      line: 1,
      code: 'eval(b)',
      cwe: ['CWE-95'],
      references: ['https://a.example'],
      fingerprint: 'f',
    },
    { kind: 'secret', rule: 's', path: 'b.env', secret: 'Zq8RtY3nLw6KdV1xBc5HsPf9', validity: 'active' },
    {
      kind: 'dependency',
      rule: 'CVE-2021-23337',
      package: 'a',
      version: '1.0.0',
      ecosystem: 'npm',
      aliases: ['GHSA-35jh-r3h4-6jhm'],
      cvss_score: 7.2,
      cvss_vector: 'CVSS:3.1/AV:N',
      fixed_versions: ['1.0.1'],
    },
  ],
}
