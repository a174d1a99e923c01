import { hasValueLike } from '#server/base/credentials/value-like.ts'

/** Tools that report only secrets, by the name of their driver or of a converter's. */
const secretScanners =
  /\b(?:gitleaks|betterleaks|truffle[-_ ]?hog|talisman|detect[-_ ]?secrets|ggshield|gitguardian|nosey[-_ ]?parker|kingfisher|secretlint|whispers|ripsecrets|repo[-_ ]?supervisor|git[-_ ]?secrets|secret[-_ ]?(?:scanner|scanning|detection)|cred(?:ential)?[-_ ]?scan(?:ner)?)\b/i

/**
 * Matches `generic.secrets.gitleaks.github-pat`, but not `aws-secretsmanager-secret-unencrypted`, which shows no
 * secret.
 */
const secretsRule = /(?:^|[./:])secrets(?:[./:]|$)/i
/** A rule with this word in its name may also look for the protection of secrets. */
const secretInName = /(?:^|[\s./_:-])secrets?(?:[\s./_:-]|$)/i
const secretsTag = /^(?:(?:.*[./:])?secrets|secret)$/i
/** Hard-coded credentials, passwords and keys. */
const credentialWeakness = /^(?:cwe-?)?(?:798|259|321)(?!\d)/i

/** The signals in a file that a result, or its rule, is about a secret. */
export interface SecretSignals {
  /** The tool, if the format names one. */
  tool: string | null
  rulePath: string
  /** Tags, technologies and products in the metadata of the rule. */
  tags: readonly string[]
  /** Titles, categories and classes in the metadata of the rule, as text. */
  words: readonly (string | null)[]
  /** `CWE-798`, with or without its title. */
  weaknesses: readonly string[]
}

/** Whether a tool reports only secrets. */
export const isSecretScanner = (tool: string | null): boolean =>
  tool !== null && secretScanners.test(tool.slice(0, 200))

/** `always`: each result is a secret; `where shown`: a result is a secret if its match looks like a value. */
export type SecretRule = 'always' | 'where shown' | 'never'

/**
 * Whether the results of a rule are secrets, by any of several signals: the tool reports nothing else, its rule id or
 * tags indicate it, or, if the match itself looks like a value, its texts or weaknesses do.
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
 * @param source texts from the source: the match, steps of the data flow.
 * @param message of which the quoted texts count.
 */
export function showsValue(source: readonly (string | null)[], message: string | null): boolean {
  if (source.some((each) => each !== null && hasValueLike(each))) return true
  if (message === null) return false
  const quoted = message.slice(0, 10_000).match(/"[^"\n]{4,}"|'[^'\n]{4,}'(?!\w)|`[^`\n]{4,}`/g) ?? []
  return quoted.some((each) => !/\s/.test(each) && hasValueLike(each))
}
