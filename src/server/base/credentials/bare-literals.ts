import type { Range } from './ranges.ts'
import { isValueLike } from './value-like.ts'

/** A reference to a value that stands elsewhere, a word of a language, or the beginning of a block. */
const noLiteral =
  /^(?:\$\{?[\w.:-]+\}?|\$\(.*\)|\{\{.*\}\}|%\{?\w+\}?%?|!(?:Ref|GetAtt|Sub|ImportValue|If)\b.*|\$\{\{.*\}\}|true|false|null|nil|none|undefined|yes|no|on|off|~|[|>][+-]?\d*|[[{(<]|\[\]|\{\}|[&*]\w+)$/i

const nouns = String.raw`[\w.-]{0,60}(?:passw(?:or)?d|passphrase|pass|pwd|secret|token|key|credential|auth|login|user|identified[ \t]+by|securestring)s?`
/** A value after the word for it, without a sign between them: `ENV PASSWORD x`, `--password x`, `the password is x`. */
const named = new RegExp(
  String.raw`(?:^|[\s'"/-])${nouns}["']?[ \t]+(?:(?:=|is|was|to|as)[ \t]+|=)?([^\s"'=:;,]\S*)`,
  'gi',
)
/** What follows the name of a person. */
const login = /\b(?:user|login)(?:name)?[ \t]+[^\s"'=:;,]+[ \t]+([^\s"'=:;,/-]\S*)/gi
/** What is written to the next command. */
const piped = /\b(?:echo|printf)[ \t]+([^\s"'|]+)[ \t]*\|/g
/** A setting at the start of a line. */
const setting =
  /^\s{0,200}(?:-\s{1,20})?(?:["']?[\w./@$ -]{1,200}?["']?\s{0,20}(?:[:=]>?|\?=|:=|\+=)|:\s)\s{0,20}/
/** An assignment within a line, of a shell or a connection string: `A=b`. */
const assigned = /(?:^|[\s;&|(?])[\w.-]{1,200}=([^\s"'`;&|)]+)/g
const option = /(?:^|\s)(?:-p([^\s"'-]\S*)|-[apPw][ \t]+([^\s"'-]\S*)|-u[ \t]*[^\s:"']+:(\S+))/g
const comment = /^\s{0,200}(?:\/\/+|#+(?!\{)|--|\/?\*+|;|rem\b|')/i
const listItem = /^\s{0,200}-\s{1,20}/

/** How the text of a file is read. */
export interface Syntax {
  /** Whether names in it are names, and only what is quoted is text. */
  isCode: boolean
  isMarkup: boolean
}

/** Values without quotes: settings, arguments of commands, and of code what is no name or call. */
export function assignedRanges(code: string, { isCode, isMarkup }: Syntax): Range[] {
  if (isMarkup) return []
  const ranges: Range[] = []
  let start = 0
  let block: number | null = null
  for (const line of code.split('\n')) {
    const indent = line.search(/\S/)
    if (block !== null && (indent > block || indent < 0)) {
      if (indent >= 0) ranges.push({ from: start + indent, to: start + line.trimEnd().length })
    } else {
      const isSetting = !isCode || comment.test(line)
      const mark = comment.exec(line)?.[0].length ?? 0
      const found = isSetting ? settingRanges(line.slice(mark)) : codeRanges(line)
      const offset = start + (isSetting ? mark : 0)
      for (const { from, to } of found) ranges.push({ from: offset + from, to: offset + to })
      block = isSetting && /[:=]\s*!?\w*\s*[|>][+-]?\d*\s*$/.test(line) ? indent : null
    }
    start += line.length + 1
  }
  return ranges
}

function settingRanges(line: string): Range[] {
  const ranges: Range[] = []
  const add = (from: number, value: string) => {
    if (!noLiteral.test(value.trim()) && !/^["'`]/.test(value)) ranges.push({ from, to: from + value.length })
  }
  const start = (setting.exec(line) ?? listItem.exec(line))?.[0].length
  const value = start === undefined ? '' : withoutEnd(line.slice(start))
  if (start !== undefined && value !== '' && !value.startsWith('//')) addSetting(start, value, add)
  for (const pattern of [assigned, named, login, piped, option]) {
    for (const each of line.matchAll(pattern)) {
      const part = each.slice(1).find((group) => group !== undefined) ?? ''
      add(each.index + each[0].lastIndexOf(part), part)
    }
  }
  // A line that is a single word is a value alone.
  const word = line.trim()
  if (/^[^\s"'`<>{}[\]()]+$/.test(word) && !/[:=]$/.test(word) && start === undefined)
    add(line.indexOf(word), word)
  return ranges
}

/** A value without white space and a separator after it. */
const withoutEnd = (value: string): string => value.trimEnd().replace(/[,;]$/, '').trimEnd()

/** The value of a setting: all of it, or the values of a list or a map on one line. */
function addSetting(from: number, value: string, add: (from: number, value: string) => void): void {
  if (!/^[[{]./.test(value)) {
    add(from, value)
    return
  }
  for (const each of value.matchAll(/(?:^|[[{,:])\s*([^\s"'`,:[\]{}][^"'`,[\]{}]*?)\s*(?=[,\]}]|$)/g)) {
    const part = each[1] ?? ''
    const at = each.index + each[0].indexOf(part)
    const entry = /^[\w.-]+\s*:\s*/.exec(part)?.[0].length ?? 0
    add(from + at + entry, part.slice(entry))
  }
}

/** A number, or what is neither a name nor a call, at the end of a line of code. */
function codeRanges(line: string): Range[] {
  const whole = withoutEnd(line)
  const at = whole.search(/[^\s"'`]*$/)
  const word = whole.slice(at)
  // What is compared or joined by `=` and `:` within a word ends with the value.
  const sign = /^[^=:]{0,200}[=:]+/.exec(word)?.[0].length ?? 0
  if (sign === 0 && !/[=:]\s*$/.test(whole.slice(Math.max(0, at - 20), at))) return []
  const value = word.slice(sign)
  if (value.length < 3 || noLiteral.test(value)) return []
  const isName = /^[\w$.]+(?:[([].*)?$/.test(value)
  if (!/^\d+$/.test(value) && (isName || !isValueLike(value, 6))) return []
  return [{ from: at + sign, to: at + word.length }]
}

/** The text between tags, of all elements; quoted attributes are found as quoted texts. */
export function markupRanges(code: string): Range[] {
  const ranges: Range[] = []
  for (const match of code.matchAll(/(^|>)([^<>]+)(?=<|$)/g)) {
    const content = match[2] ?? ''
    if (content.trim() === '') continue
    const lead = content.length - content.trimStart().length
    const from = match.index + match[0].length - content.length + lead
    ranges.push({ from, to: from + content.trim().length })
  }
  for (const match of code.matchAll(/[\w:-]=([^\s"'`<>=]+)/g)) {
    const to = match.index + match[0].length
    ranges.push({ from: to - (match[1] ?? '').length, to })
  }
  for (const match of code.matchAll(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g)) {
    const from = match.index + '<![CDATA['.length
    ranges.push({ from, to: from + (match[1]?.length ?? 0) })
  }
  for (const match of code.matchAll(/<!--([\s\S]*?)(?:-->|$)/g)) {
    const from = match.index + '<!--'.length
    ranges.push({ from, to: from + (match[1]?.length ?? 0) })
  }
  return ranges
}
