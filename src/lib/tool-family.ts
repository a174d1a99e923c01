/**
 * Tools by their names, the displayed one first. Names are compared without case, spaces and hyphens. Products of one
 * vendor that scan different things (Snyk Code, Snyk Container) are separate tools.
 */
const families: readonly (readonly [string, ...string[]])[] = [
  ['actionlint'],
  ['Android Lint'],
  ['Bandit', 'PyCQA Bandit'],
  ['Bearer', 'Bearer CLI'],
  ['BinSkim'],
  ['Biome', 'BiomeJS'],
  ['Brakeman', 'Brakeman Scanner'],
  ['cargo-audit'],
  ['cfn-lint'],
  ['cfn_nag'],
  ['Checkmarx One', 'CxOne'],
  ['Checkov', 'Bridgecrew Checkov'],
  ['Clang Static Analyzer', 'clang-analyzer', 'scan-build'],
  ['Clang-Tidy'],
  ['CodeQL', 'CodeQL command-line toolchain', 'CodeQL CLI', 'GitHub CodeQL'],
  ['Coverity', 'Coverity Static Analysis', 'Synopsys Coverity', 'Black Duck Coverity'],
  ['Cppcheck'],
  ['Credo'],
  ['Dependency-Check', 'OWASP Dependency-Check', 'dependency-check-maven', 'dependency-check-cli'],
  ['detect-secrets', 'Yelp detect-secrets'],
  ['detekt'],
  ['DevSkim', 'Microsoft DevSkim'],
  ['Docker Scout', 'Docker Scout CLI'],
  ['Dockle'],
  ['ESLint'],
  ['Flake8'],
  ['Flawfinder'],
  ['Fortify', 'Fortify SCA', 'Fortify Static Code Analyzer', 'MicroFocus Fortify Static Code Analyzer'],
  ['GitGuardian', 'ggshield', 'GitGuardian ggshield'],
  ['Gitleaks', 'Gitleaks Action'],
  ['golangci-lint'],
  ['gosec', 'Golang security checks by gosec', 'securego gosec'],
  ['govulncheck'],
  ['Grype', 'Anchore Grype'],
  ['Hadolint'],
  ['Horusec'],
  ['Infer', 'Facebook Infer'],
  ['KICS', 'Checkmarx KICS', 'Keeping Infrastructure as Code Secure'],
  ['ktlint'],
  ['Kubescape'],
  ['KubeLinter'],
  ['kubesec', 'Kubesec.io'],
  ['mobsfscan', 'MobSF mobsfscan'],
  ['mypy'],
  ['njsscan', 'nodejsscan'],
  ['npm audit'],
  ['Nuclei', 'ProjectDiscovery Nuclei'],
  ['Opengrep', 'Opengrep OSS', 'Opengrep CE'],
  ['OSV-Scanner', 'Google OSV-Scanner'],
  ['oxlint', 'oxc'],
  ['PHPStan'],
  ['PHP_CodeSniffer', 'phpcs'],
  ['pip-audit'],
  ['PMD'],
  ['Prowler'],
  ['Psalm'],
  ['PSScriptAnalyzer'],
  ['PVS-Studio'],
  ['Pylint'],
  ['Retire.js'],
  ['RuboCop'],
  ['Ruff'],
  ['Scorecard', 'OSSF Scorecard', 'OpenSSF Scorecard'],
  ['Security Code Scan'],
  [
    'Semgrep',
    'Semgrep OSS',
    'Semgrep OSS Engine',
    'Semgrep CE',
    'Semgrep Community Edition',
    'Semgrep PRO',
    'Semgrep PRO Engine',
    'Semgrep Code',
    'Semgrep CLI',
    'Semgrep SAST',
    'Semgrep App',
    'Semgrep AppSec Platform',
    'Semgrep Cloud Platform',
    'returntocorp/semgrep',
  ],
  ['ShellCheck'],
  ['Snyk Code', 'SnykCode'],
  ['Snyk Container'],
  ['Snyk IaC', 'Snyk Infrastructure as Code'],
  ['Snyk Open Source', 'Snyk OSS'],
  ['SpotBugs'],
  ['Staticcheck'],
  ['Stylelint'],
  ['SwiftLint'],
  ['Syft', 'Anchore Syft'],
  ['Talisman'],
  ['Terrascan'],
  ['TFLint'],
  // Its reports contained the name of its engine for a time.
  ['tfsec', 'defsec', 'Aqua Security tfsec'],
  ['Trivy', 'Aqua Trivy', 'Aqua Security Trivy', 'Trivy Vulnerability Scanner'],
  ['TruffleHog', 'Truffle Security TruffleHog'],
  ['TSLint'],
  ['ZAP', 'OWASP ZAP', 'Zed Attack Proxy', 'OWASP Zed Attack Proxy', 'ZAP by Checkmarx'],
  ['zizmor'],
]

const byName = new Map(families.flatMap((names) => names.map((name) => [keyOf(name), names[0]] as const)))

/**
 * Returns the name of a tool without edition and version: "Semgrep OSS 1.97.0" and "semgrep" are both "Semgrep". An
 * unknown name only loses its version.
 */
export function toolFamily(tool: string): string {
  const name = withoutVersion(tool.trim().replace(/\s+/g, ' '))
  return byName.get(keyOf(name)) ?? name
}

const version = /[ @/_-]v?\d{1,9}(?:\.\d{1,9}){1,4}(?:[-+.][\w.+-]{0,40})?$|[ @/_-]v\d{1,9}$/i
const versionPattern = /[ ,]+(?:version|ver\.?|release)$/i

/**
 * Removes a version: "Bandit 1.7.5" and "Bandit v2" are "Bandit". A whole number alone is not a version: "Scanner 1"
 * and "Scanner 2" may be two tools, and treated as one, each would fix the findings of the other.
 */
function withoutVersion(name: string): string {
  let rest = name
  for (let at = rest.search(version); at > 0; at = rest.search(version))
    rest = rest.slice(0, at).replace(versionPattern, '').trim() || rest.slice(0, at).trim()
  return rest
}

/** Returns the same key for "OSV-Scanner", "osv-scanner" and "OSV Scanner". */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}
