import type { ReportedProduct } from '../../report/report.ts'
import { isSecretScanner, secretRuleOf } from '../../secrets/signals.ts'
import { advisoriesIn } from '../../values/advisories.ts'
import type { SarifRule } from './rule.ts'
import type { SarifRun } from './run.ts'

/** Tools that report only known vulnerabilities of packages. */
const dependencyScanners =
  /\b(?:grype|anchore|dependency[-_ ]?check|osv[-_ ]?scanner|snyk (?:open source|container)|docker[-_ ]scout|(?:npm|yarn|pnpm|pip|cargo|bundler)[-_ ]?audit)\b/i

/** Tools that check infrastructure code, and so name its resources. */
const infrastructureScanners =
  /\b(?:checkov|prisma[-_ ]?cloud|bridgecrew|tfsec|defsec|terrascan|kics|snyk iac|regula|kube[-_]?(?:linter|score|sec|scape)|polaris|datree|cfn[-_](?:lint|nag)|tflint|trivy)\b/i

const trivy = /^(?:aqua )?trivy\b/i

const packageRule = /^(?:Os|LanguageSpecific)PackageVulnerability$/i
const licenseRule = /^snyk:lic:/i

const nameOf = (run: SarifRun) => run.driver.name?.slice(0, 200) ?? ''

/** Whether the tool of a run checks infrastructure code. */
export const isInfrastructureScanner = (run: SarifRun): boolean => infrastructureScanners.test(nameOf(run))

/**
 * Determines the kind of a rule's results. SARIF does not define it: scanners for secrets or dependencies are
 * recognized by name; for a tool that reports several kinds, the rule decides.
 * @param rule null if the tool does not describe it.
 * @returns `shown secret` if a result is a secret when it shows a value, and code otherwise.
 */
export function kindOf(
  run: SarifRun,
  rule: SarifRule | null,
  rulePath: string,
): ReportedProduct | 'shown secret' {
  const tool = nameOf(run)
  if (!isSecretScanner(tool)) {
    if (trivy.test(tool) && isPackageRule(rule, rulePath)) return 'supplyChain'
    if (dependencyScanners.test(tool)) return licenseRule.test(rulePath) ? 'code' : 'supplyChain'
  }
  const secret = secretRuleOf({
    tool,
    rulePath,
    tags: [...(rule?.tags ?? []), ...(rule?.technologies ?? [])],
    words: [rule?.title ?? null, rule?.name ?? null, rule?.category ?? null],
    weaknesses: rule?.cweNames ?? [],
  })
  if (trivy.test(tool) && rule?.name === 'Secret') return 'secret'
  return secret === 'always' ? 'secret' : secret === 'never' ? 'code' : 'shown secret'
}

/** Trivy tags its rules: `vulnerability`, `misconfiguration`, `secret`, `license`. */
function isPackageRule(rule: SarifRule | null, rulePath: string): boolean {
  if (rule === null) return advisoriesIn(rulePath).length > 0
  return rule.tags.includes('vulnerability') || packageRule.test(rule.name ?? '')
}
