import type { Tool } from '../tool.ts'

/** Scanners for secrets. */
export const secretTools: readonly Tool[] = [
  {
    name: 'Gitleaks',
    marks: ['[] RuleID Secret', '[] Description StartLine Match', '[] offender commit rule'],
    writes: '`--report-format sarif`',
  },
  {
    name: 'TruffleHog',
    marks: ['SourceMetadata DetectorName', 'stringsFound commitHash', '[] stringsFound reason'],
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
