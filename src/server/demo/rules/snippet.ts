import type { CodeRule } from './code-rules.ts'
import type { CodeLine } from './family.ts'
import type { Framework } from './frameworks.ts'
import { fill, type Names } from './slots.ts'
import { surround } from './surroundings.ts'

/** A place in the snippet: lines count from 0 within it, columns from 1; the end column is behind the text. */
export interface Span {
  line: number
  column: number
  endLine: number
  endColumn: number
  text: string
}

export interface Snippet {
  lines: string[]
  match: Span
  /** Where the data passes on its way to the match, source first; empty where the flaw has no data flow. */
  flow: Span[]
  /** A change of whole lines, counted from 0 within the snippet. */
  fix: { line: number; before: string; after: string } | null
}

/**
 * Renders a rule's code template with the names filled in and the marks taken out.
 * @throws RangeError when a template lacks its match marks; the catalogue's tests render every rule.
 */
export function renderSnippet(rule: CodeRule, names: Names): Snippet {
  const { sink, framework, language } = rule
  const code = sink.code.map((line) =>
    typeof line === 'string' ? line : `«${responseText(line, framework)}»`,
  )
  const body = [...(sink.before ?? []), ...code, ...(sink.after ?? [])]
  const handler = framework?.handler ?? surround(language, body)
  const template: string[] = []
  let fixLine = 0
  let indent = ''
  for (const line of handler) {
    if (line.trim() !== '{body}') template.push(line)
    else {
      indent = line.slice(0, line.indexOf('{'))
      fixLine = template.length + (sink.before?.length ?? 0)
      for (const each of body) template.push(indented(each, indent))
    }
  }
  const filled = template.map((line) => fill(line, names, language))
  const { lines: plain, spans } = takeMarks(filled)
  const match = spans.find((span) => span.mark === '«')
  if (!match) throw new RangeError(`The template of ${rule.path} marks no match`)
  const after = sink.fix
    ?.map((line) => (typeof line === 'string' ? line : responseText(line, framework)))
    .map((line) => fill(indented(line, indent), names, language))
  return {
    lines: plain,
    match,
    flow: spans.filter((span) => span.mark === '‹'),
    fix: after
      ? {
          line: fixLine,
          before: plain.slice(fixLine, fixLine + code.length).join('\n'),
          after: after.join('\n'),
        }
      : null,
  }
}

function responseText(response: Exclude<CodeLine, string>, framework: Framework | null): string {
  if (!framework) throw new RangeError('Only a framework can respond')
  // Replaced by functions, because code has its own use for `$&`.
  if ('html' in response) return framework.html.replace('{value}', () => response.html)
  if ('redirect' in response) return framework.redirect.replace('{value}', () => response.redirect)
  return framework.header.replace('{name}', () => response.header).replace('{value}', () => response.value)
}

function indented(line: string, indent: string): string {
  return line === '' ? '' : indent + line
}

interface MarkedSpan extends Span {
  mark: string
}

const closing: Readonly<Record<string, string>> = { '»': '«', '›': '‹' }

function takeMarks(marked: readonly string[]): { lines: string[]; spans: MarkedSpan[] } {
  const plain: string[] = []
  const spans: MarkedSpan[] = []
  const open: { mark: string; line: number; column: number }[] = []
  for (const [line, text] of marked.entries()) {
    let kept = ''
    for (const character of text) {
      if (character === '«' || character === '‹')
        open.push({ mark: character, line, column: kept.length + 1 })
      else if (closing[character] !== undefined && open.at(-1)?.mark === closing[character]) {
        const start = open.pop()
        if (start) spans.push({ ...start, endLine: line, endColumn: kept.length + 1, text: '' })
      } else kept += character
    }
    plain.push(kept)
  }
  spans.sort((left, right) => left.line - right.line || left.column - right.column)
  for (const span of spans) span.text = textOf(plain, span)
  return { lines: plain, spans }
}

/** The text between two places of the lines. */
export function textOf(all: readonly string[], span: Omit<Span, 'text'>): string {
  if (span.line === span.endLine) return (all[span.line] ?? '').slice(span.column - 1, span.endColumn - 1)
  const between = all.slice(span.line + 1, span.endLine)
  return [
    (all[span.line] ?? '').slice(span.column - 1),
    ...between,
    (all[span.endLine] ?? '').slice(0, span.endColumn - 1),
  ].join('\n')
}
