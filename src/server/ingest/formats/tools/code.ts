import type { Tool } from '../tool.ts'

/** Scanners and linters of code. */
export const codeTools: readonly Tool[] = [
  {
    name: 'Checkmarx One',
    marks: [
      'results totalCount scanID',
      'results totalCount',
      'results.similarityId results.state',
      'scanResults scanSummary reportHeader',
    ],
    writes: '`cx scan create … --report-format sarif`',
  },
  { name: 'CxFlow', marks: ['xissues'], writes: '`--bug-tracker=Sarif`' },
  { name: 'Checkmarx CxSAST', xml: ['CxXMLResults'], writes: 'CxFlow with `--bug-tracker=Sarif`' },
  {
    name: 'SonarQube',
    report: 'an export of SonarQube',
    marks: [
      'issues paging components',
      'issues effortTotal',
      'hotspots paging',
      '[] rule effort component',
      'rules issues issues.engineId',
      'components paging components.qualifier',
    ],
    writes: '`sonar-findings-export --format sarif` (of sonar-tools)',
  },
  { name: 'Brakeman', marks: ['scan_info warnings'], writes: '`brakeman -f sarif`' },
  { name: 'gosec', marks: ['Issues Stats', 'Issues GosecVersion'], writes: '`gosec -fmt=sarif`' },
  {
    name: 'golangci-lint',
    marks: ['Issues Report'],
    writes: '`golangci-lint run --output.sarif.path=report.sarif` (version 2)',
  },
  { name: 'Staticcheck', marks: ['[] code severity location end message'], writes: '`staticcheck -f sarif`' },
  {
    name: 'ESLint',
    marks: ['[] filePath messages errorCount'],
    writes: '`eslint -f @microsoft/eslint-formatter-sarif`',
  },
  {
    name: 'RuboCop',
    marks: ['metadata.rubocop_version files summary'],
    writes:
      '`rubocop --require code_scanning --format CodeScanning::SarifFormatter` (of the gem code-scanning-rubocop)',
  },
  {
    name: 'Psalm',
    marks: ['[] severity type file_name column_from snippet'],
    writes: '`psalm --report=report.sarif`',
  },
  { name: 'PHPStan', marks: ['totals.file_errors files'] },
  { name: 'PHP_CodeSniffer', marks: ['totals.fixable files'] },
  {
    name: 'Progpilot',
    marks: ['[] vuln_name vuln_cwe', '[] sink_name vuln_type'],
    writes: 'its option `sarif_output`',
  },
  { name: 'Pylint', marks: ['[] message-id symbol', 'messages statistics'] },
  { name: 'Ruff', marks: ['[] code end_location filename'], writes: '`ruff check --output-format sarif`' },
  {
    name: 'Clippy',
    report: 'messages of Cargo',
    marks: ['[] reason package_id', 'reason package_id'],
    writes: '`cargo clippy --message-format=json | clippy-sarif`',
  },
  {
    name: 'ShellCheck',
    marks: ['[] file endLine code level', 'comments.endLine comments.code'],
    writes: '`shellcheck -f json … | shellcheck-sarif`',
  },
  { name: 'Hadolint', marks: ['[] file code level line column'], writes: '`hadolint -f sarif`' },
  { name: 'SwiftLint', marks: ['[] rule_id reason character'], writes: '`swiftlint --reporter sarif`' },
  {
    name: 'Infer',
    marks: ['[] bug_type qualifier'],
    writes: '`infer run --sarif`, which makes `report.sarif`',
  },
  { name: 'PMD', marks: ['pmdVersion files'], xml: ['pmd'], writes: '`pmd check -f sarif`' },
  { name: 'SpotBugs', xml: ['BugCollection'], writes: '`spotbugs -sarif`' },
  {
    name: 'Checkstyle',
    xml: ['checkstyle'],
    writes: '`-f sarif`; most other linters that write this format can also write SARIF',
  },
  { name: 'Cppcheck', xml: ['results cppcheck'], writes: '`cppcheck --output-format=sarif` (from 2.16)' },
  {
    name: 'Android Lint',
    xml: ['issues by="lint'],
    writes: '`sarifReport true` in the `lint` block of Gradle',
  },
  {
    name: 'Bearer',
    marks: ['critical.cwe_ids', 'high.cwe_ids', 'medium.cwe_ids', 'low.cwe_ids', 'warning.cwe_ids'],
    writes: '`bearer scan . --format sarif`',
  },
  { name: 'Horusec', marks: ['analysisVulnerabilities'], writes: '`horusec start -o sarif -O report.sarif`' },
  { name: 'njsscan', marks: ['njsscan_version'], writes: '`njsscan --sarif`' },
  { name: 'mobsfscan', marks: ['mobsfscan_version'], writes: '`mobsfscan --sarif`' },
  { name: 'Sobelow', marks: ['sobelow_version'], writes: '`mix sobelow --format sarif`' },
  { name: 'CodeChecker', marks: ['version reports.checker_name', 'version reports.analyzer_name'] },
  { name: 'Coverity', marks: ['formatVersion issues', 'viewContentsV1'] },
  { name: 'Fortify', xml: ['FVDL', 'ReportDefinition'] },
  {
    name: 'Veracode',
    marks: [
      'scan_status modules findings',
      'findings.flaw_details_link',
      '_embedded.findings',
      'findings.finding_status',
    ],
    xml: ['detailedreport', 'summaryreport'],
  },
]
