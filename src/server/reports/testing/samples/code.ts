/** A report of Bandit. */
export const banditFile = {
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
}

/** Code scanning alerts of GitHub. */
export const codeScanningAlerts = [
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
]
