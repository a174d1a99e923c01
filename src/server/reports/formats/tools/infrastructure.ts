import type { Tool } from '../tool.ts'

/** Scanners of infrastructure, clusters and clouds. */
export const infrastructureTools: readonly Tool[] = [
  {
    name: 'KICS',
    marks: ['kics_version', 'queries severity_counters'],
    writes: '`kics scan --report-formats sarif`',
  },
  {
    name: 'Checkov baseline',
    report: 'a baseline of Checkov',
    isNoReport: true,
    marks: ['failed_checks.file failed_checks.findings'],
    writes: '`checkov -o json`',
  },
  {
    name: 'Terrascan',
    marks: ['results.scan_summary', 'results.violations'],
    writes: '`terrascan scan -o sarif`',
  },
  {
    name: 'tfsec',
    marks: ['results.rule_provider results.resolution', 'results.long_id'],
    writes: '`tfsec --format sarif`',
  },
  { name: 'cfn-lint', marks: ['[] Filename Rule Level'], writes: '`cfn-lint --format sarif`' },
  { name: 'cfn_nag', marks: ['[] filename file_results'] },
  { name: 'Conftest', marks: ['[] filename successes'], writes: '`conftest test -o sarif`' },
  {
    name: 'Kubescape',
    marks: ['summaryDetails results', 'clusterAPIServerInfo results'],
    writes: '`kubescape scan --format sarif`',
  },
  { name: 'KubeLinter', marks: ['Checks Reports'], writes: '`kube-linter lint --format sarif`' },
  { name: 'Kubeaudit', marks: ['AuditResultName'], writes: '`kubeaudit all -p sarif`' },
  { name: 'kube-bench', marks: ['Controls Totals', '[] node_type tests'] },
  { name: 'Polaris', marks: ['PolarisOutputVersion'] },
  {
    name: 'Prowler',
    marks: ['[] AssessmentStartTime CheckID', 'Control Profile Region', '[] finding_info status_code'],
  },
  {
    name: 'AWS Security Hub',
    report: 'findings of AWS Security Hub',
    marks: ['[] SchemaVersion ProductArn', 'Findings.ProductArn', 'findings.ProductArn'],
  },
  { name: 'Amazon Inspector', report: 'findings of Amazon Inspector', marks: ['findings.findingArn'] },
  { name: 'Terraform', report: 'a plan of Terraform', isNoReport: true, marks: ['terraform_version'] },
]
