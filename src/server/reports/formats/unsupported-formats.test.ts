import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { formatList } from '#contract/format-names.ts'
import { faultOf } from '../testing/read.ts'
import { tools } from './tools.ts'

const read = `Gatehouse reads ${formatList()} (docs/formats.md)`
const run = { tool: { driver: { name: 'T' } }, results: [] }

/** Files of other tools and formats, what they are taken for, and what their user is told to do. */
const foreign: [string, unknown, RegExp, RegExp][] = [
  [
    'Checkmarx',
    { results: [{ type: 'sast', similarityId: '1', state: 'TO_VERIFY' }], totalCount: 1 },
    /^This looks like a Checkmarx One report, which Gatehouse does not read yet\./,
    /--report-format sarif/,
  ],
  [
    'Checkmarx, clean',
    { results: [], totalCount: 0, scanID: 'x' },
    /^This looks like a Checkmarx One report, which Gatehouse does not read yet\./,
    /--report-format sarif/,
  ],
  [
    'Talisman',
    { summary: { types: {} }, results: [{ filename: 'a', failure_list: [] }] },
    /like a Talisman report, which/,
    /no option of Talisman/,
  ],
  [
    'Talisman, clean',
    { summary: { types: { filecontent: 0 } }, results: [] },
    /like a Talisman report, which/,
    /no option of Talisman/,
  ],
  ['an empty list of results', { results: [] }, /empty list `results`/, /`--format sarif`/],
  ['results that are null', { results: null }, /with the keys "results"/, /sarif/],
  [
    'Semgrep without version and results',
    { results: [], errors: [] },
    /like Semgrep JSON without results/,
    /`\?format=semgrep`/,
  ],
  [
    'a part of Semgrep',
    { results: [{ check_id: 'r', path: 'a' }] },
    /part of a Semgrep/,
    /`--format semgrep`/,
  ],
  [
    'SonarQube',
    { paging: {}, issues: [{ rule: 'a' }], components: [{ key: 'a', qualifier: 'FIL' }] },
    /export of SonarQube/,
    /sonar-findings-export/,
  ],
  ['hotspots of SonarQube', { paging: {}, hotspots: [], components: [] }, /export of SonarQube/, /sarif/],
  [
    'Nexus IQ',
    { components: [{ componentIdentifier: {} }], matchSummary: {} },
    /like a Nexus IQ report, which/,
    /no option/,
  ],
  [
    'components alone',
    { components: [{ name: 'a' }], specVersion: '1.5' },
    /has no `bomFormat`/,
    /`\?format=cyclonedx`/,
  ],
  ['another bill of materials', { bomFormat: 'Other', components: [] }, /has no `bomFormat`/, /cyclonedx/],
  [
    'Trivy, of a cluster',
    { ClusterName: 'a', Resources: [{ Namespace: 'default', Kind: 'Pod', Results: [] }] },
    /a report of Trivy on a cluster/,
    /Trivy: `trivy image --format json`/,
  ],
  [
    'Trivy, before 0.20',
    [{ Target: 'a', Type: 'npm', Vulnerabilities: [] }],
    /version before 0.20/,
    /trivy image/,
  ],
  [
    'Syft',
    { artifacts: [], artifactRelationships: [], schema: {} },
    /like a Syft report, which/,
    /`-o cyclonedx-json`/,
  ],
  ['a clean list', [], /list without objects/, /sarif/],
  ['a list of texts', ['a', 'b'], /list without objects/, /sarif/],
  [
    'Nuclei in lines',
    '{"template-id":"a","info":{},"host":"h"}\r\n{"template-id":"b"}',
    /like a Nuclei report, which/,
    /-sarif-export/,
  ],
  [
    'unknown JSON in lines',
    '{"a":1}\n{"a":2}',
    /JSON in lines in an unknown format; its elements have the keys "a"/,
    /sarif/,
  ],
  [
    'Snyk',
    { ok: true, vulnerabilities: [], dependencyCount: 1 },
    /like a Snyk report, which/,
    /`snyk test --sarif`/,
  ],
  [
    'Snyk, of infrastructure',
    { ok: true, vulnerabilities: [], packageManager: 'k8sconfig', infrastructureAsCodeIssues: [] },
    /a report of `snyk iac test`, which/,
    /`snyk iac test --sarif`/,
  ],
  [
    'Snyk, of infrastructure, of several files',
    [{ ok: true, vulnerabilities: [], packageManager: 'helmconfig', infrastructureAsCodeIssues: [] }],
    /a report of `snyk iac test`, which/,
    /`snyk iac test --sarif`/,
  ],
  [
    'Snyk, monitored',
    { ok: true, isMonitored: true, uri: 'u' },
    /output of `snyk monitor`/,
    /`snyk test --json`/,
  ],
  ['Snyk, of a bill of materials', { jsonapi: {}, data: {} }, /like a Snyk report, which/, /snyk sbom/],
  [
    'xeol',
    { matches: [], source: {}, descriptor: { name: 'xeol' } },
    /a report of xeol/,
    /no option of xeol/,
  ],
  [
    'Grype, its database',
    [{ status: 'valid', schemaVersion: 'v6.0.0', built: '' }],
    /status of the database of Grype, which/,
    /`grype … -o json`/,
  ],
  [
    'Trivy, of compliance',
    { ID: 'docker-cis', Title: 'CIS', Results: [{ ID: '4.1', Results: [] }] },
    /compliance report of Trivy/,
    /without `--compliance`/,
  ],
  [
    'Trivy, of compliance, its summary',
    { ID: 'k8s-cis', Title: 'CIS', SummaryControls: [{ ID: '1', TotalFail: 2 }] },
    /compliance report of Trivy/,
    /without `--compliance`/,
  ],
  [
    'Trivy, for cosign',
    { invocation: {}, scanner: { uri: '' }, metadata: {} },
    /Trivy for cosign/,
    /`trivy image --format json`/,
  ],
  ['npm, of signatures', { invalid: [], missing: [] }, /`npm audit signatures`/, /`npm audit --json`/],
  [
    'npm, of a fix',
    { added: 1, audit: { auditReportVersion: 2, vulnerabilities: {} } },
    /output of `npm audit fix`/,
    /`npm audit --json`/,
  ],
  ['npm, its tree', { name: 'a', version: '1', dependencies: { b: {} } }, /output of `npm ls`/, /`npm sbom/],
  [
    'npm, outdated packages',
    { lodash: { current: '4.17.20', wanted: '4.17.21', latest: '4.17.21' } },
    /list of outdated packages/,
    /`npm audit --json`/,
  ],
  [
    'licenses',
    { 'lodash@4.17.21': { licenses: 'MIT', repository: 'https://lodash.example' } },
    /list of licenses/,
    /npm sbom/,
  ],
  [
    'licenses of GitLab',
    { version: '2.1', licenses: [{ id: 'MIT' }], dependencies: [{ name: 'lodash', licenses: ['MIT'] }] },
    /list of licenses/,
    /bill of materials/,
  ],
  [
    'Bun',
    { lodash: [{ id: 1, url: 'u', title: 't', severity: 'high', vulnerable_versions: '<4.17.21', cwe: [] }] },
    /output of `bun audit`, which Gatehouse does not read yet/,
    /--lockfile bun\.lock/,
  ],
  [
    'GitLab, code quality',
    [{ description: 'd', check_name: 'c', fingerprint: 'f', severity: 'minor', location: { path: 'a.js' } }],
    /GitLab Code Quality \(Code Climate\), which/,
    /--format sarif/,
  ],
  [
    'Code Climate in lines',
    '{"type":"issue","check_name":"c","categories":["Style"]}\n{"type":"issue","check_name":"d"}',
    /GitLab Code Quality \(Code Climate\), which/,
    /--format sarif/,
  ],
  [
    'GitLab, its API',
    [{ id: 1, report_type: 'sast', name: 'n', scanner: {}, identifiers: [], location: {} }],
    /answer of GitLab's API/,
    /gl-sast-report\.json/,
  ],
  [
    'an attestation',
    { _type: 'https://in-toto.io/Statement/v1', predicateType: 'https://cyclonedx.org/bom', predicate: {} },
    /an attestation/,
    /`predicate`/,
  ],
  [
    'an attestation in an envelope',
    { payloadType: 'application/vnd.in-toto+json', payload: 'e30=', signatures: [] },
    /an attestation/,
    /`predicate`/,
  ],
  [
    'a snapshot for GitHub',
    { version: 0, job: {}, detector: { name: 'syft' }, manifests: {} },
    /snapshot of dependencies/,
    /syft -o cyclonedx-json/,
  ],
  [
    'a dependency review',
    [{ change_type: 'added', manifest: 'package.json', ecosystem: 'npm', name: 'a' }],
    /dependency review/,
    /dependabot\/alerts/,
  ],
  ['one alert', { number: 5, most_recent_instance: {}, rule: {} }, /single alert of GitHub/, /all alerts/],
  ['results of CodeQL', { '#select': { columns: [], tuples: [] } }, /query of CodeQL/, /sarif-latest/],
  [
    'Checkov, its baseline',
    { failed_checks: [{ file: '/a.tf', findings: [] }] },
    /baseline of Checkov/,
    /`checkov -o json`/,
  ],
  [
    'answers of the API of Snyk',
    { results: [{ issue: { id: 'a' }, projects: [], isFixed: false }], total: 1 },
    /like a Snyk report/,
    /snyk test --sarif/,
  ],
  [
    'Yarn, another command',
    '{"type":"info","data":"a","more":1}\n{"type":"info","data":"b"}',
    /output of another command of Yarn, which/,
    /`yarn npm audit --json`/,
  ],
  [
    'Semgrep, its tests',
    { results: { 'a.yml': { checks: {} } }, config_missing_tests: [], config_missing_fixtests: [] },
    /output of `semgrep test`/,
    /`semgrep scan --json`/,
  ],
  [
    'Bandit, its baseline',
    { results: {}, generated_at: '', metrics: {} },
    /with the keys "results"/,
    /sarif/,
  ],
  [
    'OSV-Scanner, of a fix',
    { path: 'a', vulnerabilities: [], patches: [] },
    /`osv-scanner fix`/,
    /`osv-scanner scan source/,
  ],
  ['OSV', { id: 'GHSA-1', affected: [], modified: '' }, /advisory of OSV/, /`osv-scanner scan source/],
  ['OSV, its API', { results: [{ vulns: [{ id: 'GHSA-1' }] }] }, /answer of its API/, /`osv-scanner scan/],
  ['Checkov, its list of checks', { checks: [], policies: [] }, /with the keys "checks"/, /sarif/],
  [
    'Gitleaks, its baseline before 8',
    [{ offender: 'a', commit: 'b', rule: 'c' }],
    /before version 8/,
    /version 8/,
  ],
  [
    'analyses of code scanning',
    [{ ref: 'a', analysis_key: 'k', category: 'c', results_count: 0, tool: {} }],
    /analyses of code scanning/,
    /code-scanning\/alerts/,
  ],
  [
    'an alert of code scanning in its instances',
    [{ ref: 'a', analysis_key: 'k', category: 'c', state: 'open', message: {}, location: {} }],
    /instances of an alert/,
    /code-scanning\/alerts/,
  ],
  [
    'alerts for secrets of GitHub',
    [{ number: 1, secret_type: 't', state: 'open' }],
    /secret scanning alerts of GitHub/,
    /no option/,
  ],
  ['pages of another format', [[{ RuleID: 'r', StartLine: 1 }]], /list in an unknown format/, /sarif/],
  [
    'Dependency-Check, its suppressions',
    { suppressions: [], projectInfo: {}, scanInfo: {} },
    /with the keys "suppressions"/,
    /sarif/,
  ],
  [
    'Dependency-Track',
    { version: '1.2', meta: {}, project: {}, findings: [] },
    /findings of Dependency-Track/,
    /variant=withVulnerabilities/,
  ],
  ['SPDX 3', { '@context': 'https://spdx.org', '@graph': [] }, /an SPDX document of version 3/, /SPDX 2.3/],
  [
    'SPDX in lines of text',
    'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\n',
    /SPDX document in tag-value form/,
    /cyclonedx-json/,
  ],
  [
    'GitLab',
    { version: '2.4', vulnerabilities: [], remediations: [] },
    /security report of GitLab/,
    /semgrep scan --json/,
  ],
  [
    'ESLint',
    [{ filePath: 'a', messages: [], errorCount: 0 }],
    /like an ESLint report, which/,
    /eslint-formatter-sarif/,
  ],
  [
    'Retire.js',
    { version: '5', start: '', data: [], messages: [], errors: [] },
    /like a Retire\.js report, which/,
    /cyclonedxJSON/,
  ],
  [
    'bundler-audit',
    { version: '0.9', created_at: '', results: [] },
    /like a bundler-audit report, which/,
    /no option/,
  ],
  [
    'detect-secrets',
    { version: '1.4', plugins_used: [], results: {}, generated_at: '' },
    /like a detect-secrets report, which/,
    /no option/,
  ],
  [
    'Veracode',
    { scan_status: 'SUCCESS', modules: [], findings: [] },
    /like a Veracode report, which/,
    /no option/,
  ],
  [
    'Amazon Inspector',
    { findings: [{ findingArn: 'a' }] },
    /like findings of Amazon Inspector, which/,
    /no option/,
  ],
  ['an empty list of findings', { findings: [] }, /empty list `findings`/, /sarif/],
  ['findings without rules', { findings: [{ title: 'a' }] }, /have no `rule_name`/, /sarif/],
  [
    'an OpenAPI description',
    { openapi: '3.1.0', paths: { '/a': {} }, components: {} },
    /OpenAPI/,
    /no option/,
  ],
  ['nothing', {}, /empty object/, /sarif/],
  ['a draft of SARIF', { version: '2.0.0', runs: [run] }, /like SARIF 2\.0\.0, a draft/, /sarif transform/],
  [
    'a later draft of SARIF',
    { version: '2.0.0-csd.2.beta.2019-01-24', runs: [run] },
    /like SARIF 2\.0\.0-csd\.2\.beta\.2019-01-24, a draft/,
    /sarif transform/,
  ],
  [
    'a beta of SARIF',
    { version: '2.1.0-beta.0', runs: [run] },
    /like SARIF 2\.1\.0-beta\.0, a draft/,
    /sarif transform/,
  ],
  ['SARIF 1', { version: '1.0.0', runs: [run] }, /like SARIF 1\.0\.0\./, /sarif transform/],
  ['SARIF without a version', { runs: [run] }, /`runs` like SARIF, but no `version`/, /`--format sarif`/],
  ['several SARIF logs', [{ version: '2.1.0', runs: [run] }], /several SARIF logs/, /separate file/],
  [
    'Nessus as CSV',
    'Plugin ID,CVE,CVSS,Risk,Host,Protocol,Port,Name,Plugin Output\n1,,,None,h,tcp,0,n,o\n',
    /like a Nessus report, which/,
    /no option/,
  ],
  ['Qualys', '<?xml version="1.0"?><WAS_SCAN_REPORT>', /like a Qualys report, which/, /no option/],
  [
    'Nmap',
    '<?xml version="1.0"?><!DOCTYPE nmaprun><nmaprun scanner="nmap">',
    /like an Nmap report, which/,
    /no option/,
  ],
  [
    'Nmap as text',
    '# Nmap 7.94 scan initiated Thu Jan 15 11:58:00 2026 as: nmap h\n',
    /like an Nmap report, which/,
    /no option/,
  ],
  [
    'Veracode XML',
    '<?xml version="1.0"?><detailedreport xmlns="https://www.veracode.com/schema/reports/export/1.0">',
    /like a Veracode report, which/,
    /no option/,
  ],
  [
    'Fortify',
    '<?xml version="1.0"?><FVDL xmlns="xmlns://www.fortifysoftware.com/schema/fvdl">',
    /like a Fortify report, which/,
    /no option/,
  ],
  [
    'Dependency-Check as CSV',
    '"Project","ScanDate","DependencyName","DependencyPath"\n"a","b","c","d"\n',
    /the CSV of Dependency-Check, which/,
    /--format JSON/,
  ],
  [
    'OpenVEX',
    { '@context': 'https://openvex.dev/ns/v0.2.0', statements: [] },
    /like an OpenVEX document, which is not a scanner's report\./,
    /gatehouse vex import/,
  ],
  [
    'a lockfile',
    { lockfileVersion: 3, packages: {} },
    /a lockfile of npm, which is not a scanner's report\./,
    /npm sbom/,
  ],
  [
    'Nessus',
    '<?xml version="1.0" ?>\n<NessusClientData_v2>',
    /^This looks like a Nessus report, which Gatehouse does not read yet\. /,
    /no option/,
  ],
  [
    'Burp Suite',
    '<?xml version="1.0"?><!DOCTYPE issues [\n<!ELEMENT issues (issue*)>]><issues burpVersion="2">',
    /like a Burp Suite report, which/,
    /no option/,
  ],
  [
    'ZAP',
    '<?xml version="1.0"?><OWASPZAPReport version="2">',
    /like a ZAP report, which/,
    /template: sarif-json/,
  ],
  [
    'ZAP as JSON',
    { '@programName': 'ZAP', '@version': '2', site: [] },
    /like a ZAP report, which/,
    /sarif-json/,
  ],
  [
    'Dependency-Check, its suppressions as XML',
    '<?xml version="1.0"?><suppressions xmlns="https://jeremylong.github.io/DependencyCheck/dependency-suppression.1.3.xsd">',
    /suppressions of Dependency-Check/,
    /--suppression/,
  ],
  ['JUnit', '<!-- made -->\n<testsuites><testsuite/></testsuites>', /like a JUnit report, which/, /SARIF/],
  [
    'Checkmarx XML',
    '<?xml version="1.0" encoding="utf-8"?>\n<CxXMLResults ScanId="1">',
    /like a Checkmarx CxSAST report, which/,
    /Sarif/,
  ],
  [
    'SPDX RDF',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:spdx="http://spdx.org/rdf/terms#">',
    /an SPDX document/,
    /SPDX 2\.3 in JSON/,
  ],
  ['XML named like CycloneDX', '<bom xmlns="urn:parts"/>', /XML \(`bom`\)/, /sarif/],
  [
    'Dependency-Check XML',
    '<analysis xmlns="https://jeremylong.github.io/DependencyCheck/dependency-check.1.8.xsd">',
    /XML of a version of Dependency-Check before 5/,
    /--format JSON/,
  ],
  ['other XML', '<?xml version="1.0"?><scan/>', /XML \(`scan`\)/, /sarif/],
  ['broken XML', '<?xml <scan/>', /is XML\./, /sarif/],
  ['HTML', '\n<!DOCTYPE html><html>', /an HTML page/, /sarif/],
  ['CSV', 'Rule,File,Line\r\nr1,a.py,3\r\n', /is CSV/, /sarif/],
  ['CSV in quotes', '"Rule";"File";"Line"\n"r1";"a.py";"3"\n', /is CSV/, /sarif/],
  ['YAML', 'rules:\n  - id: a\n', /is YAML/, /sarif/],
  [
    "Semgrep's text",
    '\n┌─────────────┐\n│ Scan Status │\n└─────────────┘\n',
    /text output of Semgrep/,
    /semgrep scan --json/,
  ],
  ['a log before the JSON', 'Scanning the project\nDone\n{"version":"2.1.0"}', /plain text/, /log lines/],
  ['plain text', 'no issues found', /plain text/, /sarif/],
  ['null', 'null\n', /the JSON value null/, /sarif/],
  ['a number', '42', /the JSON value 42/, /sarif/],
  ['a text in quotes', '"ok"', /a JSON string/, /sarif/],
  ['a form', '--x1\r\nContent-Disposition: form-data; name="file"\r\n\r\n{}', /a form/, /--data-binary/],
  ['a percent-encoded form', 'file=%7B%22version%22', /percent-encoded form/, /--data-binary/],
  ['the name of a file', 'file=@report.json', /name of a file/, /--data-binary/],
]

