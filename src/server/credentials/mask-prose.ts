import { ValueForms } from '#server/value-forms.ts'
import { mask } from './mask-source.ts'
import { isGuessable, isKnownWord, isValueLike } from './value-like.ts'

/** A longer text is dropped instead of searched. */
const maxLength = 10_000

/** A quoted text in a sentence, whose closing quote ends a word. */
const quoted =
  /(?<![\p{L}\p{N}])(?:(["'`])(?=[^\s])((?:(?!\1(?![\p{L}\p{N}]))[^\n]){1,2000})\1(?![\p{L}\p{N}])|“([^”\n]+)”|‘([^’\n]+)’|«([^»\n]+)»)/gu
const assigned =
  /(?:passw(?:or)?d|passphrase|pwd|secret|token|key|credential|value|string|literal)s?\s*(?:[:=]+>?)\s*([^\s"'`,;()<>[\]]{3,})/gi

/** What is known of the place that a sentence is about. */
export interface ProseContext {
  /** Literals of the source, which are removed wherever they stand. */
  values: ValueForms
  /** Words that are not secret: the path of the file, the name of the rule. */
  isKnown(word: string): boolean
}

/** The quoted texts of a sentence. */
export function quotedIn(text: string): string[] {
  const short = text.slice(0, maxLength)
  const parts = [...short.matchAll(quoted)].map((each) => each[2] ?? each[3] ?? each[4] ?? each[5] ?? '')
  return [...parts, ...short.split('\n').flatMap((line) => lastQuoted(line)?.content ?? [])]
}

/** A sentence about a hard-coded credential without what it quotes, and without what else may be the value. */
export function maskProse(text: string, { values, isKnown }: ProseContext): string {
  if (text.length > maxLength) return mask
  const lines = values
    .remove(text, mask)
    .split('\n')
    .map((line) => {
      const last = lastQuoted(line)
      return last === null || isKnown(last.content)
        ? line
        : line.slice(0, last.from) + mask + line.slice(last.from + last.content.length)
    })
  const clean = lines.join('\n').replace(quoted, (all, _quote, ...parts: (string | undefined)[]) => {
    const content = parts.slice(0, 4).find((each) => each !== undefined) ?? ''
    return isKnown(content) ? all : all[0] + mask + all.at(-1)
  })
  return withoutGuesses(clean, isKnown, 8)
}

/**
 * A text of a rule for hard-coded credentials, which some tools write for the first place that they find.
 * @param shown what the messages of its findings quote.
 */
export function maskRuleText(
  text: string,
  shown: ReadonlySet<string>,
  { values, isKnown }: ProseContext,
): string {
  if (text.length > maxLength && shown.size === 0) return text
  const clean = values
    .remove(text.slice(0, maxLength), mask)
    .replace(quoted, (all, _quote, ...parts: (string | undefined)[]) => {
      const content = parts.slice(0, 4).find((each) => each !== undefined) ?? ''
      return shown.has(content) ? all[0] + mask + all.at(-1) : all
    })
  return withoutGuesses(clean, isKnown, 12)
}

/** Without what follows the word for a credential and a colon, and without words that look like values. */
function withoutGuesses(text: string, isKnown: (word: string) => boolean, least: number): string {
  const named = text.replace(assigned, (all, value: string) => {
    const word = value.replace(/[.:!?]+$/, '')
    return isKnown(word) || isKnownWord(word) || word.includes(mask) || /^\W*$/.test(word)
      ? all
      : all.slice(0, -value.length) + mask + value.slice(word.length)
  })
  return named.replace(/[^\s"'`<>()[\]{},;“”‘’«»]+/g, (token) => {
    const word = token.replace(/^[.:!?*_]+|[.:!?*_]+$/g, '')
    return isKnown(word) || !isValueLike(word, least) ? token : mask
  })
}

/** The quoted text after a colon that ends a line, whatever quotes are in it: `… password: 'a'b'`. */
function lastQuoted(line: string): { from: number; content: string } | null {
  const opening = /[:=]\s{0,20}(["'`])/.exec(line)
  if (opening === null) return null
  const from = opening.index + opening[0].length
  const close = line.lastIndexOf(opening[1] ?? '')
  return close <= from || !/^[\s.,;)\]]*$/.test(line.slice(close + 1))
    ? null
    : { from, content: line.slice(from, close) }
}

/** Values that may stand in any text: not easily guessed words, which are not secret and common in prose. */
export const tellingValues = (literals: Iterable<string>): string[] =>
  [...literals].filter((each) => each.length >= 4 && each.length <= 2_000 && !isGuessable(each))

/** What is known of the place of a finding: the path, the name of its file and that of its rule are not secret. */
export function proseContext(literals: readonly string[], path: string, rule: string): ProseContext {
  const words = [path, path.split('/').at(-1) ?? '', rule, rule.split(/[./:]/).at(-1) ?? '']
  const known = new Set(
    words.map((each) => each.toLowerCase()).filter((each) => each.length > 3 && /[./_\d-]/.test(each)),
  )
  return { values: new ValueForms(literals), isKnown: (word) => known.has(word.toLowerCase()) }
}
