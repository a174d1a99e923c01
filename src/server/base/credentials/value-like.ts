import { isMasked } from './literals.ts'

/** Names of algorithms, languages and the like, which mix letters and digits like secrets. */
const plainNames =
  /^(?:sha|md|aes|rsa|dsa|ecdsa|ed|utf|base|oauth|http|ipv|x|es|hs|rs|ps|python|java|log|ec|s|k|h|p|tls|ssl|v|cwe|cve|cwes|owasp|a|rule|line|lines|col|column|page|step|part|phase|level|ghsa|pkcs|win|amd|arm|i|j|int|uint|float|vue|angular|web|php|es|ruby|node|go|h2|db|mp|gpt)-?\d{1,8}[a-z]?$/i

/** Words that are easy to guess: they are not secret as passwords, and are common words in prose. */
const guessable = new Set(
  `admin administrator apikey auth bearer changeit changeme config credential credentials data database default
  demo development dummy empty enter example false foobar guest hello hidden host key keys local localhost login
  master name none null passphrase passwd password passwords placeholder postgres private production public pwd
  redacted remove removed replace root sample secret secrets security server service string system test testing tests text
  token tokens true undefined user username value values word your`.split(/\s+/),
)

/** Whether a value is an easily guessed word. */
export const isGuessable = (value: string): boolean => guessable.has(value.toLowerCase())

/** A dictionary word, or several joined ones, such as `hard-coded`. */
const isWord = (segment: string) => /^(?:[A-Z]?[a-z]{1,16}|[A-Z]{1,12})$/.test(segment)

/**
 * Whether a token looks like a secret value chosen by a program or person, rather than a word, a name, a number, a
 * version or a path.
 * @param least shortest length at which letters mixed with digits count.
 */
export function isValueLike(token: string, least: number): boolean {
  const connection = token.replace(/^[.:!?*_]+|[.:!?*_]+$/g, '')
  if (connection.length < least || isMasked(connection)) return false
  if (/^https?:\/\/[^\s@]*$/i.test(connection))
    return connection.split(/[^\w+=-]+/).some((each) => isRandom(each, 20))
  // An inner symbol, as in `p@ss!word` or `key=value`; words and names are joined by other symbols.
  if (/[a-z0-9].*[!@$%^*=~?|\\].*[a-z0-9]/i.test(connection)) return true
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(connection)) return true
  return isRandom(connection, least)
}

/** Whether a part of a token mixes letters and digits, or is far too long for a word. */
function isRandom(token: string, least: number): boolean {
  if (token.length < least) return false
  if (/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/.test(token)) return false
  const segments = token.split(/[-_./:+=&#~,]+/).filter((each) => each !== '')
  if (segments.every((each) => isWord(each) || /^v?\d{1,8}[a-z]?$/i.test(each) || plainNames.test(each)))
    return segments.every((each) => /^\d+$/.test(each)) && segments.join('').length >= 12
  if (plainNames.test(token)) return false
  return segments.some(
    (each) =>
      (each.length >= least && /\d/.test(each) && /[a-z]/i.test(each) && !plainNames.test(each)) ||
      each.length >= 17 ||
      (each.length >= 10 && (each.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0) >= 4),
  )
}

/** How the tokens of well-known services begin. */
const knownPrefix =
  /^(?:gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-|[prs]k_(?:live|test)_|(?:AKIA|ASIA)(?=[0-9A-Z]{12})|AIza|ya29\.|eyJ|npm_|pypi-|dop_v1_|hv[bs]\.|SG\.|shp(?:at|ca|pa|ss)_|sk-(?=\w{16}|ant-|proj-)|hf_)[\w.-]{8}/

/** Whether a word is a token of a well-known service. */
export const isServiceToken = (word: string): boolean => knownPrefix.test(word)

/**
 * Whether a word is certainly made up by a program: by the prefix of a service, or since letters and digits take turns.
 * Words, names and versions are not, also with a number.
 */
export function isTokenLike(word: string): boolean {
  if (word.length < 10 || isMasked(word)) return false
  if (isServiceToken(word) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word)) return true
  return word.split(/[^A-Za-z0-9]+/).some((part) => {
    if (part.length < 10) return false
    if (part.length >= 20 && /^(?=.*\d)[0-9a-f]+$/i.test(part)) return true
    const turns = part.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0
    const cases = part.match(/[a-z](?=[A-Z])|[A-Z]{2}(?=[a-z])/g)?.length ?? 0
    return (
      (part.length >= 12 && turns >= 3) ||
      (part.length >= 16 && turns >= 2) ||
      (cases >= 4 && cases * 4 >= part.length)
    )
  })
}

/** Whether a value is certainly no word, name or path: a token, or with signs within it. */
export const isMade = (value: string): boolean =>
  isTokenLike(value) || (value.length >= 8 && /\w[!@$%^*=~?|\\&#+]+\w/.test(value))

/** A quoted text on one line, with its quotes. */
const inQuotes = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`/g

/**
 * Whether source text contains a literal or an assigned value that may be a secret, as opposed to names of variables
 * only.
 */
export function hasValueLike(code: string): boolean {
  const literals = (code.match(inQuotes) ?? []).map((each) => each.slice(1, -1))
  if (literals.some(isCredential)) return true
  if (/^\S+$/.test(code.trim()) && !/[()]/.test(code)) return isValueLike(code.trim(), 8)
  // `key = value` and `key: value` of configuration files, and the words of a command.
  return code.split('\n').some((line) => {
    const assignedPattern = /[=:]\s*([^\s"'`(){}[\];,]{4,})\s*[;,]?\s*$/.exec(line)?.[1]
    if (
      assignedPattern !== undefined &&
      !/[.$]/.test(assignedPattern) &&
      !isMasked(assignedPattern) &&
      !isKeyword(assignedPattern)
    )
      return /\d/.test(assignedPattern) || /^\s*[\w.-]+\s*[=:]\s*\S+\s*$/.test(line)
    return line.split(/[\s"'`()[\]{}<>,;]+/).some((each) => isValueLike(each, 12) && !/[=(]/.test(each))
  })
}