describe('a file of another format is refused with what it is, what is read, and what to do', () => {
  test.each(foreign)('%s', async (_, file, looks, advice) => {
    for (const pieces of [1, 5, 10_000]) {
      const fault = await faultOf(file, { pieces })
      expect(fault.message).toMatch(looks)
      expect(fault.message).toContain(`. ${read}. `)
      expect(fault.message.split(read)[1]).toMatch(advice)
      expect(fault.message.length).toBeLessThan(1_000)
    }
  })

  test('compressed or not, with a byte order mark or not', async () => {
    const file = JSON.stringify({ artifacts: [], artifactRelationships: [] })
    for (const input of [gzipSync(file), `\ufeff${file}`, gzipSync(`\ufeff${file}`)])
      expect((await faultOf(input)).message).toMatch(/like a Syft report, which/)
  })

  test('its keys are named whatever they hold, a few of them and none of them whole', async () => {
    const keys = [
      '\u001b[31m',
      '__proto__',
      '\u202e',
      'x'.repeat(500),
      ...Array.from({ length: 500 }, String),
    ]
    const text = `{${keys.map((key) => `${JSON.stringify(key)}:1`).join(',')}}`
    const { message } = await faultOf(text)
    expect(message).toMatch(/"__proto__"/)
    expect(message.length).toBeLessThan(1_000)
    expect(message).not.toMatch(/[\p{Cc}\u202e]/u)
  })
})

