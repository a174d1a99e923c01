import type { FindingDocument } from '#server/db/documents.ts'
import type { Value } from '#server/db/engine.ts'
import { parseStored } from '#server/db/stored-json.ts'

/** What is stored of a severity. */
interface StoredRating {
  severity: number
  document_json: string
}

/**
 * Whether a severity is another one only because it is read from a rating, from none, or from a word, which it was not
 * before: then the scanner did not raise it.
 */
export function isRerated(
  row: StoredRating,
  { severity, document_json: scanned }: Record<string, Value>,
): boolean {
  if (typeof severity !== 'number' || typeof scanned !== 'string') return false
  // parse: both were written by this module or by a change of the ticket.
  const [old, fresh] = [
    parseStored<FindingDocument>(row.document_json),
    parseStored<FindingDocument>(scanned),
  ]
  return isReadAnew(fresh) && !isReadAnew(old)
}

const isReadAnew = ({ severity_from: from, severity_word: word }: FindingDocument) =>
  from !== undefined || word === true

/** Lets the days until a finding is due begin now, where its new severity would make it due in the past. */
export function startAnew(
  { severity: before }: StoredRating,
  changes: Record<string, Value>,
  at: number,
): void {
  if (Number(changes['severity']) > before) changes['reopened_at'] = at
}
