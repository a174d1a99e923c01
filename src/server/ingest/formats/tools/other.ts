import type { Tool } from '../tool.ts'

/** Scanners of running systems, platforms that collect findings, and files that are often uploaded by mistake. */
export const otherTools: readonly Tool[] = [
  {
    name: 'ZAP',
    marks: ['@programName site', 'site.alerts @version', '[] pluginId alert'],
    xml: ['OWASPZAPReport'],
    writes: 'a `report` job with `template: sarif-json` in the plan of the automation framework',
  },
  {
    name: 'Burp Suite',
    marks: ['issue_events scan_metrics', 'issue_events.issue'],
    xml: ['issues burpVersion'],
  },
  {
    name: 'Nuclei',
    marks: ['template-id info', 'templateID info'],
    writes: '`nuclei -sarif-export report.sarif`',
  },
  { name: 'Nessus', xml: ['NessusClientData_v2', 'NessusClientData'] },
  { name: 'Nikto', marks: ['host banner vulnerabilities'], xml: ['niktoscan', 'niktoscans'] },
  { name: 'Nmap', xml: ['nmaprun'] },
  { name: 'OpenVAS', xml: ['report extension=', 'get_reports_response'] },
  { name: 'Wapiti', marks: ['classifications vulnerabilities infos'], xml: ['report report_infos'] },
  { name: 'Nexpose', xml: ['NexposeReport'] },
  {
    name: 'Qualys',
    xml: [
      'SCAN',
      'ASSET_DATA_REPORT',
      'WAS_SCAN_REPORT',
      'WAS_WEBAPP_REPORT',
      'HOST_LIST_VM_DETECTION_OUTPUT',
    ],
  },
  { name: 'Acunetix or Invicti', marks: ['Generated Target Vulnerabilities'], xml: ['ScanGroup'] },
  { name: 'AppScan', xml: ['xml-report'] },
  { name: 'WPScan', marks: ['banner target_url', 'banner interesting_findings'] },
  { name: 'OpenSCAP', xml: ['Benchmark xccdf', 'cdf:Benchmark'] },
  {
    name: 'GitLab',
    report: 'a security report of GitLab before version 14',
    marks: ['vulnerabilities remediations version'],
    writes: 'update the analyzer, or run the scanner directly, such as `semgrep scan --json`',
  },
  {
    name: 'GitHub secret scanning',
    report: 'a list of secret scanning alerts of GitHub',
    marks: ['[] number secret_type'],
  },
  {
    name: 'GitHub code scanning',
    report: 'a list of analyses of code scanning',
    isNoReport: true,
    marks: ['[] analysis_key results_count'],
    writes: '`gh api --paginate repos/OWNER/REPO/code-scanning/alerts` lists the alerts',
  },
  {
    name: 'GitHub',
    report: 'an error response from GitHub',
    isNoReport: true,
    marks: ['message documentation_url'],
  },
  {
    name: 'DefectDojo',
    report: 'generic findings for DefectDojo',
    marks: ['findings.title findings.severity'],
  },
  {
    name: 'OpenVEX',
    report: 'an OpenVEX document',
    isNoReport: true,
    marks: ['statements @context'],
    writes: '`gatehouse vex import` applies its decisions',
  },
  {
    name: 'CSAF',
    report: 'a CSAF document',
    isNoReport: true,
    marks: ['document.csaf_version', 'document product_tree'],
    writes: '`gatehouse vex import` applies its decisions',
  },
  {
    name: 'JUnit',
    xml: ['testsuites', 'testsuite'],
    writes: 'most scanners that write test results have an option for SARIF too',
  },
  {
    name: 'OpenAPI',
    report: 'an OpenAPI description',
    isNoReport: true,
    marks: ['openapi paths', 'swagger paths'],
  },
  {
    name: 'Semgrep',
    report: 'rules of Semgrep',
    isNoReport: true,
    marks: ['rules.pattern', 'rules.patterns', 'rules.languages'],
    writes: '`semgrep scan --config rules.json --json`',
  },
]
