import { hasValueLike } from './value-like.ts'

/** Tools that look for secrets alone, by the name of their driver or of a converter's. */
const secretScanners =
  /\b(?:gitleaks|betterleaks|truffle[-_ ]?hog|talisman|detect[-_ ]?secrets|ggshield|gitguardian|nosey[-_ ]?parker|kingfisher|secretlint|whispers|ripsecrets|repo[-_ ]?supervisor|git[-_ ]?secrets|secret[-_ ]?(?:scanner|scanning|detection)|cred(?:ential)?[-_ ]?scan(?:ner)?)\b/i

/** `generic.secrets.gitleaks.github-pat`, but not `aws-secretsmanager-secret-unencrypted`, which shows no secret. */
const secretsRule = /(?:^|[./:])secrets(?:[./:]|$)/i
/** A rule that has the word in its name may as well look for what protects secrets. */
const secretInName = /(?:^|[\s./_:-])secrets?(?:[\s./_:-]|$)/i
const secretsTag = /^(?:(?:.*[./:])?secrets|secret)$/i
/** Hard-coded credentials, passwords and keys. */
const credentialWeakness = /^(?:cwe-?)?(?:798|259|321)(?!\d)/i

/** What a file says of a result, or of its rule, by which a secret is known. */
export interface SecretSignals {
  /** The tool, where the format names one. */
  tool: string | null
  rulePath: string
  /** Tags, technologies and products in the metadata of the rule. */
  tags: readonly string[]
  /** Titles, categories and classes in the metadata of the rule, in words. */
  words: readonly (string | null)[]
  /** `CWE-798`, with its title or without. */
  weaknesses: readonly string[]
}

/** Whether all that a tool finds are secrets. */
export const isSecretScanner = (tool: string | null): boolean =>
  tool !== null && secretScanners.test(tool.slice(0, 200))

/** `always`: each result is a secret; `where shown`: one whose match looks like a value is. */
export type SecretRule = 'always' | 'where shown' | 'never'

/**
 * Whether the results of a rule are secrets, by any of several signals: the tool looks for nothing else, its rule id or
 * tags say so, or, where the match itself looks like a value, its words or weaknesses do.
 * Source: docs/api.md#secrets.
 */
export function secretRuleOf({ tool, rulePath, tags, words, weaknesses }: SecretSignals): SecretRule {
  if (isSecretScanner(tool) || secretsRule.test(rulePath) || tags.some((each) => secretsTag.test(each)))
    return 'always'
  const isNamedLikeSecret = [rulePath, ...tags, ...words].some(
    (each) => each !== null && secretInName.test(each),
  )
  return isNamedLikeSecret || weaknesses.some((each) => credentialWeakness.test(each))
    ? 'where shown'
    : 'never'
}

/**
 * Whether one of the texts of a result shows a value.
 * @param source texts from the source: the match, steps of the data flow. @param message what stands there in quotes counts.
 */
export function showsValue(source: readonly (string | null)[], message: string | null): boolean {
  if (source.some((each) => each !== null && hasValueLike(each))) return true
  if (message === null) return false
  const quoted = message.slice(0, 10_000).match(/"[^"\n]{4,}"|'[^'\n]{4,}'(?!\w)|`[^`\n]{4,}`/g) ?? []
  return quoted.some((each) => !/\s/.test(each) && hasValueLike(each))
}
