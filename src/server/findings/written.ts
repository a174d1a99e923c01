import type { Reader } from '#server/db/database.ts'
import { findingMembers } from './answer.ts'
import { readFragments } from './fragments.ts'
import { otherRefs } from './marks.ts'
import type { FindingRow } from './rows.ts'

/**
 * Writes findings as JSON objects, in the order of the rows. As many statements for 3000 as for one.
 * Source: docs/api.md#fields.
 */
export async function writtenFindings(
  reader: Reader,
  rows: readonly FindingRow[],
  { supplyChain, marked }: { supplyChain: boolean; marked: boolean },
): Promise<string[]> {
  const fragments = await readFragments(reader, rows)
  const refs = marked
    ? await otherRefs(
        reader,
        rows.map((row) => row.id),
      )
    : undefined
  const marks = (row: FindingRow) => {
    if (!refs) return ''
    const title = JSON.stringify(fragments.rules.get(row.rule_id)?.title ?? null)
    return `,"marks":{"title":${title},"other_refs":${refs.get(row.id) ?? 0},"reappeared":${row.reappeared},"uncertain":${row.uncertain === 1}}`
  }
  return rows.map((row) => `{${findingMembers(row, fragments, supplyChain)}${marks(row)}}`)
}
