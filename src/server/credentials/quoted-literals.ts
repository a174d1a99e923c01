/** Part of a text, by its characters; `to` is not included. */
export interface Range {
  from: number
  to: number
}

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

/** Each looks for its end in the rest of the code. */
const maxBlocks = 100

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

/** The contents of heredocs, here-strings, percent and dollar literals, and of texts in long brackets. */
export function blockRanges(code: string, extension: string): Range[] {
  const ranges = dollarRanges(code, extension)
  for (const pattern of openings(extension)) {
    for (const match of code.matchAll(pattern)) {
      const tag = match[2] ?? ''
      const from = match.index + match[0].length
      const close = new RegExp(String.raw`^[ \t]*${tag}\b`, 'm')
      const rest = code.slice(from)
      const end = close.exec(rest)?.index ?? rest.length
      if (end > 0) ranges.push({ from, to: from + end })
      if (ranges.length > maxBlocks) return ranges
    }
  }
  return ranges
}

const shiftLanguages = new Set(
  'c cc cpp cxx h hpp cs go java js jsx kt m mm py rs scala swift ts tsx'.split(' '),
)

const openings = (extension: string): RegExp[] =>
  shiftLanguages.has(extension) ? [] : [/<<[-~<]?[ \t]*(["'`]?)([A-Za-z_]\w{0,60})\1[^\n]*\n/g]

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

function dollarRanges(code: string, extension: string): Range[] {
  const patterns: [RegExp, boolean][] = []
  if (/^(?:sql|pgsql|psql)$/.test(extension)) patterns.push([/\$(\w{0,60})\$/g, false])
  if (extension === 'lua') patterns.push([/\[(=*)\[/g, false])
  if (extension === 'rb') patterns.push([/%[qQwWiIr]?([([{<|!/])/g, true])
  if (/^p[lm]$/.test(extension)) patterns.push([/\bq[qw]?\s*([([{<|!/])/g, true])
  const ranges: Range[] = []
  for (const [pattern, isPercent] of patterns) {
    for (
      let match = pattern.exec(code);
      match !== null && ranges.length < maxBlocks;
      match = pattern.exec(code)
    ) {
      const mark = match[1] ?? ''
      const close = isPercent ? (closers[mark] ?? mark) : extension === 'lua' ? `]${mark}]` : match[0]
      const from = match.index + match[0].length
      const end = code.indexOf(close, from)
      const to = end < 0 ? code.length : end
      ranges.push({ from, to })
      pattern.lastIndex = to + close.length
    }
  }
  return ranges
}
