import { type Canary, type CanaryFile, canariesIn, type Source } from './canaries.ts'

/** The line of a hard-coded credential. */
const line = (value: string) => `password = "${value}"`
const said = (value: string) => `Possible hardcoded password: '${value}'`
const path = 'config/ci.py'

const place = (value: string) => ({
  physicalLocation: {
    artifactLocation: { uri: path },
    region: { startLine: 7, endLine: 7, snippet: { text: line(value) } },
    contextRegion: { startLine: 6, endLine: 8, snippet: { text: `before()\n${line(value)}\nafter()` } },
  },
  logicalLocations: [{ fullyQualifiedName: 'config.ci' }],
  message: { text: 'here' },
})

/** The tool with a value in each place; of others, whose rules are told by other signs, some do. */
const wholly = 'Bandit'

/** Each result is a run, so that the texts of its rule and its notifications are places, too. */
const sarif = (tool: string, rule: { id: string; [member: string]: unknown }): Source => ({
  name: `SARIF of ${tool} with ${rule.id}`,
  whole: (runs) => ({ version: '2.1.0', runs }),
  kept:
    tool === wholly
      ? /(?:^|\.)(?:ruleId|id|level|name|kind|tags\.0)$/
      : /(?<!\.shortDescription\.text|Notifications\.\d\.message\.text|help\.text|^results\.0\.message\.text|Line\w+)$/,
  result: (value) => ({
    tool: {
      driver: {
        name: tool,
        rules: [
          {
            shortDescription: { text: 'Hard-coded password' },
            fullDescription: { text: 'A hard-coded password was found' },
            help: { text: 'Read it from the environment', markdown: 'Read *it*' },
            helpUri: 'https://rules.example/r',
            messageStrings: { default: { text: 'Hard-coded' } },
            ...rule,
          },
        ],
      },
    },
    automationDetails: { id: 'nightly/1' },
    versionControlProvenance: [{ repositoryUri: 'https://code.example/acme/shop', branch: 'main' }],
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: [
          { level: 'warning', message: { text: 'A file was skipped' }, locations: [place('x')] },
          { level: 'error', message: { text: 'A rule failed' }, associatedRule: { id: rule.id } },
        ],
        toolConfigurationNotifications: [{ level: 'warning', message: { text: 'A setting is old' } }],
        exitCodeDescription: 'some findings',
      },
    ],
    results: [
      {
        ruleId: rule.id,
        message: { text: said(value), markdown: 'It is *hard-coded*', arguments: ['one'] },
        locations: [place(value)],
        relatedLocations: [place(value)],
        codeFlows: [{ threadFlows: [{ locations: [{ location: place(value) }] }] }],
        fixes: [
          {
            description: { text: 'Read it' },
            artifactChanges: [
              {
                artifactLocation: { uri: path },
                replacements: [
                  { deletedRegion: { startLine: 7 }, insertedContent: { text: 'password = read()' } },
                ],
              },
            ],
          },
        ],
        suppressions: [{ kind: 'external', justification: 'a test' }],
        fingerprints: { 'print/v1': 'abcdef' },
        partialFingerprints: { primaryLocationLineHash: 'abcdef:1' },
        hostedViewerUri: 'https://viewer.example/1',
        workItemUris: ['https://tickets.example/SEC-1'],
        properties: { context: 'some text', references: ['https://rules.example/more'] },
      },
    ],
  }),
})

const sarifRules: [tool: string, rule: { id: string; [member: string]: unknown }][] = [
  ['Bandit', { id: 'B105', name: 'hardcoded_password_string' }],
  ['gosec', { id: 'G101' }],
  ['SpotBugs', { id: 'HARD_CODE_PASSWORD' }],
  ['SonarQube', { id: 'python:S2068' }],
  ['devskim', { id: 'DS173237' }],
  ['PVS-Studio', { id: 'V5013' }],
  ['Psalm', { id: 'TaintedUserSecret' }],
  ['Horusec', { id: 'HS-LEAKS-26' }],
  ['PMD', { id: 'HardCodedCryptoKey' }],
  ['ruff', { id: 'S105' }],
  ['Salus', { id: 'B106' }],
  ['Semgrep OSS', { id: 'python.hardcoded-token' }],
  ['Some tool', { id: 'x1', properties: { tags: ['external/cwe/cwe-522'] } }],
]

