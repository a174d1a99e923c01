import type { Row } from '../rows.ts'

/** What was decided of a flaw. Note, owner and ticket are others for each decision, by which it is known wherever it is. */
export interface Decision {
  truth: string
  state: string
  note: string
  owner: string | null
  ticket: string | null
}

/** What of a decision a finding does not have, in words. */
export const missing = (row: Row, decision: Decision): string => {
  if (!hasDecision(row, { ...decision, owner: null, ticket: null }))
    return `it is ${row.status}, ${row.triage}, ${row.note ?? 'without a note'}`
  return hasDecision(row, { ...decision, ticket: null }) ? 'its ticket is missing' : 'its owner is missing'
}

/** Whether a finding has a decision, with its owner and ticket. */
export const hasDecision = (row: Row, { state, note, owner, ticket }: Decision): boolean =>
  row.note === note &&
  (state === 'noted' || (state === 'reopened' ? row.triage !== 'ignored' : row.triage === state)) &&
  (owner === null || row.owner === owner) &&
  (ticket === null || row.ticket === ticket)
