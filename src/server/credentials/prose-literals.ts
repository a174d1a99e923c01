import { decodedText, escapeKinds, type MappedText } from '../decoded-text.ts'
import { saysHardCoded } from './credential-rules.ts'
import { literalBlockRanges } from './literal-blocks.ts'
import { quotedRanges } from './quoted-literals.ts'
import type { Range } from './ranges.ts'
import { isKnownWord } from './value-like.ts'

/** A quoted text in a sentence, whose closing quote ends a word. */
const quoted =
  /(?<![\p{L}\p{N}])(["'`])(?=[^\s])((?:(?!\1(?![\p{L}\p{N}]))[^\n]){1,2000})\1(?![\p{L}\p{N}])/dgu
/** Quotes of print, as one language or another pairs them. */
const printed =
  /[“„]([^“”\n]+)[“”]|[‘‚]([^‘’\n]+)[‘’]|«([^»\n]+)»|»([^«\n]+)«|[‹›]([^‹›\n]+)[‹›]|「([^」\n]+)」/dg
/** The text of an element. */
const element = /<[\w:.-]{1,100}[^<>\n]{0,500}>([^<>\n]{1,2000})<\//dg
/** What is quoted after a colon until the end of a line, whatever quotes are in it: `… password: 'a'b'`. */
const lastQuoted = /[:=][ \t]{0,20}(?:"([^\n]+)"|'([^\n]+)'|`([^\n]+)`)[ \t.,;)\]]*$/dgm

const noun = '(?:passw(?:or)?d|passphrase|passcode|pwd|secret|token|key|credential|value|string|literal)s?'
/** What is given to a credential; its first word, since a sentence may go on, also with the name of another. */
const assigned = new RegExp(String.raw`${noun}["'\`)\]]?\s*[:=]+>?\s*:?(?=([^\s"'\`,;()<>[\]]{3,}))`, 'dgi')
/** A part of a connection string, which ends with its sign. */
const part = new RegExp(String.raw`${noun}[ \t]*=[ \t]*([^;"'\`\n]{1,500});`, 'dgi')
/** What stands before a quoted text that is given to a credential, with the marks that begin it. */
const givenTo = new RegExp(String.raw`${noun}["'\`)\]]?\s*(?:[:=]+>?|\bis)\s*\S{0,12}$`, 'i')
/** A line of a configuration file. */
const setting = new RegExp(
  String.raw`^[ \t]*(?:[-*>+|][ \t]+|\d+[:|][ \t]*)?["']?([\w.-]{0,80}${noun})["']?[ \t]*(?:=>?|:)[ \t]*(\S[^\n]*)`,
  'gim',
)
/** With more words, the first line of a message is a sentence after a heading. */
const maxWords = 4
const options = [
  new RegExp(String.raw`(?<=^|[\s"'\`(])--?[\w-]{0,60}(?:pass|${noun})(?:[ \t]+|=)([^\s"'\`,;)]+)`, 'dgi'),
  /(?<=^|[\s"'`(])-p(?:[ \t]+|=)?([^\s"'`,;)=-][^\s"'`,;)]*)/dg,
  /(?<=^|[\s"'`(])(?:-u|--user)[ \t=]*[^\s:"'`]{1,200}:([^\s"'`,;)]+)/dg,
]
const address = /:\/\/([^\s/@"'`<>]{1,500})@/dg
const header = /\b(?:bearer|basic)[ \t]+([\w.~+/=-]{3,})/dgi
const authorization = /authorization["']?[ \t]*[:=][ \t]*["']?(?:[a-z]+[ \t]+)?([^\s"'`,;)]{3,})/dgi

/** How often escapes within escapes are decoded. */
const maxLevels = 2

/** Parts of a sentence that may be values of source code. */
export interface ProseLiterals {
  /** What is given to a word for a credential, or has its place in an address, a header or a command. */
  named: Range[]
  /** What is quoted, as any language does it. */
  quoted: Range[]
}

/** Finds the literals of a sentence, also where they are escaped for HTML, a URL or JSON. */
export function proseLiterals(text: string): ProseLiterals {
  const result: ProseLiterals = { named: [], quoted: [] }
  let levels: MappedText[] = [{ text, startOf: (at) => at, endOf: (at) => at + 1 }]
  for (let depth = 0; levels.length > 0; depth++) {
    for (const level of levels) {
      const original = ({ from, to }: Range) => ({ from: level.startOf(from), to: level.endOf(to - 1) })
      const quoted = quotedIn(level.text)
      const given = quoted.filter(({ from }) => givenTo.test(level.text.slice(Math.max(0, from - 80), from)))
      result.named.push(...[...namedIn(level.text), ...given].map(original))
      result.quoted.push(...quoted.map(original))
    }
    if (depth === maxLevels) break
    levels = levels.flatMap((level) => escapeKinds.flatMap((kind) => decodedText(level, kind, false) ?? []))
  }
  return result
}

function namedIn(text: string): Range[] {
  const ranges = [assigned, part, ...options, address, header, authorization].flatMap((pattern) =>
    groupsOf(text, pattern),
  )
  return [...ranges, ...settingsIn(text)]
    .map(({ from, to }) => ({ from, to: from + text.slice(from, to).replace(/[\s.:!?,]+$/, '').length }))
    .filter(({ from, to }) => isValue(text.slice(from, to)))
}

/** Whether a text has a sign of a value, and is no word that a sentence goes on with. */
const isValue = (text: string): boolean => /\w/.test(text) && !text.split(/[-/]/).every(isKnownWord)

function settingsIn(text: string): Range[] {
  return [...text.matchAll(setting)].flatMap((match) => {
    const [, key = '', value = ''] = match
    const isFirst = !text.slice(0, match.index).includes('\n')
    if (isFirst && (saysHardCoded(key) || value.split(/\s+/).length > maxWords)) return []
    const to = match.index + match[0].length
    return [{ from: to - value.length, to }]
  })
}

const quotedIn = (text: string): Range[] =>
  [
    ...[quoted, printed, element, lastQuoted].flatMap((pattern) => groupsOf(text, pattern)),
    ...quotedRanges(text, { escapes: null, spansLines: false }),
    ...literalBlockRanges(text, null),
  ].filter(({ from, to }) => from < to)

/** Where the last group of each match stands. */
const groupsOf = (text: string, pattern: RegExp): Range[] =>
  [...text.matchAll(pattern)].flatMap(({ indices = [] }) => {
    const group = indices.findLast((each) => each !== undefined)
    return group === undefined ? [] : [{ from: group[0], to: group[1] }]
  })