const sources: Source[] = [
  ...sarifRules.map(([tool, rule]) => sarif(tool, rule)),
  {
    name: 'Bandit',
    whole: (results) => ({
      errors: [],
      generated_at: '2026-01-15T11:58:00Z',
      metrics: { _totals: { loc: 1 } },
      results,
    }),
    kept: /^(?:issue_confidence|issue_severity|test_id|test_name)$/,
    result: (value) => ({
      code: `6 before()\n7 ${line(value)}\n8 after()\n`,
      filename: path,
      issue_confidence: 'HIGH',
      issue_severity: 'LOW',
      issue_text: said(value),
      line_number: 7,
      line_range: [7],
      more_info: 'https://bandit.example/b105.html',
      test_id: 'B105',
      test_name: 'hardcoded_password_string',
    }),
  },
  {
    name: 'Semgrep',
    whole: (results) => ({ version: '1.97.0', results, errors: [], paths: { scanned: [path] } }),
    kept: /^(?:check_id|extra\.severity|extra\.metadata\.confidence)$/,
    result: (value) => ({
      check_id: 'python.lang.hardcoded-token',
      path,
      start: { line: 7, col: 1 },
      end: { line: 7, col: 40 },
      extra: {
        message: said(value),
        severity: 'ERROR',
        fingerprint: 'ab'.repeat(20),
        lines: line(value),
        fix: 'password = read()',
        metavars: { $X: { abstract_content: value } },
        metadata: {
          category: 'security',
          confidence: 'HIGH',
          owasp: ['A07:2021'],
          technology: ['python'],
          source: 'https://rules.example/r',
          references: ['https://rules.example/more'],
        },
        dataflow_trace: {
          taint_source: ['CliLoc', [{ path, start: { line: 7 }, end: { line: 7 } }, 'source']],
          taint_sink: ['CliLoc', [{ path, start: { line: 9 }, end: { line: 9 } }, 'sink']],
        },
      },
    }),
  },
  {
    name: 'Trivy',
    whole: (Misconfigurations) => ({
      SchemaVersion: 2,
      ArtifactName: 'acme/shop',
      ArtifactType: 'filesystem',
      Results: [{ Target: 'main.tf', Class: 'config', Type: 'terraform', Misconfigurations }],
    }),
    kept: /^(?:Type|ID|AVDID|Severity|Status)$/,
    result: (value) => ({
      Type: 'Terraform Security Check',
      ID: 'OPNSTK-0001',
      Title: 'No plaintext password for compute instance',
      Description: 'Assigning a password to the instance',
      Message: said(value),
      Namespace: 'builtin.openstack',
      Resolution: 'Do not use plaintext passwords',
      Severity: 'MEDIUM',
      PrimaryURL: 'https://avd.example/opnstk-0001',
      References: ['https://avd.example/more'],
      Status: 'FAIL',
      CauseMetadata: {
        Resource: 'openstack_compute_instance_v2.basic',
        Provider: 'OpenStack',
        Service: 'compute',
        StartLine: 7,
        EndLine: 7,
        Code: { Lines: [{ Number: 7, Content: `  admin_pass = "${value}"`, IsCause: true }] },
      },
    }),
  },
  {
    name: 'Checkov',
    whole: (failed_checks) => ({
      check_type: 'terraform',
      results: { passed_checks: [], failed_checks, skipped_checks: [], parsing_errors: [] },
      summary: { passed: 0, failed: 1, skipped: 0, parsing_errors: 0, checkov_version: '3.2.334' },
    }),
    kept: /^(?:check_id|bc_check_id|check_result\.result|check_class|severity|file_abs_path)$/,
    result: (value) => ({
      check_id: 'CKV_LIN_1',
      bc_check_id: 'BC_LIN_1',
      check_name: 'Ensure no hard coded Linode tokens exist in provider',
      check_result: { result: 'FAILED', evaluated_keys: ['token'] },
      code_block: [[7, `  token = "${value}"\n`]],
      file_path: '/main.tf',
      repo_file_path: '/infra/main.tf',
      file_line_range: [7, 7],
      resource: 'linode.default',
      check_class: 'checkov.LinodeToken',
      severity: null,
      guideline: 'https://docs.example/policies/lin-1',
      details: ['a detail'],
      description: 'A token in the provider',
    }),
  },
  {
    name: 'GitLab SAST',
    whole: (vulnerabilities) => ({
      version: '15.2.1',
      scan: {
        type: 'sast',
        status: 'success',
        scanner: { id: 'bandit', name: 'Bandit', version: '1', vendor: { name: 'GitLab' } },
        analyzer: { id: 'bandit', name: 'Bandit', version: '1', vendor: { name: 'GitLab' } },
        start_time: '2026-01-15T11:57:00',
        end_time: '2026-01-15T11:58:30',
        messages: [],
      },
      vulnerabilities,
    }),
    kept: /^(?:severity|confidence|category|identifiers.*|id|details.*type|flags.*type|details.*node_type)$/,
    result: (value) => ({
      id: '5f0c0c1d3f1e',
      category: 'sast',
      name: 'Hardcoded password',
      message: 'Possible hardcoded password',
      description: said(value),
      severity: 'Medium',
      solution: 'Read it from the environment',
      raw_source_code_extract: line(value),
      location: { file: path, start_line: 7, end_line: 7, class: 'config', method: 'ci' },
      identifiers: [{ type: 'bandit_test_id', name: 'Bandit Test ID B105', value: 'B105' }],
      links: [{ name: 'Guide', url: 'https://guide.example/1' }],
      flags: [{ type: 'flagged-as-likely-false-positive', origin: 'post', description: 'constant' }],
      tracking: { type: 'source', items: [{ file: path, signatures: [{ algorithm: 'a', value: 'abc' }] }] },
    }),
  },
  {
    name: 'code scanning',
    whole: (alerts) => alerts,
    kept: /^(?:state|rule\.(?:id|severity|security_severity_level)|tool.*|dismissed_at|dismissed_reason)$/,
    result: (value) => ({
      html_url: 'https://github.com/acme/shop/security/code-scanning/4',
      state: 'dismissed',
      dismissed_by: { login: 'kim' },
      dismissed_at: '2026-01-14T08:00:00Z',
      dismissed_reason: "won't fix",
      dismissed_comment: 'only a test',
      rule: {
        id: 'py/hardcoded-credentials',
        severity: 'error',
        security_severity_level: 'high',
        description: 'Hard-coded credentials',
        full_description: 'Credentials are hard-coded',
        help: 'Read them',
        tags: ['security'],
      },
      tool: { name: 'CodeQL', version: '2.22.1' },
      most_recent_instance: {
        category: '/language:python',
        message: { text: said(value) },
        location: { path, start_line: 7, end_line: 7, start_column: 1, end_column: 30 },
      },
    }),
  },
  {
    name: 'findings answer',
    whole: (findings) => ({ sastFindings: { findings } }),
    kept: /^(?:severity|confidence|triage_state|triage_reason|status|state|ref|rule_name|rule\.name|.*At|.*verdict|click_to_fix_prs.*state)$/,
    result: (value) => ({
      id: 9001,
      rule_name: 'python.lang.hardcoded-token',
      rule_message: said(value),
      rule: {
        name: 'python.lang.hardcoded-token',
        message: 'A hard-coded token',
        category: 'security',
        subcategories: ['vuln'],
        vulnerability_classes: ['Hard-coded values'],
        technologies: ['python'],
        references: ['https://rules.example/more'],
      },
      severity: 'high',
      confidence: 'high',
      location: { filePath: path, line: 7 },
      ref: 'refs/heads/main',
      repository: { name: 'acme/shop', url: 'https://code.example/acme/shop' },
      triage_state: 'ignored',
      triage_comment: 'rotated',
      triage_reason: 'false_positive',
      match_based_id: 'cd'.repeat(32),
      syntactic_id: 'ef'.repeat(16),
      line_of_code_url: 'https://code.example/acme/shop/config/ci.py',
      external_ticket: { external_slug: 'SEC-1', url: 'https://tickets.example/SEC-1' },
      code: { startLine: 7, lines: [line(value)] },
      data_flow: [{ kind: 'source', location: { filePath: path, line: 7 }, code: line(value) }],
      fix: { startLine: 7, before: line(value), after: 'password = read()' },
      assistant: {
        autofix: { explanation: 'Read it', fix_code: 'password = read()' },
        autotriage: { reason: 'It is real', verdict: 'true_positive' },
        component: { risk: 'high', tag: 'ci' },
        guidance: { instructions: 'Revoke it', summary: 'Revoke' },
        rule_explanation: { explanation: 'Tokens leak', summary: 'Leak' },
      },
      click_to_fix_failures: [{ reason: 'no rights' }],
    }),
  },
  {
    name: 'plain findings',
    whole: (findings) => ({ gatehouse: 1, tool: { name: 'house', version: '1' }, findings }),
    kept: /^(?:rule|severity|confidence|cwe.*)$/,
    result: (value) => ({
      rule: 'house.hardcoded-password',
      title: 'Hard-coded password',
      severity: 'high',
      message: said(value),
      path,
      line: 7,
      code: line(value),
      url: 'https://rules.example/r',
      references: ['https://rules.example/more'],
      fingerprint: 'abc',
      resource: 'a.b',
    }),
  },
]

/** Files of each format that has code, with rules for hard-coded credentials that are no secrets. */
export const credentialFiles = (canary: Canary): { files: CanaryFile[]; values: string[] } =>
  canariesIn(sources, canary)
