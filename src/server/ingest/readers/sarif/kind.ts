import { advisoriesIn } from '../../advisories.ts'
import type { ReportedProduct } from '../../report.ts'
import type { SarifRule } from './rule.ts'
import type { SarifRun } from './run.ts'

/** Tools that look for secrets alone, by the name of their driver or of a converter's. */
const secretScanners =
  /\b(?:gitleaks|betterleaks|truffle[-_ ]?hog|talisman|detect[-_ ]?secrets|ggshield|gitguardian|nosey[-_ ]?parker|kingfisher|secretlint|whispers|ripsecrets|cred(?:ential)?[-_ ]?scan(?:ner)?)\b/i

/** Tools that look for known vulnerabilities of packages alone. */
const dependencyScanners =
  /\b(?:grype|anchore|dependency[-_ ]?check|osv[-_ ]?scanner|snyk (?:open source|container)|docker[-_ ]scout|(?:npm|yarn|pnpm|pip|cargo|bundler)[-_ ]?audit)\b/i

/** Tools that look for several kinds, which their rules tell. */
const trivy = /^(?:aqua )?trivy\b/i
const semgrep = /^(?:semgrep|opengrep)\b/i

const packageRule = /^(?:Os|LanguageSpecific)PackageVulnerability$/i
/** `generic.secrets.gitleaks.github-pat`, but not `aws-secretsmanager-secret-unencrypted`, which shows no secret. */
const secretsRule = /(?:^|[./])secrets(?:[./]|$)/i
const licenseRule = /^snyk:lic:/i

const nameOf = (run: SarifRun) => run.driver.name?.slice(0, 200) ?? ''

/** Whether all that a run finds are secrets. */
export function isSecretScanner(run: SarifRun): boolean {
  return secretScanners.test(nameOf(run))
}

/**
 * What kind of finding the results of a rule are. SARIF has no word for it: a scanner for secrets or for dependencies is
 * known by its name, and of a tool that looks for several kinds the rule says which.
 * @param rule null where the tool does not describe it.
 */
export function kindOf(run: SarifRun, rule: SarifRule | null, rulePath: string): ReportedProduct {
  const tool = nameOf(run)
  if (secretScanners.test(tool)) return 'secret'
  if (trivy.test(tool)) return kindInTrivy(rule, rulePath)
  if (dependencyScanners.test(tool)) return licenseRule.test(rulePath) ? 'code' : 'supplyChain'
  return semgrep.test(tool) && secretsRule.test(rulePath) ? 'secret' : 'code'
}

/** Trivy tags its rules: `vulnerability`, `misconfiguration`, `secret`, `license`. */
function kindInTrivy(rule: SarifRule | null, rulePath: string): ReportedProduct {
  const tags = rule?.tags ?? []
  if (tags.includes('secret') || rule?.name === 'Secret') return 'secret'
  if (tags.includes('vulnerability') || packageRule.test(rule?.name ?? '')) return 'supplyChain'
  return rule === null && advisoriesIn(rulePath).length > 0 ? 'supplyChain' : 'code'
}
