import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportFormat } from '../report/report.ts'
import { hostile, mutated } from '../testing/mutated.ts'
import { expectSound, reportOf } from '../testing/sound-report.ts'
import { report as checkovReport } from './checkov/testing/sample.ts'
import { cycloneDxSample } from './cyclonedx/testing/sample.ts'
import { report as dependencyCheckReport } from './dependency-check/testing/sample.ts'
import { containerScanning, dependencyScanning, sast, secretDetection } from './gitlab/testing/sample.ts'
import { report as snykReport } from './snyk/testing/sample.ts'
import { spdxDocument } from './spdx/testing/sample.ts'
import { everyKind as trivyReport } from './trivy/testing/sample.ts'

/** A small file of each format, whose values are replaced one by one. */
const files: Partial<Record<ReportFormat, object>> = {
  cyclonedx: { bomFormat: 'CycloneDX', ...cycloneDxSample },
  trivy: trivyReport,
  snyk: snykReport,
  spdx: spdxDocument,
  checkov: checkovReport,
  gitlab: dependencyScanning,
  'dependency-check': dependencyCheckReport,
  grype: {
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
  },
  'npm-audit': {
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
  },
  gitleaks: [
    {
      RuleID: 'github-pat',
      Description: 'A token.',
      StartLine: 7,
      EndLine: 7,
      StartColumn: 10,
      EndColumn: 49,
      Match: 'token = "Zq8RtY3nLw6KdV1xBc5HsPf9"',
      Secret: 'Zq8RtY3nLw6KdV1xBc5HsPf9',
      File: 'config/ci.py',
      SymlinkFile: '',
      Commit: '4f1c2a9',
      Date: '2025-11-03T09:12:44Z',
      Tags: ['a'],
    },
  ],
  bandit: {
    errors: [{ filename: 'b.py', reason: 'syntax error' }],
    generated_at: '2026-01-15T11:58:00Z',
    metrics: { _totals: { loc: 1 }, 'a.py': { loc: 1 } },
    results: [
      {
        code: '1 a\n2 eval(b)\n',
        col_offset: 0,
        end_col_offset: 7,
        filename: 'a.py',
        issue_confidence: 'HIGH',
        issue_cwe: { id: 78 },
        issue_severity: 'LOW',
        issue_text: 't',
        line_number: 2,
        line_range: [2, 3],
        more_info: 'https://a.example',
        test_id: 'B307',
        test_name: 'blacklist',
      },
    ],
  },
  'osv-scanner': {
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
  },
  trufflehog: {
    SourceMetadata: {
      Data: { Git: { commit: '4f1c2a9', file: 'a.env', timestamp: '2025-11-03 09:12:44 +0000', line: 4 } },
    },
    SourceName: 's',
    DetectorName: 'AWS',
    DetectorDescription: 'd',
    Verified: true,
    VerificationError: '',
    Raw: 'AKIAQ3EGRT7LZXW5VUYB',
    RawV2: 'AKIAQ3EGRT7LZXW5VUYB:k9Zs7Qm2Xv4Lw8Rt1Yp6',
  },
  dependabot: [
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
  ],
  'code-scanning': [
    {
      html_url: 'https://github.com/acme/shop/security/code-scanning/4',
      state: 'open',
      rule: {
        id: 'py/sql-injection',
        severity: 'error',
        security_severity_level: 'high',
        description: 'd',
        full_description: 'f',
        tags: ['security', 'external/cwe/cwe-089'],
      },
      tool: { name: 'CodeQL', version: '2.22.1' },
      most_recent_instance: {
        category: '/language:python',
        message: { text: 'm' },
        location: { path: 'a.py', start_line: 12, end_line: 12, start_column: 9, end_column: 30 },
      },
    },
  ],
  gatehouse: {
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
  },
}

/** Further files of a format whose content has several kinds. */
const furtherFiles: Partial<Record<ReportFormat, object[]>> = {
  gitlab: [sast, secretDetection, containerScanning],
  dependabot: [
    {
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
    },
  ],
}

// parse: the keys of the table.
test.each(Object.entries(files) as [ReportFormat, object][])(
  'of 10,000 files of %s that were changed, each is read soundly or refused with its place',
  async (format, file) => {
    let read = 0
    const original = fc.constantFrom(file, ...(furtherFiles[format] ?? []))
    const change = fc.tuple(fc.nat(10_000), hostile)
    await fc.assert(
      fc.asyncProperty(original, fc.array(change, { minLength: 1, maxLength: 3 }), async (given, changes) => {
        const input = changes.reduce<unknown>((value, [at, other]) => mutated(value, at, other), given)
        const report = await reportOf(input, format)
        if (report === null) return
        expectSound(report)
        read += 1
      }),
      { numRuns: 10_000 },
    )
    expect(read).toBeGreaterThan(2_000)
  },
)
