import type { Range } from './ranges.ts'

/** How a language writes its texts. */
export interface Quoting {
  /** Whether a backslash escapes in quotes; null where it is not known. */
  escapes: boolean | null
  /** Whether a text in simple quotes may continue on the next line. */
  spansLines: boolean
}

/** Letters before a quote that belong to its text: `rb'…'`, `L"…"`, `@"…"`. */
const prefix =
  /(?:^|[^A-Za-z0-9_])(?:[bBfFrRuUlLxXqQnN]|br|Br|bR|BR|rb|rB|Rb|RB|fr|Fr|fR|FR|rf|rF|Rf|RF|u8|u8R|LR|uR|UR)$/

const quotes = new Set(['"', "'", '`'])

/**
 * The contents of quoted texts in code: in single, double and triple quotes, backticks and raw texts. A text that is not
 * closed ends with its line, or where the next lines close it. Takes time linear in the text.
 */
export function quotedRanges(code: string, { escapes, spansLines }: Quoting): Range[] {
  // Where it is not known which quote closes a text, both readings count: a quote too many would turn the rest around.
  if (escapes === null)
    return [true, ...(/\\["'`]/.test(code) ? [false] : [])].flatMap((each) =>
      quotedRanges(code, { escapes: each, spansLines }),
    )
  if (spansLines) return [false, true].flatMap((each) => rangesIn(code, { escapes, spansLines: each }))
  return rangesIn(code, { escapes, spansLines })
}

function rangesIn(code: string, { escapes, spansLines }: { escapes: boolean; spansLines: boolean }): Range[] {
  const ranges: Range[] = []
  /** Quotes that are not closed from here to the end. */
  const unclosed = new Set<string>()
  for (let at = 0; at < code.length; at++) {
    const quote = code[at] ?? ''
    if (!quotes.has(quote)) continue
    if (quote === "'" && isApostrophe(code, at)) continue
    const raw = rawEnd(code, at)
    const found = raw ?? quotedEnd(code, at, { quote, escapes, spansLines, unclosed })
    if (found.to > found.from) ranges.push({ from: found.from, to: found.to })
    at = found.end - 1
  }
  return ranges
}

/** Whether a single quote is within a word, or the lifetime of a Rust type, rather than the beginning of a text. */
function isApostrophe(code: string, at: number): boolean {
  const before = code[at - 1] ?? ''
  if (/[&<]/.test(before) && /^'\w+(?!['\w])/.test(code.slice(at, at + 40))) return true
  return /[\p{L}\p{N}]/u.test(before) && !prefix.test(code.slice(Math.max(0, at - 4), at))
}

interface Found extends Range {
  /** After the closing quote. */
  end: number
}

/** A raw text with a delimiter of its own: `R"x(…)x"` of C++, `r#"…"#` of Rust, `#"…"#` of Swift. */
function rawEnd(code: string, at: number): Found | null {
  if (code[at] !== '"') return null
  const before = code.slice(Math.max(0, at - 10), at)
  const hashes = /#{1,9}$/.exec(before)?.[0]
  const delimiter = /R$/.test(before) ? /^"([^\s()\\]{0,16})\(/.exec(code.slice(at, at + 20))?.[1] : undefined
  if (hashes === undefined && delimiter === undefined) return null
  const from = at + (delimiter === undefined ? 1 : delimiter.length + 2)
  const close = delimiter === undefined ? `"${hashes}` : `)${delimiter}"`
  const to = code.indexOf(close, from)
  return to < 0 ? null : { from, to, end: to + close.length }
}

function quotedEnd(
  code: string,
  at: number,
  {
    quote,
    escapes,
    spansLines,
    unclosed,
  }: { quote: string; escapes: boolean; spansLines: boolean; unclosed: Set<string> },
): Found {
  const isTriple = code.startsWith(quote.repeat(3), at)
  const mark = isTriple ? quote.repeat(3) : quote
  const from = at + mark.length
  let lineEnd = -1
  for (let next = from; next < code.length; next++) {
    const char = code[next]
    if (char === '\\' && escapes) next += 1
    else if (char === quote && code.startsWith(mark, next)) return { from, to: next, end: next + mark.length }
    else if (char === '\n' && lineEnd < 0 && !isTriple && quote !== '`') {
      lineEnd = next
      if (!spansLines || unclosed.has(quote)) return { from, to: lineEnd, end: lineEnd }
    }
  }
  // What follows may be all of the text, or the code after it.
  if (isTriple || quote === '`' || lineEnd < 0) return { from, to: code.length, end: code.length }
  unclosed.add(quote)
  return { from, to: lineEnd, end: lineEnd }
}