describe('a file that is no text is refused with what it is and what to do', () => {
  const json = '{"version":"2.1.0","runs":[]}'
  const bytes = (...input: number[]) => Buffer.from([...input, ...Array.from({ length: 40 }, () => 7)])
  const wide = (text: string, order: 'LE' | 'BE') => {
    const all = Buffer.alloc(text.length * 4)
    for (const [index, sign] of [...text].entries()) {
      const code = sign.codePointAt(0) ?? 0
      if (order === 'LE') all.writeUInt32LE(code, index * 4)
      else all.writeUInt32BE(code, index * 4)
    }
    return all
  }
  const tar = Buffer.alloc(1024)
  tar.write('report.json')
  tar.write('ustar', 257)

  test.each<[string, Buffer, RegExp]>([
    ['UTF-16', Buffer.from(json, 'utf16le'), /in UTF-16LE; .*PowerShell.*`iconv -f UTF-16LE -t UTF-8/],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${json}`, 'utf16le'), /in UTF-16LE/],
    ['big-endian UTF-16', Buffer.from(json, 'utf16le').swap16(), /in UTF-16BE.*iconv -f UTF-16BE/],
    ['the same with a mark', Buffer.from(`\ufeff${json}`, 'utf16le').swap16(), /in UTF-16BE/],
    ['UTF-32', wide(json, 'LE'), /in UTF-32LE.*iconv/],
    ['UTF-32 with a mark', wide(`\ufeff${json}`, 'LE'), /in UTF-32LE/],
    ['big-endian UTF-32', wide(json, 'BE'), /in UTF-32BE/],
    ['the same with a mark', wide(`\ufeff${json}`, 'BE'), /in UTF-32BE/],
    [
      'a zip archive',
      Buffer.from('PK\u0003\u0004report.json'),
      /a zip archive.*`unzip -p FILE`.*`gatehouse import`/,
    ],
    [
      'a Fortify project',
      Buffer.from('PK\u0003\u0004\u0014\u0000audit.fvdl'),
      /^This looks like a Fortify project \(FPR\), which Gatehouse does not read yet; /,
    ],
    ['a workbook', Buffer.from('PK\u0003\u0004[Content_Types].xml'), /spreadsheet/],
    ['a tar archive', tar, /a tar archive.*`tar -xOf FILE`/],
    ['xz', bytes(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0), /compressed with xz.*`xz -dc FILE`/],
    ['bzip2', Buffer.from('BZh91AY&SY'), /compressed with bzip2.*`bzip2 -dc FILE`/],
    ['zstd', bytes(0x28, 0xb5, 0x2f, 0xfd), /compressed with zstd.*`zstd -dc FILE`/],
    ['7-Zip', bytes(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), /7-Zip archive/],
    ['PDF', Buffer.from('%PDF-1.7\n'), /PDF document/],
    ['a tar archive in gzip', gzipSync(tar), /a tar archive/],
    ['gzip in gzip', gzipSync(gzipSync(json)), /compressed with gzip twice/],
  ])('%s', async (_, input, message) => {
    for (const pieces of [1, 1000]) expect((await faultOf(input, { pieces })).message).toMatch(message)
  })
})

describe('the table of tools', () => {
  test('names each tool once, with marks', () => {
    const names = tools.map((tool) => tool.name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, marks = [], xml = [] } of tools) expect([name, ...marks, ...xml]).not.toHaveLength(1)
    expect(names.length).toBeGreaterThanOrEqual(40)
  })
})
