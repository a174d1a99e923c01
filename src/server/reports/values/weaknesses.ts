import { asNames, asObject, getIn } from './json-values.ts'

const cwePattern = /^(?:external\/cwe\/)?cwe[-_: ]*0*(\d{1,5})\b\s*:?\s*(.*)$/is
const owaspPattern = /^(?:external\/owasp\/owasp|owasp)[-_/: ]+(?:top10[-_/: ]+)?(.+)$/i

/** Between the numbers of a text that lists several. */
const listSeparator = /\s*[,;|&+]\s*|\s+(?:and\s+)?/i
const cweNumber = /^(?:external\/cwe\/)?(?:cwe[-_:]?)?0*(\d{1,5})$/i

/**
 * CWE names as reported by the scanner, the number without leading zeros: `CWE-79: …`; a bare number or a tag such as
 * `external/cwe/cwe-079` becomes `CWE-79`, a text such as `CWE-79, CWE-80` both. Any other text is kept unchanged.
 */
export function cweNames(value: unknown): string[] {
  const names = asNames(value).flatMap((each) => {
    const cwes = cwesOf(each)
    if (cwes.length > 0) return cwes
    return numbersIn(each) ?? [each]
  })
  return [...new Set(names)]
}

/** The CWEs of a tag; empty if it contains none. */
export function cwesOf(tag: string): string[] {
  const match = cwePattern.exec(tag)
  if (!match) return []
  const [, number, title] = match
  return numbersIn(tag) ?? [title ? `CWE-${number}: ${title}` : `CWE-${number}`]
}

/** The CWEs of a text that has only their numbers; null for any other. */
function numbersIn(text: string): string[] | null {
  const numbers = text.split(listSeparator).map((each) => cweNumber.exec(each)?.[1])
  return numbers.every((each) => each !== undefined) ? numbers.map((each) => `CWE-${each}`) : null
}

/** Keys under which properties name weaknesses: `cwe`, `cwe_ids`, `cweid`. */
const cweKey = /^cwes?[-_ ]?(?:ids?)?$/i

/** The CWEs in properties of a rule or a result, those in their tags included. */
export function cwesInProperties(properties: unknown): string[] {
  const named = Object.entries(asObject(properties) ?? {}).flatMap(([key, value]) =>
    cweKey.test(key) ? cweNames(value) : [],
  )
  return [...new Set([...named, ...asNames(getIn(properties, 'tags')).flatMap(cwesOf)])]
}

/** The OWASP category of a tag, without the prefix: `A03:2021 - Injection`, `A1`. */
export function owaspOf(tag: string): string | null {
  const match = owaspPattern.exec(tag)
  if (!match?.[1]) return null
  return /^a\d{1,2}$/i.test(match[1]) ? match[1].toUpperCase() : match[1]
}

const languages: ReadonlyMap<string, string> = new Map([
  ['py', 'python'],
  ['js', 'javascript'],
  ['ts', 'typescript'],
  ['rb', 'ruby'],
  ['cs', 'csharp'],
  ['cpp', 'cpp'],
  ['rs', 'rust'],
])
const knownLanguages = new Set(
  'apex bash c clojure cpp csharp dart dockerfile elixir go html java javascript json kotlin lua ocaml php python ruby rust scala solidity swift terraform typescript yaml'.split(
    ' ',
  ),
)

/** The language at the beginning of a rule's path (`python.lang.…`, `py/…`); empty if there is none. */
export function languagesOfRule(path: string): string[] {
  const first = path.split(/[./]/, 1)[0]?.toLowerCase() ?? ''
  const language = languages.get(first) ?? first
  return knownLanguages.has(language) && language !== path.toLowerCase() ? [language] : []
}
