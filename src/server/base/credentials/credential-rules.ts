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
  // Earlier versions wrote fewer zeros, and no hyphen.
  '(?:AWS-?0*(?:29|36|129)|AZU-?0*37|CLDSTK-?0*1|DS-?0*31|KSV-?0*(?:109|1010)|OPNSTK-?0*1)',
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

const hint =
  /hard[\s_-]*cod|(?:plain|clear)[\s_-]*text|embed|expos|leak|source|control|repositor|codebase|detect|literal|static|constant|config|infrastructure/i
const anyNoun =
  /passw|passphrase|passcode|pwd|cred|secret|token|key|connection|sensitive|certificate|auth|bearer|jwt|login|username/i
const strong =
  /^(?:.*(?:passw(?:or)?d|passphrase|passcode|credential|secret)|pwd|creds?|(?:api|access|private|crypto|encryption|auth)(?:key|token))s?$/
/** Other things than credentials have the same name; what they are of is told by the word before. */
const weak = /^(?:.*token|key)s?$/
const other =
  /^(?:certificates?|auth|authentication|authorization|bearer|jwt|login|sensitivedata|usernames?)$/

/** Which nouns count beside a word: how far before and after it, and in a long text, where only these are looked at. */
interface Reach {
  strong: readonly [before: number, after: number]
  weak: readonly [before: number, after: number]
  inProse: readonly [before: number, after: number]
}

const reach: Readonly<Record<string, Reach>> = {
  hardcoded: { strong: [6, 6], weak: [6, 6], inProse: [3, 3] },
  plaintext: { strong: [5, 5], weak: [0, 1], inProse: [0, 2] },
  embedded: { strong: [5, 3], weak: [0, 1], inProse: [0, 2] },
  // In the source, and what is stored there.
  sourced: { strong: [5, 3], weak: [0, 0], inProse: [0, 2] },
  stored: { strong: [5, 3], weak: [5, 3], inProse: [0, 2] },
  exposed: { strong: [3, 3], weak: [0, 1], inProse: [0, 2] },
  leaked: { strong: [3, 3], weak: [0, 1], inProse: [0, 2] },
  detected: { strong: [1, 1], weak: [0, 0], inProse: [0, 0] },
}

/** Whether a text has a noun for a credential beside a word for being hard-coded, plain, embedded, exposed or leaked. */
export function saysHardCoded(text: string): boolean {
  const start = text.slice(0, maxTextLength)
  if (!hint.test(start) || !anyNoun.test(start)) return false
  const isProse = text.length > maxTitleLength
  const words = wordsOf(start)
  return words.some((word, at) => {
    const own = Object.hasOwn(reach, word) ? reach[word] : undefined
    if (own === undefined) return false
    const isStrong = (each: string) => strong.test(each) || (word === 'hardcoded' && other.test(each))
    if (isProse) return isWithin(words, at, own.inProse, (each) => isStrong(each) || weak.test(each))
    return (
      isWithin(words, at, own.strong, isStrong) || isWithin(words, at, own.weak, (each) => weak.test(each))
    )
  })
}

/** Whether a word precedes or follows another in its sentence. */
const isWithin = (
  words: readonly string[],
  at: number,
  [before, after]: readonly [number, number],
  isMeant: (word: string) => boolean,
): boolean => isNext(words, at, -before, isMeant) || isNext(words, at, after, isMeant)

function isNext(
  words: readonly string[],
  at: number,
  far: number,
  isMeant: (word: string) => boolean,
): boolean {
  for (let distance = 1; distance <= Math.abs(far); distance++) {
    const each = words[at + Math.sign(far) * distance]
    if (each === undefined || each === '.') return false
    if (isMeant(each)) return true
  }
  return false
}

/** Keys and tokens that are no credentials. */
const harmless =
  /(?<![a-z])(?:design|css|style|colou?r|syntax|lexer|parser|translation|locali[sz]ation|i18n|message|cache|partition|primary|foreign|unique|composite|sort|shard|routing|index|keyboard|shortcut|resource|lookup|dictionary|map|object|property|registry|csrf|xsrf)[\s_-]+(?:tokens?|keys?)(?![a-z])|(?<![a-z])key[\s_-]+(?:values?|servers?|presses|codes?|bindings?|size|length)(?![a-z])|(?<![a-z])token[\s_-]+(?:parser|buffer|stream|type|bucket)s?(?![a-z])/g

/** The words of a text or a name in lower case, `.` between sentences; several words for one thing are one. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[.!?;](?=\s|$)|\n|,\s+use\b/g, ' . ')
    .replace(harmless, ' ')
    .replace(/hard[\s_-]*cod(?:ed|es|e|ing)/g, ' hardcoded ')
    .replace(/(?:plain|clear)[\s_-]*text/g, ' plaintext ')
    .replace(/connection[\s_-]*strings?/g, ' credential ')
    .replace(/\b(?:static|constant|literal)[\s/-]+(?=passw|secret|credential)/g, ' hardcoded ')
    .replace(/\b(password|secret|credential)s?[\s-]+(?:string[\s-]+)?literals?\b/g, ' hardcoded $1 ')
    .replace(
      /(?<![a-z])(api|access|private|crypto(?:graphic)?|encryption|auth(?:entication)?|bearer|refresh|session|oauth|service|account)[\s_-]*(key|token)/g,
      ' api$2',
    )
    .replace(/sensitive[\s_-]*(?:data|info(?:rmation)?|values?)/g, ' sensitivedata ')
    .replace(
      /\b(stor(?:e|es|ed|ing)|commit(?:s|ted|ting)?)\b(?=[^.]{0,60}\b(?:source|version|repositor|codebase))/g,
      ' stored ',
    )
    .replace(
      /\b(?:source[\s_-]*(?:code|files?)|in[\s_-]+(?:the[\s_-]+)?source|version[\s_-]*control|repositor(?:y|ies)|codebase|infrastructure[\s_-]as[\s_-]code)\b/g,
      ' sourced ',
    )
    .replace(/\bin[\s_-]+(?:an?[\s_-]+|the[\s_-]+)?config(?:uration)?[\s_-]*files?\b/g, ' embedded ')
    .replace(/\bdetect(?:s|ion)?\b/g, ' detected ')
    .replace(/\bembed(?:s|ding)?\b/g, ' embedded ')
    .replace(/\bexpos(?:es?|ing|ure)\b/g, ' exposed ')
    .replace(/\bleak(?:s|ing|age)?\b/g, ' leaked ')
    .match(/[a-z]+|(?<=\s)\.(?=\s)/g) ?? []
