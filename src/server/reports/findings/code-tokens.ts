/** How comments begin in a language; null where they are not told apart from code. */
interface Comments {
  line: readonly string[]
  block: readonly [open: string, close: string] | null
}

const slashes: Comments = { line: ['//'], block: ['/*', '*/'] }
const hash: Comments = { line: ['#'], block: null }
const both: Comments = { line: ['//', '#'], block: ['/*', '*/'] }
const dashes: Comments = { line: ['--'], block: ['/*', '*/'] }
const markup: Comments = { line: [], block: ['<!--', '-->'] }
const none: Comments = { line: [], block: null }

/** By the extension of a file, or its name if it has none. */
const commentsByExtension = new Map<string, Comments>([
  ...'c h cc cpp cxx hpp cs dart go groovy java js jsx cjs mjs ts tsx cts mts kt kts m mm proto rs scala sol swift'
    .split(' ')
    .map((extension) => [extension, slashes] as const),
  ...'bash dockerfile ex exs jl makefile pl pm py pyi r rb sh toml yaml yml zsh'
    .split(' ')
    .map((extension) => [extension, hash] as const),
  ...'hcl php tf'.split(' ').map((extension) => [extension, both] as const),
  ['sql', dashes],
  ...'htm html svg xml'.split(' ').map((extension) => [extension, markup] as const),
])

const identifier = /^[\p{L}_$]/u
/** A quoted text that means the same in either quotes: nothing in it is expanded or escaped. */
const plainText = /^[^'"\\$`{#]*$/

const [punctuation, space, letter, digit] = [0, 1, 2, 3]
/** The kind of each ASCII character; all others are letters, but for white space. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/\s/.test(char)) return space
  return /[A-Za-z_$]/.test(char) ? letter : /\d/.test(char) ? digit : punctuation
})
const kindOf = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return kinds[code] ?? (/\s/.test(text[at] ?? '') ? space : letter)
}

/**
 * Splits code into tokens that stay the same when it is only formatted: without white space and comments, with quotes
 * and trailing punctuation alike. The language is told by the path. Takes time linear in the text.
 */
export function codeTokens(text: string, path: string): string[] {
  const comments = commentsByExtension.get(extensionOf(path)) ?? none
  const tokens: string[] = []
  const lastBlock = comments.block === null ? -1 : text.lastIndexOf(comments.block[1])
  /** Up to here a quote has no counterpart, so that it is punctuation. */
  const unclosed = new Map<string, number>()
  let wordEnd = -1
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text, at)
    if (kind === space) at += 1
    else if (kind !== punctuation) {
      wordEnd = endOfWord(text, at, kind)
      tokens.push(text.slice(at, wordEnd))
      at = wordEnd
    } else {
      const comment = commentEnd(text, at, comments, lastBlock)
      const quoted = comment === null ? quotedEnd(text, at, unclosed) : null
      if (quoted !== null) {
        const isPrefixed = wordEnd === at && (tokens.at(-1)?.length ?? 0) <= 2
        const prefix = isPrefixed ? (tokens.pop() ?? '') : ''
        tokens.push(prefix + quotedText(text.slice(at, quoted.end), quoted.quote))
      } else if (comment === null) tokens.push(text[at] ?? '')
      at = comment ?? quoted?.end ?? at + 1
    }
  }
  return withoutTrailing(tokens)
}

/** The end of a name, or of a number, that begins here. */
function endOfWord(text: string, from: number, kind: number): number {
  let at = from + 1
  for (; at < text.length; at++) {
    const next = kindOf(text, at)
    if (next !== digit && (next !== letter || kind === digit)) break
  }
  return at
}

/** Whether a token is a name, which code may be renamed by; words that languages reserve for values are none. */
export const isIdentifier = (token: string): boolean => identifier.test(token) && !valueWords.has(token)

const valueWords: ReadonlySet<string> = new Set(
  'true false null nil none undefined True False None NULL TRUE FALSE nullptr this self super NaN Infinity'.split(
    ' ',
  ),
)

function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Where the comment that begins here ends; null if none does. */
function commentEnd(text: string, at: number, { line, block }: Comments, lastBlock: number): number | null {
  if (block && text.startsWith(block[0], at) && at + block[0].length <= lastBlock)
    return text.indexOf(block[1], at + block[0].length) + block[1].length
  // Elsewhere it may be a part of a regular expression, an address or an expansion.
  if (at > 0 && !/[\s;{},]/.test(text[at - 1] ?? '')) return null
  const mark = line.find((each) => text.startsWith(each, at))
  if (mark === undefined || (mark === '#' && /[{[!]/.test(text[at + 1] ?? ''))) return null
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** The quote that begins here and where its text ends; null if none begins, or if it is not closed. */
function quotedEnd(
  text: string,
  at: number,
  unclosed: Map<string, number>,
): { quote: string; end: number } | null {
  const char = text[at] ?? ''
  if (char !== '"' && char !== "'" && char !== '`') return null
  const triple = char.repeat(3)
  const quote = char !== '`' && text.startsWith(triple, at) ? triple : char
  if (at < (unclosed.get(quote) ?? 0)) return null
  const spansLines = quote !== '"' && quote !== "'"
  for (let next = at + quote.length; next < text.length; next++) {
    if (text[next] === '\\') next += 1
    else if (text.startsWith(quote, next)) return { quote, end: next + quote.length }
    else if (text[next] === '\n' && !spansLines) {
      unclosed.set(quote, next)
      return null
    }
  }
  unclosed.set(quote, text.length)
  return null
}

/** A quoted text as one token. */
function quotedText(text: string, quote: string): string {
  const content = text.slice(quote.length, -quote.length)
  const isPlain = quote.length === 1 && quote !== '`' && plainText.test(content)
  return isPlain ? JSON.stringify(content) : text
}

const closing: ReadonlySet<string> = new Set([')', ']', '}'])

/** Leaves out commas before a closing bracket, except that of a tuple of one, and punctuation at the end. */
function withoutTrailing(tokens: readonly string[]): string[] {
  const kept: string[] = []
  const opened: { isTuple: boolean; commas: number }[] = []
  for (const [index, token] of tokens.entries()) {
    if (token === '(' || token === '[' || token === '{')
      opened.push({ isTuple: token === '(' && !isCalled(tokens[index - 1]), commas: 0 })
    const inner = opened.at(-1)
    if (closing.has(token)) {
      const isOne = inner?.isTuple === true && inner.commas === 1
      if (kept.at(-1) === ',' && !isOne) kept.pop()
      opened.pop()
    }
    if (token === ',' && inner) inner.commas += 1
    kept.push(token)
  }
  while (kept.at(-1) === ',' || kept.at(-1) === ';') kept.pop()
  return kept
}

const isCalled = (before: string | undefined) =>
  before !== undefined && (identifier.test(before) || before === ')' || before === ']')
