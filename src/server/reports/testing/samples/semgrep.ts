const span = (line: number, from: number, to: number) => ({
  start: { line, col: from, offset: line * 40 },
  end: { line, col: to, offset: line * 40 + to },
})
const location = (path: string, line: number) => ({ path, ...span(line, 3, 19) })

const codeResult = {
  check_id: 'python.flask.xss',
  path: 'app/views.py',
  ...span(12, 3, 19),
  extra: {
    message: 'The value $Q reaches the page.',
    severity: 'ERROR',
    engine_kind: 'PRO',
    fingerprint: `${'ab'.repeat(64)}_0`,
    is_ignored: false,
    lines: '  return page(q)',
    fix: 'return page(escape(q))',
    fix_regex: { regex: 'page\\((.*)\\)', replacement: 'page(escape(\\1))', count: 1 },
    fixed_lines: ['  return page(escape(q))'],
    metavars: {
      $Q: { ...span(12, 15, 16), abstract_content: 'q', propagated_value: { svalue_abstract_content: 'q' } },
    },
    metadata: {
      category: 'security',
      confidence: 'HIGH',
      cwe: ['CWE-79: Cross-site Scripting'],
      owasp: ['A03:2021 - Injection'],
      references: ['https://a.example'],
      source: 'https://rules.example/xss',
      subcategory: ['vuln'],
      technology: ['flask'],
      vulnerability_class: ['Cross-Site-Scripting (XSS)'],
    },
    dataflow_trace: {
      taint_source: ['CliLoc', [location('app/views.py', 3), 'request.args']],
      intermediate_vars: [{ location: location('app/views.py', 5), content: 'q' }],
      taint_sink: [
        'CliCall',
        [[location('app/views.py', 12), 'page(q)'], [], ['CliLoc', [location('app/page.py', 2), 'q']]],
      ],
    },
  },
}

const packageResult = {
  check_id: 'ssc-1',
  path: 'src/app.js',
  ...span(12, 3, 19),
  extra: {
    message: 'lodash before 4.17.21 can be polluted',
    severity: 'WARNING',
    lines: '  _.merge(a, body)',
    metadata: {
      'sca-severity': 'CRITICAL',
      'sca-vuln-database-identifier': 'CVE-2020-8203',
      'sca-fix-versions': [{ lodash: '4.17.21' }],
      'sca-kind': 'reachable',
      cwe: 1321,
      epss: { score: '0.02', percentile: 0.9 },
    },
    sca_info: {
      reachable: true,
      reachability_rule: true,
      dependency_match: {
        dependency_pattern: { ecosystem: 'npm', package: 'lodash', semver_range: '<4.17.20' },
        found_dependency: {
          package: 'lodash',
          version: '4.17.15',
          ecosystem: 'npm',
          transitivity: 'direct',
          line_number: 410,
          lockfile_path: 'package-lock.json',
        },
        lockfile: 'package-lock.json',
      },
    },
  },
}

const secretResult = {
  check_id: 'generic.secrets.token',
  path: 'config/ci.env',
  ...span(4, 1, 40),
  extra: {
    message: 'A token was found.',
    severity: 'ERROR',
    lines: 'TOKEN=Zq8RtY3nLw6KdV1xBc5HsPf9',
    metadata: { category: 'security', secret_type: 'token' },
    metavars: { $1: { ...span(4, 7, 31), abstract_content: 'Zq8RtY3nLw6KdV1xBc5HsPf9' } },
    validation_state: 'CONFIRMED_VALID',
    historical_info: {
      git_commit: '4f1c2a9',
      git_blob: 'e4d7b8f',
      git_commit_timestamp: '2025-11-03T09:12:44Z',
    },
  },
}

const reportOf = (results: readonly object[], more: object = {}) => ({
  version: '1.97.0',
  results,
  errors: [],
  paths: { scanned: ['app/views.py'] },
  ...more,
})

/** Reports of Semgrep: code, packages, a secret, and the errors of a run with its dependencies. */
export const semgrepFiles = [
  reportOf([codeResult]),
  reportOf([packageResult]),
  reportOf([secretResult]),
  reportOf([], {
    errors: [
      { code: 3, level: 'warn', type: 'Syntax error', path: 'app/a.py', message: 'm', rule_id: 'r' },
      {
        code: 3,
        level: 'warn',
        type: ['PartialParsing', [{ path: 'app/b.py', ...span(3, 1, 9) }]],
        path: 'app/b.py',
        message: 'm',
        spans: [{ file: 'app/b.py', ...span(3, 1, 9) }],
      },
    ],
    paths: { scanned: ['app/views.py'], skipped: [{ path: 'dist/x.js', reason: 'too_big' }] },
    skipped_rules: [{ rule_id: 'needs.newer', details: 'min-version' }],
    dependencies: {
      'package-lock.json': [
        {
          package: 'lodash',
          version: '4.17.15',
          ecosystem: 'npm',
          transitivity: 'direct',
          line_number: 410,
          children: [{ package: 'a', version: '1.0.0' }],
          allowed_hashes: { sha512: ['ab'] },
        },
      ],
    },
  }),
]
