// By what migration 0014 knows a secret among findings that were stored as code. A migration keeps its own rules: those of
// the readers go on changing.

const secretsRule = /(?:^|[./:])secrets(?:[./:]|$)/i
const secretInName = /(?:^|[\s./_:-])secrets?(?:[\s./_:-]|$)/i
const credentialWeakness = /(?:^|\b|cwe-?)(?:798|259|321)(?!\d)/i
const masked =
  /[*•●█]{3,}|^\W*(?:redacted|masked|removed|hidden|\[removed\]|requires login)\W*$|(?:\.{3}|…)$|^x{3,}$/i
const plain =
  /^(?:admin|administrator|apikey|auth|bearer|change(?:it|me)|config|credentials?|data(?:base)?|default|demo|dummy|empty|example|false|foobar|guest|hello|hidden|host|keys?|localhost|login|master|name|none|null|pass(?:phrase|wd|words?|word)|placeholder|postgres|private|production|public|removed?|root|sample|secrets?|security|server|service|string|system|test(?:ing|s)?|text|tokens?|true|undefined|user(?:name)?|values?|words?|your)$/i

/** `always`: each finding of the rule is a secret; `where shown`: one whose code shows a value is. */
export type SecretRule = 'always' | 'where shown' | 'never'

/** What is stored of a rule by which secrets are known. */
export interface StoredRule {
  /** Its id in its tool, or its path. */
  name: string
  title: string | null
  category: string | null
  cwe_json: string
  /** JSON lists of words. */
  words: readonly string[]
}

/** Whether the findings of a rule are secrets. */
export function secretRuleOf({ name, title, category, cwe_json, words }: StoredRule): SecretRule {
  // parse: our own columns, written from lists of strings.
  const tags = words.flatMap((json) => JSON.parse(json) as string[])
  if (secretsRule.test(name) || tags.some((tag) => /^(?:(?:.*[./:])?secrets|secret)$/i.test(tag)))
    return 'always'
  const named = [name, title ?? '', category ?? '', ...tags].some((each) => secretInName.test(each))
  return named || credentialWeakness.test(cwe_json) ? 'where shown' : 'never'
}

/** The values that a text of the source shows: what stands in quotes, is assigned, or looks like no word. */
export function valuesIn(source: string): string[] {
  const quoted = [...source.matchAll(/"([^"\n]{4,})"|'([^'\n]{4,})'|`([^`\n]{4,})`/g)].map((each) =>
    each.slice(1).join(''),
  )
  const assigned = [...source.matchAll(/[=:]\s*([^\s"'`(){}[\];,]{4,})\s*[;,]?\s*$/gm)].flatMap(
    ([, value = '']) => (/\d/.test(value) ? [value] : []),
  )
  const tokens = (source.match(/[^\s"'`=,;:()[\]{}<>]{8,}/g) ?? []).filter(isRandom)
  return [...new Set([...quoted, ...assigned, ...tokens].map((each) => each.trim()))].filter(isValue)
}

/** Whether a token mixes letters and digits as no word does. */
export const isRandom = (token: string): boolean =>
  token.length >= 8 &&
  /[a-z]/i.test(token) &&
  /\d/.test(token) &&
  !/^(?:cve|cwe|ghsa|utf|sha|md|aes|rsa|v)-?[\d.-]+/i.test(token) &&
  !/^\d{4}-\d\d-\d\d/.test(token) &&
  !/[/\\]/.test(token)

/**
 * Whether a value is looked for beyond its own finding. Other literals, such as `text/html` or `us-east-1`, stand in
 * many places for themselves.
 */
export const isTelling = (value: string): boolean =>
  value.length >= 8 &&
  !/[\s/]/.test(value) &&
  !/^[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{1,4}$/i.test(value) &&
  /\d|[!@$%^*=~?|]/.test(value)

/** Whether a token is written as the id of a commit or a blob. */
export const isCommit = (token: string): boolean =>
  /^(?:[0-9a-f]{7,12}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(token)

/** Whether a value is worth removing wherever it stands: no word that everybody writes, and nothing in its place. */
const isValue = (value: string): boolean =>
  value.length >= 6 && !masked.test(value) && !plain.test(value) && !/^[A-Z]+(?:_[A-Z0-9]+)+$/.test(value)
