import { asNames } from './json-values.ts'

const cwePattern = /^(?:external\/cwe\/)?cwe[-_: ]*0*(\d{1,5})\b\s*:?\s*(.*)$/is
const owaspPattern = /^(?:external\/owasp\/owasp|owasp)[-_/: ]+(?:top10[-_/: ]+)?(.+)$/i

/**
 * CWE names as reported by the scanner, the number without leading zeros: `CWE-79: …`; a bare number or a tag such as
 * `external/cwe/cwe-079` becomes `CWE-79`. Any other text is kept unchanged.
 */
export function cweNames(value: unknown): string[] {
  return [
    ...new Set(asNames(value).map((each) => cweOf(each) ?? (/^\d{1,5}$/.test(each) ? `CWE-${each}` : each))),
  ]
}

/** The CWE of a tag; null if it contains none. */
export function cweOf(tag: string): string | null {
  const match = cwePattern.exec(tag)
  if (!match) return null
  return match[2] ? `CWE-${match[1]}: ${match[2]}` : `CWE-${match[1]}`
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
