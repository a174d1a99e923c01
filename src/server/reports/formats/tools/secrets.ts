import type { Tool } from '../tool.ts'

/** Scanners for secrets. */
export const secretTools: readonly Tool[] = [
  {
    name: 'Gitleaks',
    report: 'the JSON of Gitleaks before version 8',
    marks: ['[] offender commit rule'],
    writes: 'version 8 and later write supported JSON',
  },
  {
    name: 'TruffleHog',
    report: 'the JSON of TruffleHog 2',
    marks: ['stringsFound commitHash', '[] stringsFound reason'],
    writes: 'version 3 writes supported JSON with `--json`',
  },
  { name: 'Talisman', marks: ['summary.types results', 'results.failure_list'] },
  { name: 'detect-secrets', marks: ['plugins_used results'] },
  {
    name: 'ggshield',
    marks: ['scans total_incidents', 'entities_with_incidents'],
    writes: '`ggshield secret scan --format sarif …`',
  },
  {
    name: 'Nosey Parker',
    marks: ['[] finding_id rule_name', 'finding_id rule_name', 'rule_name matches num_matches'],
    writes: '`noseyparker report --format sarif`',
  },
  {
    name: 'Secretlint',
    marks: ['[] filePath messages sourceContent'],
    writes: '`secretlint --format @secretlint/secretlint-formatter-sarif`',
  },
]
