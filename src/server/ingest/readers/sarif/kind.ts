import type { ReportedProduct } from '../../report/report.ts'
import { isSecretScanner, secretRuleOf } from '../../secrets/signals.ts'
import { advisoriesIn } from '../../values/advisories.ts'
import type { SarifRule } from './rule.ts'
import type { SarifRun } from './run.ts'

/** Tools that look for known vulnerabilities of packages alone. */
const dependencyScanners =
  /\b(?:grype|anchore|dependency[-_ ]?check|osv[-_ ]?scanner|snyk (?:open source|container)|docker[-_ ]scout|(?:npm|yarn|pnpm|pip|cargo|bundler)[-_ ]?audit)\b/i

const trivy = /^(?:aqua )?trivy\b/i

const packageRule = /^(?:Os|LanguageSpecific)PackageVulnerability$/i
const licenseRule = /^snyk:lic:/i

const nameOf = (run: SarifRun) => run.driver.name?.slice(0, 200) ?? ''

/**
 * What kind of finding the results of a rule are. SARIF has no word for it: a scanner for secrets or for dependencies is
 * known by its name, and of a tool that looks for several kinds the rule says which.
 * @param rule null where the tool does not describe it.
 * @returns `shown secret` where a result is a secret if it shows a value, and code if not.
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
