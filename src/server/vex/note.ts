import { escapeInvisible } from '#lib/text/invisible-characters.ts'
import { asJustification, type Justification, type VexStatus } from './vocabulary.ts'

/** What the note of an imported statement tells. */
export interface NotedStatement {
  status: VexStatus
  justification: Justification | null
  detail: string | null
  /** The document, such as `OpenVEX https://example.com/vex/1`. */
  source: string
  statement: number
  /** Milliseconds since 1970; null without a date. */
  at: number | null
}

const maxDetail = 2_000

/**
 * The note of a triage that a VEX statement made, of at most 3,000 characters: status, justification, the text of the
 * statement, and as the last line the source with its date.
 */
export function noteOf({ status, justification, detail, source, statement, at }: NotedStatement): string {
  const text = detail === null ? null : escapeInvisible(detail)
  const dated = at === null ? 'undated' : `dated ${new Date(at).toISOString()}`
  return [
    `VEX status: ${status}`,
    ...(justification === null ? [] : [`Justification: ${justification}`]),
    ...(text === null ? [] : [text.length > maxDetail ? `${text.slice(0, maxDetail - 1)}…` : text]),
    `Source: ${escapeInvisible(source).slice(0, 600)}, statement ${statement}, ${dated}`,
  ].join('\n')
}

/** The date of the statement that a note tells of: milliseconds, null if it has none; undefined for any other note. */
export function statementDate(note: string | null): number | null | undefined {
  if (!note?.startsWith('VEX status: ')) return undefined
  const last = note.slice(note.lastIndexOf('\n') + 1)
  if (!last.startsWith('Source: ')) return undefined
  if (last.endsWith(', undated')) return null
  const [, date] = /, dated (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(last) ?? []
  return date === undefined ? undefined : Date.parse(date)
}

/** The justification in a note: a line of its own, as an import or a person writes it. Null without one. */
export function notedJustification(note: string | null): Justification | null {
  if (note === null) return null
  const [, name] = /^Justification: ([a-z_]{1,60})$/m.exec(note) ?? []
  return asJustification(name)
}
