import { scanFormats } from './vocabulary.ts'

type ScanFormat = (typeof scanFormats)[number]

/** The names of the formats of scanners' files. */
export const formatNames: Readonly<Record<ScanFormat, string>> = {
  semgrep: 'Semgrep JSON',
  sarif: 'SARIF',
  cyclonedx: 'CycloneDX',
  grype: 'Grype JSON',
  'npm-audit': 'npm audit JSON',
  trivy: 'Trivy JSON',
  spdx: 'SPDX JSON',
  checkov: 'Checkov JSON',
  gitleaks: 'Gitleaks JSON',
  bandit: 'Bandit JSON',
  'osv-scanner': 'OSV-Scanner JSON',
  trufflehog: 'TruffleHog JSON',
  gitlab: 'GitLab JSON',
  'dependency-check': 'Dependency-Check JSON or XML',
  dependabot: 'Dependabot alerts',
  'code-scanning': 'code scanning alerts',
  gatehouse: 'Gatehouse JSON or CSV',
  snyk: 'Snyk JSON',
  findings: 'findings from this API',
}

/**
 * All formats for the middle of a sentence: "SARIF, CycloneDX, JSON of Semgrep, …, and findings from this API".
 */
export function formatList(): string {
  const names = scanFormats.map((format) => formatNames[format])
  const ofTools = names.flatMap((name) => (name.endsWith(' JSON') ? name.slice(0, -' JSON'.length) : []))
  const others = names.filter((name) => !name.endsWith(' JSON'))
  const last = others.pop() ?? ''
  const [first = '', second = '', ...rest] = others
  const tools = `JSON of ${ofTools.slice(0, -1).join(', ')} and ${ofTools.at(-1) ?? ''}`
  return [first, second, tools, ...rest, `and ${last}`].join(', ')
}
