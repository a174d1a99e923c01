import { ValueForms } from '../config/value-forms.ts'
import { findsCredentials } from './credential-rules.ts'
import { mask } from './mask-source.ts'
import { proseLiterals } from './prose-literals.ts'
import { mergedRanges, type Range } from './ranges.ts'
import { isGuessable, isServiceToken, isValueLike } from './value-like.ts'

/** A longer text is dropped instead of searched. */
const maxLength = 10_000

/** What is known of the place that a sentence is about. */
export interface ProseContext {
  /** Literals of the source, which are removed wherever they stand. */
  values: ValueForms
  /** Words that are not secret: the path of the file, the name of the rule. */
  isKnown(word: string): boolean
}

/** What a sentence about a hard-coded credential may say of its value. */
export function literalsIn(text: string): string[] {
  const short = text.slice(0, maxLength)
  const { named, quoted } = proseLiterals(short)
  return [...new Set([...named, ...quoted].map(({ from, to }) => short.slice(from, to)))]
}

/** A sentence about a hard-coded credential without what it quotes, and without what else may be the value. */
export function maskProse(text: string, { values, isKnown }: ProseContext): string {
  if (text.length > maxLength) return mask
  const clean = values.remove(text, mask)
  const { named, quoted } = proseLiterals(clean)
  return withoutGuesses(without(clean, [...named, ...quoted], isKnown), isKnown, 8)
}

/** A sentence about anything, without what it gives to a credential. */
function maskNamed(text: string, { values, isKnown }: ProseContext): string {
  if (text.length > maxLength) return mask
  const clean = values.remove(text, mask)
  return withoutTokens(without(clean, proseLiterals(clean).named, isKnown))
}

/**
 * What a tool says of an error: of one about a hard-coded credential what it quotes goes, of another what it gives to a
 * credential.
 * @param rule that the tool names. @param path of the file that it is about.
 */
export function maskSaid(
  message: string,
  rule: string | null,
  path = '',
  tool: string | null = null,
): string {
  const context = proseContext([], path, rule ?? '')
  return isAboutCredential(message, rule, tool) ? maskProse(message, context) : maskNamed(message, context)
}

/** Whether an error is about a hard-coded credential. */
export const isAboutCredential = (message: string, rule: string | null, tool: string | null): boolean =>
  findsCredentials({ tool, id: rule ?? '', weaknesses: [], texts: [message] })

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
  const clean = values.remove(text.slice(0, maxLength), mask)
  const { named, quoted } = proseLiterals(clean)
  const isShown = ({ from, to }: Range) => shown.has(clean.slice(from, to))
  const ranges = [...named, ...quoted.filter(isShown)]
  // A text that was written for one place may repeat its value without quotes.
  const repeated = new ValueForms(
    tellingValues(ranges.map(({ from, to }) => clean.slice(from, to)).filter((each) => shown.has(each))),
    { asWords: true },
  )
  return withoutGuesses(repeated.remove(without(clean, ranges, isKnown), mask), isKnown, 12)
}

/** A text with the mask in place of some of its parts. */
function without(text: string, ranges: readonly Range[], isKnown: (word: string) => boolean): string {
  let result = ''
  let end = 0
  const unknown = ranges.filter(({ from, to }) => !isKnown(text.slice(from, to)))
  for (const { from, to } of mergedRanges(unknown)) {
    const content = text.slice(from, to)
    // What is masked already, beside white space and signs, stays as it is.
    const isMasked = content.includes(mask) && !/\w/.test(content.replaceAll(mask, ''))
    result += text.slice(end, from) + (isMasked ? content : mask)
    end = to
  }
  return result + text.slice(end)
}

/** Without tokens of well-known services. */
const withoutTokens = (text: string): string =>
  text.replace(/[^\s"'`<>()[\]{},;=“”‘’«»]+/g, (word) => (isServiceToken(word) ? mask : word))

/** Without words that look like values. */
const withoutGuesses = (text: string, isKnown: (word: string) => boolean, least: number): string =>
  text.replace(/[^\s"'`<>()[\]{},;“”‘’«»]+/g, (token) => {
    const word = token.replace(/^[.:!?*_]+|[.:!?*_]+$/g, '')
    return isKnown(word) || !isValueLike(word, least) ? token : mask
  })

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
