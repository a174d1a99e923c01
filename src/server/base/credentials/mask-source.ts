import { getOrCreate } from '#lib/get-or-create.ts'
import { assignedRanges, markupRanges } from './bare-literals.ts'
import { literalBlockRanges } from './literal-blocks.ts'
import { type Quoting, quotedRanges } from './quoted-literals.ts'
import { mergedRanges, type Range } from './ranges.ts'
import { isTokenLike, isValueLike } from './value-like.ts'

/** The replacement of a literal. */
export const mask = '[removed]'

/** Source without its literals. */
export interface MaskedSource {
  text: string
  /** What stood in them. */
  literals: string[]
  /** What stood on each line that has a literal, also an empty one; lines from 0. */
  lines: ReadonlyMap<number, readonly string[]>
}

const maxLength = 200_000

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))
/** Languages in which a text in quotes ends with its line, and a backslash escapes. */
const codeLanguages = list(
  `bicep c cc cpp cts cxx cjs clj cs dart erl ex exs fs go gradle groovy h hcl hpp hs java jl js jsx kt kts lua m mjs
  mm mts nim php pl pm proto py pyi rb rs scala sol swift tf tfvars ts tsx vala zig json json5 jsonc ipynb lock`,
)
/** Of these, those in which it may continue on the next line. */
const spanningLanguages = list('clj erl ex exs hs jl lua php pl pm rb rs sol')
/** Languages in which a backslash is an ordinary character in quotes. */
const rawLanguages = list('abap apex bas bat cls cmd f90 frm pas ps1 psd1 psm1 sas sql pgsql plsql vb vbs')
const markupLanguages = list(
  `aspx config cshtml csproj dtd fxml html htm jsp jspx nuspec plist pom props resx runsettings svg targets wsdl xaml xhtml
  xml xsd xsl xslt vbproj vue`,
)
/** Languages of settings and commands, without literals of their own but heredocs. */
const plainLanguages = list(
  `sh bash zsh ksh fish yaml yml toml ini cfg conf cnf config env properties dockerfile containerfile makefile mk
  txt md rst adoc log csv`,
)
const jsonLanguages = list('json json5 jsonc ipynb lock')

/**
 * Replaces the literals of source code: quoted texts, those in heredocs and raw texts, values of configuration files
 * without quotes, attributes and text of markup, passwords in addresses, tokens. The rest stays as it is. The language is
 * told by the path; where it is not known, what may be a literal is one. Takes time linear in the text.
 */
export function maskSource(code: string, path: string): MaskedSource {
  if (code.length > maxLength) return { text: mask, literals: [], lines: new Map() }
  const extension = extensionOf(path)
  const isMarkup = markupLanguages.has(extension) && code.includes('<')
  const isCode = codeLanguages.has(extension)
  const quoting: Quoting = {
    escapes: isCode ? true : rawLanguages.has(extension) ? false : null,
    spansLines: !isCode || spanningLanguages.has(extension),
  }
  const quoted = quotedRanges(code, quoting).filter((range) => !isKey(code, range))
  const marked = isMarkup ? markupRanges(code) : []
  const isKnown = isCode || rawLanguages.has(extension) || plainLanguages.has(extension)
  const blocks =
    jsonLanguages.has(extension) || isMarkup ? [] : literalBlockRanges(code, isKnown ? extension : null)
  const bare = assignedRanges(code, { isCode: isCode && !jsonLanguages.has(extension), isMarkup })
  const ranges = mergedRanges([
    ...quoted,
    ...(isCode ? [] : joinedRanges(code, quoted)),
    ...marked,
    ...blocks,
    ...bare,
    ...tokenRanges(code),
  ])
  return replaced(code, ranges, emptyLines(code))
}

/** The name of the file if it has no extension: `Dockerfile`, `.env`. */
function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Whether a quoted text is the key of an entry, as in JSON, rather than its value. */
function isKey(code: string, { from, to }: Range): boolean {
  const after = /^["'`]\s{0,20}(?::(?![:=])|=>)/.test(code.slice(to, to + 24))
  if (!after || to - from > 80) return false
  const before = code.slice(Math.max(0, from - 60), from - 1)
  return /(?:^|[{,(\n[-])\s*$/.test(before) && !isValueLike(code.slice(from, to), 8)
}

/** What stands between two quoted texts that a shell joins: `"a"b"c"`. */
function joinedRanges(code: string, quoted: readonly Range[]): Range[] {
  const between = mergedRanges(quoted)
  return between.flatMap(({ to }, index) => {
    const next = between[index + 1]
    const isJoined = next && /^["'][^\s"'`=,:;(){}[\]<>|&]{3,200}["']$/.test(code.slice(to, next.from))
    return isJoined ? [{ from: to + 1, to: next.from - 1 }] : []
  })
}

/** The lines with an empty quoted text, which is a literal without a value. */
function emptyLines(code: string): Map<number, string[]> {
  const lines = new Map<number, string[]>()
  for (const [index, line] of code.split('\n').entries()) if (/""|''/.test(line)) lines.set(index, [])
  return lines
}

/** Passwords in addresses and credentials of requests, and what only a program makes up. */
function tokenRanges(code: string): Range[] {
  const ranges: Range[] = []
  for (const match of code.matchAll(/:\/\/([^\s/@"'`<>]{1,500})@/g)) ranges.push(rangeOf(match, 3))
  for (const match of code.matchAll(/\b(?:Bearer|Basic|Token)[ \t]+([\w.~+/=-]{6,})/g))
    ranges.push(rangeOf(match, match[0].length - (match[1]?.length ?? 0)))
  for (const match of code.matchAll(/[^\s"'`<>()[\]{},;=]+/g))
    if (isTokenLike(match[0])) ranges.push(rangeOf(match, 0))
  for (const match of code.matchAll(/-----BEGIN [^\n]{0,60}-----/g)) {
    const from = match.index + match[0].length
    const end = code.indexOf('-----END', from)
    ranges.push({ from, to: end < 0 ? code.length : end })
    if (end < 0) break
  }
  // Numbers, and the bytes and characters of a list.
  for (const match of code.matchAll(/(?<![\w.#])(?:0x[0-9a-f]{2,}|\d{4,})(?![\w.])/gi))
    ranges.push(rangeOf(match, 0))
  for (const match of code.matchAll(/(?:(?<![\w.])-?\d{1,3}\s*,\s*){3,}-?\d{1,3}(?![\w.])/g))
    ranges.push(rangeOf(match, 0))
  return ranges
}

const rangeOf = (match: RegExpExecArray, skipped: number): Range => ({
  from: match.index + skipped,
  to: match.index + skipped + (match[1] ?? match[0]).length,
})

/** The code with the mask in place of each range, which keeps the breaks of its lines. */
function replaced(code: string, ranges: readonly Range[], lines: Map<number, string[]>): MaskedSource {
  const literals = new Set<string>()
  let text = ''
  let end = 0
  let line = 0
  for (const { from, to } of ranges) {
    const before = code.slice(end, from)
    const content = code.slice(from, to)
    line += breaksIn(before)
    text += before + content.replace(/[^\n]*[^\s][^\n]*/g, mask)
    literals.add(content.trim())
    for (const each of content.split('\n')) {
      literals.add(each.trim())
      getOrCreate(lines, line++, () => []).push(each.trim())
    }
    line -= 1
    end = to
  }
  return { text: text + code.slice(end), literals: [...literals], lines }
}

const breaksIn = (text: string): number => text.split('\n').length - 1
