import type { Selectable } from 'kysely'
import type { FindingEvidenceTable } from '#server/db/identity-tables.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { FindingTable } from '#server/db/tables.ts'
import type { FindingDetailContent } from '#server/reports/findings/finding-content.ts'

/** The values of a finding before a match that the match or a later scan may have changed. */
export interface ValuesBeforeMatch {
  finding: Partial<Selectable<FindingTable>>
  detail: Partial<FindingDetailContent>
  evidence: Partial<Selectable<FindingEvidenceTable>>
}

/** Reads the values that `matchRow` stored; empty for a match that changed nothing. */
export function valuesBeforeMatch(json: string | null): ValuesBeforeMatch {
  const nothing: ValuesBeforeMatch = { finding: {}, detail: {}, evidence: {} }
  // parse: our own column, written by `matchRow`.
  return { ...nothing, ...parseStored<Partial<ValuesBeforeMatch>>(json ?? '{}') }
}
