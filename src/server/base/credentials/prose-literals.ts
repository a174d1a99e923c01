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

/** What certainly is a credential. */
const credential =
  '(?:passw(?:or)?d|passphrase|passcode|pwd|secret|credential|(?:api|access|private|auth|refresh|bearer|client|session)[ _-]?(?:key|token)|_token|_key|token(?=["\']?[ \\t]*=))s?'
/** What may be one where a sentence is about a credential. */
const noun =
  '(?:passw(?:or)?d|passphrase|passcode|pwd|secret|token|key|credential|value|string|literal|data|match|content|default)s?'

/** What is given to a word for a credential. */
const givenTo = (of: string) => ({
  patterns: [
    // Its first word, since a sentence may go on, also with the name of another.
    new RegExp(String.raw`${of}["'\`)\]]?\s*[:=]+>?\s*:?(?=([^\s"'\`,;()<>[\]]{3,}))`, 'dgi'),
    // A part of a connection string, which ends with its sign.
    new RegExp(String.raw`${of}[ \t]*=[ \t]*([^;"'\`\n]{1,500});`, 'dgi'),
    // A cell of a table.
    new RegExp(String.raw`${of}[ \t]*\|[ \t]*([^|\n]{1,500})\|`, 'dgi'),
  ],
  /** What stands before a quoted text, with the marks that begin it. */
  beforeQuoted: new RegExp(String.raw`${of}["'\`)\]]?\s*(?:[:=]+>?|\bis)\s*\S{0,12}$`, 'i'),
  /** A line of a configuration file. */
  setting: new RegExp(
    String.raw`^[ \t]*(?:[-*>+|][ \t]+|\d+[:|][ \t]*)?["']?([\w.-]{0,80}${of})["']?[ \t]*(?:=>?|:)[ \t]*(\S[^\n]*)`,
    'gim',
  ),
})
const ofCredential = givenTo(credential)
const ofNoun = givenTo(noun)
/** A value without a sign, in brackets, emphasized, or where the sentence ends or says where it is. */
const unquoted = [
  new RegExp(String.raw`${noun}[ \t]+[([{<]([^()[\]{}<>\n]{3,200})[)\]}>]`, 'dgi'),
  /(?<![\w*])(?:\*{1,2}|__?)(?=[^\s*_])([^\s*]{3,200}?)(?:\*{1,2}|__?)(?![\w*])/dg,
  new RegExp(
    String.raw`\b${noun}[ \t]+(?:[-–—→]+>?[ \t]*|(?:is|was|of)[ \t]+)?([^\s"'\`,;()<>[\]]{4,}?)(?=[.,;!?]*(?:$|\n)|[ \t]+(?:was|is|has|have|in|at|found|detected|appears|exists|leaked)\b)`,
    'dgi',
  ),
]
/** With more words, the first line of a message is a sentence after a heading. */
const maxWords = 4
const options = [
  new RegExp(
    String.raw`(?<=^|[\s"'\`(])--?[\w-]{0,60}(?:pass|token|key|${credential})(?:[ \t]+|=)([^\s"'\`,;)]+)`,
    'dgi',
  ),
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
  /** What is given to a credential, or has its place in an address, a header or a command. */
  named: Range[]
  /** What else may be a value if the sentence is about a credential: what is quoted, as any language does it. */
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
      const given = quoted.filter(({ from }) =>
        ofCredential.beforeQuoted.test(level.text.slice(Math.max(0, from - 80), from)),
      )
      const named = namedIn(level.text, ofCredential, [...options, address, header, authorization])
      result.named.push(...[...named, ...given].map(original))
      result.quoted.push(...[...quoted, ...namedIn(level.text, ofNoun, unquoted)].map(original))
    }
    if (depth === maxLevels) break
    levels = levels.flatMap((level) => escapeKinds.flatMap((kind) => decodedText(level, kind, false) ?? []))
  }
  return result
}

function namedIn(
  text: string,
  { patterns, setting }: ReturnType<typeof givenTo>,
  others: readonly RegExp[],
): Range[] {
  const ranges = [...patterns, ...others].flatMap((pattern) => groupsOf(text, pattern))
  return [...ranges, ...settingsIn(text, setting)]
    .map(({ from, to }) => ({ from, to: from + text.slice(from, to).replace(/[\s.:!?,]+$/, '').length }))
    .filter(({ from, to }) => isValue(text.slice(from, to)))
}

/** Whether a text has a sign of a value, and is no word that a sentence goes on with, and no name of a weakness. */
const isValue = (text: string): boolean =>
  /\w/.test(text) && !/^(?:cwe|cve)-?\d[\d-]*$/i.test(text) && !text.split(/[-/ ]/).every(isKnownWord)

function settingsIn(text: string, setting: RegExp): Range[] {
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
