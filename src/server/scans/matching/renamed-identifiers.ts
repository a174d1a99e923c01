import { codeTokens, isIdentifier } from '#server/reports/findings/code-tokens.ts'
import type { FileFindings } from './file.ts'

/** The source text of a finding. */
export interface SourceText {
  /** The lines that the rule matched. */
  matched: string
  /** The numbers of the first and the last of them. */
  first: number
  last: number
  /** The lines that were reported of its file, the matched ones included, by their number. */
  lines: readonly (readonly [line: number, text: string])[]
}

/** The source text of findings, by their positions in a pairing; null if not reported. */
export interface SourceTexts {
  known(index: number): SourceText | null
  reported(index: number): SourceText | null
}

export interface Renaming {
  from: string
  to: string
}

/** The one identifier by which alone two lists of tokens differ; null if they differ in anything else. */
export function renamedIdentifier(before: readonly string[], after: readonly string[]): Renaming | null {
  if (before.length !== after.length) return null
  const at = before.findIndex((token, index) => token !== after[index])
  const [from, to] = [before[at], after[at]]
  if (from === undefined || to === undefined || !isIdentifier(from) || !isIdentifier(to)) return null
  const isSame = before.every((token, index) => (token === from ? to : token) === after[index])
  // A name that stood there before is another argument.
  return isSame && !before.includes(to) ? { from, to } : null
}

/**
 * Whether the reports show that an identifier was renamed in the whole file: on a line outside of every match, and the
 * old name is on no line that is reported now.
 * @param texts of all findings of the file.
 */
export function isRenamedThroughout(file: FileFindings, texts: SourceTexts, { from, to }: Renaming): boolean {
  const before = linesIn(file.known, texts.known)
  const after = linesIn(file.reported, texts.reported)
  if (after.all.some((text) => wordsOf(text).includes(from))) return false
  const renamed = new Set(after.outside.map((text) => JSON.stringify(codeTokens(text, ''))))
  return before.outside.some((text) => {
    const line = codeTokens(text, '')
    const isNamed = line.includes(from) && !wordsOf(text).includes(to)
    return isNamed && renamed.has(JSON.stringify(line.map((token) => (token === from ? to : token))))
  })
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []

/** The lines that were reported with findings, and those of them outside of every match. */
function linesIn(findings: readonly number[], textOf: (index: number) => SourceText | null) {
  const texts = findings.flatMap((each) => textOf(each) ?? [])
  const matched = new Set(
    texts.flatMap(({ first, last }) =>
      Array.from({ length: Math.min(last - first + 1, 1_000) }, (_, index) => first + index),
    ),
  )
  const lines = new Map(texts.flatMap((each) => each.lines.map(([line, text]) => [line, text] as const)))
  return {
    all: [...lines.values()],
    outside: [...lines].flatMap(([line, text]) => (matched.has(line) ? [] : [text])),
  }
}
