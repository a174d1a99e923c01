import type { Selectable } from 'kysely'
import type { FindingEvidenceTable } from '#server/db/identity-tables.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { FindingTable } from '#server/db/tables.ts'
import type { FindingDetailContent } from '../../findings/finding-content.ts'

/** What a finding held before a match, as far as the match or a later scan could change it. */
export interface ValuesBeforeMatch {
  finding: Partial<Selectable<FindingTable>>
  detail: Partial<FindingDetailContent>
  evidence: Partial<Selectable<FindingEvidenceTable>>
}

/** Reads what `matchRow` kept of a finding; nothing for a match that changed nothing. */
export function valuesBeforeMatch(json: string | null): ValuesBeforeMatch {
  const nothing: ValuesBeforeMatch = { finding: {}, detail: {}, evidence: {} }
  // parse: our own column, written by `matchRow`.
  return { ...nothing, ...parseStored<Partial<ValuesBeforeMatch>>(json ?? '{}') }
}
