import { CodeLine } from '#ui/code/code-frame.tsx'
import { HighlightedCode } from './highlight/highlighted-code.tsx'
import type { CodeToken } from './highlight/tokens.ts'

/** The maximum number of characters rendered per line; minified files have lines of megabytes. */
const longest = 2000

/** The location of a finding in the scanner's columns: from 1, end exclusive. */
export interface Range {
  line: number
  column?: number | undefined
  endLine: number
  endColumn?: number | undefined
}

/** The lines and columns of a location. */
export interface Location {
  line?: number | null | undefined
  column?: number | null | undefined
  endLine?: number | null | undefined
  endColumn?: number | null | undefined
}

/** Converts the location to a range of lines; undefined if it has no line. */
export function rangeOf(location: Location | null | undefined): Range | undefined {
  const line = location?.line
  if (typeof line !== 'number') return undefined
  const end = location?.endLine
  return {
    line,
    endLine: typeof end === 'number' && end >= line ? end : line,
    column: location?.column ?? undefined,
    endColumn: location?.endColumn ?? undefined,
  }
}

/** The characters of a line that the range covers; undefined if it covers none or has no columns. */
export function marked(range: Range | undefined, number: number, text: string): [number, number] | undefined {
  if (!range || range.column === undefined || number < range.line || number > range.endLine) return undefined
  const from = number === range.line ? range.column - 1 : text.length - text.trimStart().length
  const to = number === range.endLine && range.endColumn !== undefined ? range.endColumn - 1 : text.length
  return from >= 0 && from < to && from < text.length ? [from, Math.min(to, text.length)] : undefined
}

interface NumberedLineProps {
  number: number
  text: string
  range: Range | undefined
  /** The data flow step on this line. */
  note?: string | undefined
  /** The chosen step is on this line. Shown as a frame. */
  lit?: boolean | undefined
  /** The highlighted tokens of the line; without them it is plain text. */
  tokens?: readonly CodeToken[] | undefined
}

/** One line of code, with the range of the finding marked. */
export function NumberedLine({ number, text, range, note, lit = false, tokens }: NumberedLineProps) {
  const shown = text.length > longest ? `${text.slice(0, longest)}…` : text
  const span = marked(range, number, shown)
  const within = range !== undefined && number >= range.line && number <= range.endLine
  return (
    <span
      data-lit={lit || undefined}
      className="block data-lit:outline-2 data-lit:-outline-offset-2 data-lit:outline-accent"
    >
      <CodeLine number={number} marked={within || note !== undefined} note={note}>
        {span ? (
          <>
            <HighlightedCode text={shown} tokens={tokens} to={span[0]} />
            <mark className="bg-transparent text-inherit underline decoration-caution decoration-2 underline-offset-3">
              <HighlightedCode text={shown} tokens={tokens} from={span[0]} to={span[1]} />
            </mark>
            <HighlightedCode text={shown} tokens={tokens} from={span[1]} />
          </>
        ) : (
          <HighlightedCode text={shown} tokens={tokens} />
        )}
      </CodeLine>
    </span>
  )
}
