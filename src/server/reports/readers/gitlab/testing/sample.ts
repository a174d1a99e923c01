const scanOf = (type: string, name: string) => ({
  type,
  status: 'success',
  scanner: { id: name.toLowerCase(), name, version: '1.2.3', vendor: { name: 'GitLab' } },
  analyzer: { id: 'analyzer', name: 'analyzer', version: '5.6.7', vendor: { name: 'GitLab' } },
  start_time: '2026-01-15T11:57:00',
  end_time: '2026-01-15T11:58:30',
  messages: [] as object[],
})

/** A vulnerability of SAST. */
export const injection = {
  id: '5f0c0c1d3f1e',
  name: 'SQL injection',
  description: 'The query is built from the request.',
  severity: 'Critical',
  location: { file: 'shop/orders.py', start_line: 12, end_line: 14 },
  identifiers: [
    { type: 'semgrep_id', name: 'python.sql', value: 'python.sql', url: 'https://rules.example/python.sql' },
    { type: 'cwe', name: 'CWE-89', value: '89', url: 'https://cwe.mitre.org/data/definitions/89.html' },
    { type: 'owasp', name: 'A03:2021 - Injection', value: 'A03:2021' },
  ],
  links: [{ name: 'Guide', url: 'https://guide.example/1' }],
  flags: [{ type: 'flagged-as-likely-false-positive', origin: 'post-analyzer', description: 'constant' }],
  details: {
    code_flows: {
      name: 'code_flows',
      type: 'code-flows',
      items: [
        [
          {
            type: 'code-flow-node',
            node_type: 'source',
            file_location: { type: 'file-location', file_name: 'shop/web.py', line_start: 3, line_end: 3 },
          },
          {
            type: 'code-flow-node',
            node_type: 'sink',
            file_location: { type: 'file-location', file_name: 'shop/orders.py', line_start: 12 },
          },
        ],
      ],
    },
  },
}

export const sast = {
  version: '15.2.1',
  scan: scanOf('sast', 'Semgrep'),
  vulnerabilities: [injection],
  remediations: [],
}

export const token = 'tok_Zq8RtY3nLw6KdV1xBc5HsPf9'

/** A vulnerability of secret detection. */
export const leak = {
  id: '0e1d2c3b',
  name: 'Access token',
  description: 'An access token was found.',
  severity: 'Critical',
  raw_source_code_extract: token,
  location: {
    file: 'config/ci.env',
    start_line: 7,
    end_line: 7,
    commit: { sha: '4f1c2a9be07d3856a1c0e4d7b8f96532aa10cd47', date: '2025-11-03T09:12:44Z', message: 'Add' },
  },
  identifiers: [{ type: 'gitleaks_rule_id', name: 'Gitleaks rule ID shop_token', value: 'shop_token' }],
}

export const secretDetection = {
  version: '15.2.1',
  scan: scanOf('secret_detection', 'Gitleaks'),
  vulnerabilities: [leak],
}

/** A vulnerability of dependency scanning. */
export const inPackage = {
  id: 'aa11',
  name: 'Command injection',
  description: 'Templates may run commands.',
  severity: 'High',
  solution: 'Upgrade to version 4.17.21 or above.',
  location: {
    file: 'web/package-lock.json',
    dependency: {
      iid: 7,
      dependency_path: [{ iid: 3 }],
      package: { name: 'lodash' },
      version: '4.17.20',
    },
  },
  identifiers: [
    { type: 'gemnasium', name: 'Gemnasium-1234', value: '1234', url: 'https://advisories.example/1234' },
    { type: 'cve', name: 'CVE-2021-23337', value: 'CVE-2021-23337', url: 'https://cve.example/23337' },
    { type: 'ghsa', name: 'GHSA-35jh-r3h4-6jhm', value: 'GHSA-35jh-r3h4-6jhm' },
    { type: 'cwe', name: 'CWE-94', value: '94' },
  ],
  links: [{ url: 'https://advisories.example/1' }],
  cvss_vectors: [{ vendor: 'NVD', vector: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' }],
}

export const dependencyScanning = {
  version: '15.2.1',
  scan: scanOf('dependency_scanning', 'Gemnasium'),
  vulnerabilities: [inPackage],
  dependency_files: [
    {
      path: 'web/package-lock.json',
      package_manager: 'npm',
      dependencies: [
        { iid: 3, direct: true, package: { name: 'express' }, version: '4.19.1' },
        { iid: 7, dependency_path: [{ iid: 3 }], package: { name: 'lodash' }, version: '4.17.20' },
      ],
    },
  ],
}

export const containerScanning = {
  version: '15.2.1',
  scan: scanOf('container_scanning', 'Trivy'),
  vulnerabilities: [
    {
      ...inPackage,
      location: {
        dependency: { package: { name: 'openssl' }, version: '3.0.11-1' },
        operating_system: 'debian:12.5',
        image: 'registry.example/acme/shop/topic:9f2c1ab',
        default_branch_image: 'registry.example/acme/shop/main:latest',
      },
    },
  ],
  dependency_files: [],
}