const isKeyword = (word: string) => /^(?:true|false|null|none|undefined|nil|self|this)$/i.test(word)

/** Whether a literal may be a credential: not an environment variable, a template, a path or a sentence. */
function isCredential(literal: string): boolean {
  const value = literal.trim()
  if (value.length < 4 || isMasked(value) || isKeyword(value)) return false
  if (/^[A-Z]+(?:_[A-Z0-9]+)+$/.test(value) || /^(?:\$\{[^}]*\}|\{\{.*\}\}|%\w|<[^>]*>|\{\w*\})$/.test(value))
    return false
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value))
    return /:\/\/[^/\s:@]*:[^/\s@]+@/.test(value) || isValueLike(value, 12)
  if (
    /^\.{0,2}\/[\w./-]*$/.test(value) ||
    /^[\w-]+(?:\.[\w-]+)*\.(?:json|ya?ml|env|txt|pem|key|js|ts|py|go)$/i.test(value)
  )
    return false
  return value.split(/\s+/).length <= 6
}

/** Words that follow `secret`, `token` or `password` in a sentence without being a secret. */
const wordsAfterSecret = new Set(
  `a about access accessed act all also an and any are as at auth authentication authorization avoid be because been being
  by can cannot consider could credential credentials detected detection detector disclosed do does embedded encoded encryption exists
  exposed exposure file files for format found from generation generator had handling hard hardcoded hardcoding has
  hashing have header headers here id ids if in inside into is it its key keys leak leakage leaked leaks like logged
  management manager material may might move must name names near never not of on or over parameter please policy possible potential present provider
  read remove replace rotate rotation scanner scanning secret secrets should so sent shared source storage store stored string strings such than
  that the them then there these they this to token tokens transmitted type under use used using validation value values
  variable variables vault was were what when where which while will with within without would written your alert always check coded code committed constant container contents detects easy empty error function
  issue library literal literals login long missing passed policies readable required risk risks rule security sent server short simple
  too unencrypted usage visible vulnerability warning weak weakness`.split(/\s+/),
)

/** Whether a word commonly follows the one for a secret. */
export const isKnownWord = (word: string): boolean => wordsAfterSecret.has(word.toLowerCase())

const namedPattern =
  '(?:secret|token|password|passwd|pwd|passphrase|key|credential|value|string|literal|login|raw|match(?:es)?)s?'
const assignedPattern = new RegExp(
  String.raw`\b\w*?${namedPattern}\b["'\`]?\s*(?:[:=]+>?|\b(?:is|was|of)\b)\s*([^\s"'\`,;()<>[\]]+)`,
  'gi',
)
const placeholderPattern = new RegExp(
  String.raw`\b${namedPattern}\s+([^\s"'\`,;()<>[\]]{4,}?)(?=[.,;!?]*(?:$|\n)|\s+(?:was|is|has|have|in|at|found|detected|appears|exists|leaked)\b)`,
  'gi',
)
const quotedInProsePattern =
  /(?<![\p{L}\p{N}])(?:"([^"\n]{3,})"|'([^'\n]{3,})'|`([^`\n]{3,})`)(?![\p{L}\p{N}])/gu
const tokenPattern = /[^\s"'`<>()[\]{},;]+/g

/**
 * Candidates for the secret in a sentence about it: quoted texts, values that are assigned to or follow a word for a
 * secret, and tokens that do not look like words. Includes a harmless word rather than miss a secret.
 * @param isKnown whether a part of the sentence is known and not secret, such as the path of the file.
 */
export function guessesIn(prose: string, isKnown: (part: string) => boolean): string[] {
  const guesses = new Set<string>()
  const add = (part: string | undefined) => {
    const connection = part?.trim().replace(/[.:!?]+$/, '') ?? ''
    if (connection.length >= 3 && !isKnown(connection) && !isMasked(connection)) guesses.add(connection)
  }
  for (const each of prose.matchAll(quotedInProsePattern)) add(each[1] ?? each[2] ?? each[3])
  for (const pattern of [assignedPattern, placeholderPattern])
    for (const each of prose.matchAll(pattern))
      if (!wordsAfterSecret.has(each[1]?.toLowerCase().replace(/[.:!?]+$/, '') ?? '')) add(each[1])
  for (const [token] of prose.matchAll(tokenPattern)) {
    if (isKnown(token.replace(/[.:!?]+$/, '')) || !isValueLike(token, 6)) continue
    add(token)
    // The value of `key=value` may be repeated elsewhere without the key.
    add(/^[\w.-]+=(.{4,})$/.exec(token)?.[1])
  }
  return [...guesses].filter((each) => !isGuessable(each))
}
