import type { Range } from './ranges.ts'

/** Each looks for its end in the rest of the code. */
const maxBlocks = 100

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** A literal that begins with a mark of its own. */
interface Block {
  opening: RegExp
  /** The extensions of its languages, between spaces. */
  languages: string
  /** What ends the literal that a match begins. */
  close(match: RegExpExecArray): string
}

const mirrored = (sign = '') => closers[sign] ?? sign

const blocks: readonly Block[] = [
  { opening: /\$(\w{0,60})\$/g, languages: ' sql pgsql psql plsql ', close: ([whole]) => whole },
  // Of Oracle.
  { opening: /\b[qQ]'([([{<|!])/g, languages: ' sql pls plsql ', close: ([, sign]) => `${mirrored(sign)}'` },
  { opening: /\[(=*)\[/g, languages: ' lua ', close: ([, signs]) => `]${signs}]` },
  {
    opening: /%(?:[qQwWiIrsx]([([{<|!/])|([([{<]))/g,
    languages: ' rb cr ru rake gemspec gemfile rakefile podfile fastfile vagrantfile ',
    close: ([, sign, other]) => mirrored(sign ?? other),
  },
  {
    opening: /\bq[qrwx]?(?:[ \t]*([([{<|!/])|([~#^]))/g,
    languages: ' pl pm t cgi ',
    close: ([, sign, other]) => mirrored(sign ?? other),
  },
  { opening: /@(["'])[ \t]*\r?\n/g, languages: ' ps1 psm1 psd1 ', close: ([, sign]) => `\n${sign}@` },
  { opening: /~[a-zA-Z]{1,10}([([{<|/])/g, languages: ' ex exs heex ', close: ([, sign]) => mirrored(sign) },
  {
    opening: /\b[rR](["'])(-{0,10})([([{])/g,
    languages: ' r rmd ',
    close: ([, quote = '', dashes = '', sign]) => mirrored(sign) + dashes + quote,
  },
  { opening: /\$\//g, languages: ' groovy gradle jenkinsfile ', close: () => '/$' },
]

const shiftLanguages = new Set(
  'c cc cpp cxx h hpp cs go java js jsx kt m mm py rs scala swift ts tsx'.split(' '),
)
const heredoc = /<<[-~<]?[ \t]*(["'`]?)([A-Za-z_]\w{0,60})\1[^\n]*\n/g

/**
 * The contents of heredocs, here-strings, percent and dollar literals, sigils, and of texts in long brackets.
 * @param extension of the file; null where the language is not known, and each counts.
 */
export function literalBlockRanges(code: string, extension: string | null): Range[] {
  const own = blocks.filter(({ languages }) => extension === null || languages.includes(` ${extension} `))
  return [
    ...own.flatMap((block) => blockRanges(code, block)),
    ...(extension !== null && shiftLanguages.has(extension) ? [] : heredocRanges(code)),
  ]
}

function blockRanges(code: string, { opening, close }: Block): Range[] {
  const ranges: Range[] = []
  opening.lastIndex = 0
  for (
    let match = opening.exec(code);
    match !== null && ranges.length < maxBlocks;
    match = opening.exec(code)
  ) {
    const mark = close(match)
    const from = match.index + match[0].length
    const to = endOf(code, { from, mark, opened: match[0].at(-1) ?? '' })
    ranges.push({ from, to })
    opening.lastIndex = to + mark.length
  }
  return ranges
}

/** Where a literal ends: a bracket that is opened within it is closed within it. */
function endOf(code: string, { from, mark, opened }: { from: number; mark: string; opened: string }): number {
  if (mark.length > 1 || mark === opened) {
    const end = code.indexOf(mark, from)
    return end < 0 ? code.length : end
  }
  let depth = 1
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at += 1
    else if (code[at] === mark && --depth === 0) return at
    else if (code[at] === opened) depth += 1
  }
  return code.length
}

function heredocRanges(code: string): Range[] {
  const ranges: Range[] = []
  for (const match of code.matchAll(heredoc)) {
    const from = match.index + match[0].length
    const close = new RegExp(String.raw`^[ \t]*${match[2] ?? ''}\b`, 'm')
    const rest = code.slice(from)
    const end = close.exec(rest)?.index ?? rest.length
    if (end > 0) ranges.push({ from, to: from + end })
    if (ranges.length > maxBlocks) break
  }
  return ranges
}
