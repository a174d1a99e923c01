/**
 * Ids under which the usual tools report hard-coded passwords, tokens, keys and connection strings, at the end of the
 * rule's id: `bandit.B105-1`, `python:S2068`, `AVD-AWS-0129`.
 */
const ids = [
  // Bandit, gosec, SpotBugs, PMD, Psalm, Roslyn analyzers, Klocwork and Coverity.
  'B10[5-7]',
  'G101',
  'HARD_CODE_(?:PASSWORD|KEY)',
  'DMI_(?:CONSTANT|EMPTY)_DB_PASSWORD',
  'HardCodedCryptoKey',
  'ApexSuggestUsingNamedCred',
  'Tainted(?:User|System)Secret',
  'SCS0015',
  'CA5390',
  'CA5403',
  'HCC(?:\\.(?:PWD|USER))?',
  'SV\\.PASSWD\\.(?:HC|PLAIN)(?:\\.\\w+)?',
  'HARDCODED_CREDENTIALS',
  // SonarQube, DevSkim, PVS-Studio, CodeQL, Horusec, njsscan and mobsfscan, ESLint, KICS, Dockle.
  'S(?:2068|6418|6437|6703)',
  'DS(?:173237|117838)',
  'V(?:5013|5305|5601)',
  'password-in-configuration(?:-file)?',
  'HS-LEAKS-\\d+',
  'node_(?:password|secret|username|api_key)',
  '(?:android|android_kotlin|ios)_hardcoded',
  'no-secrets/(?:no-secrets|no-pattern-match)',
  '487f4be7-3fd9-4506-a07a-eae252180c08',
  'CIS-DI-0010',
  // Trivy, tfsec and Checkov.
  '(?:AWS-0029|AWS-0036|AWS-0129|AZU-0037|CLDSTK-0001|DS-0031|KSV-0109|KSV-01010|OPNSTK-0001)',
  'no-(?:secrets|sensitive-info|plaintext)[\\w-]*',
  'CKV_SECRET_\\d+',
  'CKV_(?:AWS_(?:41|45|46)|AZURE_45|BCW_1|LIN_1|OCI_1|OPENSTACK_1|PAN_1)',
]
const usualRule = new RegExp(`(?:^|[\\s./:_-])(?:${ids.join('|')})(?:-\\d+)?$`, 'i')

/** Ids of flake8-bandit, which SonarQube gives to rules about tabs, logs and parameters. */
const pythonRule = /^S10[5-7]$/
const pythonTool = /\b(?:ruff|flake8|bandit|pylint)\b/i

/** Hard-coded or badly kept credentials, passwords and keys. */
const weakness = /^(?:cwe-?)?(?:798|259|321|522|256|260|555|13)(?!\d)/i

/** Of a longer text the beginning says what a rule looks for. */
const maxTextLength = 4_000
/** Longer texts explain a subject, so that words count only directly beside each other. */
const maxTitleLength = 300

/** What a rule says about itself. */
export interface RuleTexts {
  tool: string | null
  id: string
  /** `CWE-798`, with or without its title. */
  weaknesses: readonly string[]
  /** Its names, title, message, tags and help. */
  texts: readonly (string | null)[]
}

/**
 * Whether a rule looks for hard-coded credentials, so that its results show one: by its id, its weaknesses, or since its
 * texts say so. The product of its findings does not depend on it.
 * Source: docs/api.md#secrets.
 */
export function findsCredentials({ tool, id, weaknesses, texts }: RuleTexts): boolean {
  if (usualRule.test(id) || weaknesses.some((each) => weakness.test(each))) return true
  if (pythonRule.test(id) && pythonTool.test(tool ?? '')) return true
  return saysHardCoded(id) || texts.some((each) => each !== null && saysHardCoded(each))
}

const hint = /hard[\s_-]*cod|(?:plain|clear)[\s_-]*text|embed|expos|leak|source|control|repositor|codebase/i
const noun =
  /^(?:.*(?:passw(?:or)?d|passphrase|passcode|credential|secret|token)|pwd|creds?|(?:api|access|private|crypto|encryption|auth)?key)s?$/
const other =
  /^(?:certificates?|auth|authentication|authorization|bearer|jwt|login|sensitivedata|usernames?)$/

/** How far from a noun a word may stand, by the word; in a long text, after which it must follow, and how near. */
const reach: Readonly<Record<string, number>> = {
  hardcoded: 6,
  plaintext: 5,
  embedded: 3,
  exposed: 3,
  leaked: 3,
}
const reachInProse: Readonly<Record<string, number>> = {
  hardcoded: 3,
  plaintext: 2,
  embedded: 2,
  exposed: 2,
  leaked: 2,
}

/** Whether a text has a noun for a credential beside a word for being hard-coded, plain, embedded, exposed or leaked. */
export function saysHardCoded(text: string): boolean {
  const start = text.slice(0, maxTextLength)
  if (!hint.test(start)) return false
  const isProse = text.length > maxTitleLength
  const words = wordsOf(start)
  return words.some((word, at) => {
    const far = (isProse ? reachInProse : reach)[word]
    if (far === undefined) return false
    const mayPrecede = !isProse || word === 'hardcoded'
    return isNounWithin(words, at, 1, far, word) || (mayPrecede && isNounWithin(words, at, -1, far, word))
  })
}

/** Whether a noun follows or precedes a word in its sentence. */
function isNounWithin(
  words: readonly string[],
  at: number,
  step: 1 | -1,
  far: number,
  word: string,
): boolean {
  for (let distance = 1; distance <= far; distance++) {
    const each = words[at + step * distance]
    if (each === undefined || each === '.') return false
    if (noun.test(each) || (word === 'hardcoded' && other.test(each))) return true
  }
  return false
}

/** The words of a text or a name in lower case, `.` between sentences; several words for one thing are one. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[.!?;](?=\s|$)|\n/g, ' . ')
    .replace(/hard[\s_-]*cod(?:ed|es|e|ing)/g, ' hardcoded ')
    .replace(/(?:plain|clear)[\s_-]*text/g, ' plaintext ')
    .replace(/connection[\s_-]*strings?/g, ' credential ')
    .replace(/sensitive[\s_-]*(?:data|info(?:rmation)?|values?)/g, ' sensitivedata ')
    .replace(
      /\b(?:source[\s_-]*(?:code|files?)|version[\s_-]*control|repositor(?:y|ies)|codebase)\b/g,
      ' embedded ',
    )
    .replace(/\bembed(?:s|ding)?\b/g, ' embedded ')
    .replace(/\bexpos(?:es?|ing|ure)\b/g, ' exposed ')
    .replace(/\bleak(?:s|ing|age)?\b/g, ' leaked ')
    .match(/[a-z]+|(?<=\s)\.(?=\s)/g) ?? []
