import { findingTypes } from '#server/db/codes.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** A finding with its owner, as it is stored. */
interface OwnedFinding {
  id: number
  owner: string
}

/**
 * Returns the findings, without removed ones, whose stored owner is wanted, of all types. One pass over the columns, or
 * over the rows after `after` alone.
 * @param after only findings with a higher id.
 */
export function ownedFindings(
  { columns }: FindingsSnapshot,
  isWanted: (stored: string) => boolean,
  after = 0,
): OwnedFinding[] {
  const found: OwnedFinding[] = []
  for (const type of findingTypes) {
    const table = columns.table(type)
    const { owner, removed } = table.columns
    const wanted = Array.from({ length: owner.size }, (_, code) => {
      const stored = table.texts.owner.text(code)
      return stored !== null && isWanted(stored) ? stored : null
    })
    if (wanted.every((stored) => stored === null)) continue
    // Rows are in the order of their ids, so that new ones are at the end.
    for (let row = table.length - 1; row >= 0 && (table.ids[row] ?? 0) > after; row--) {
      const stored = wanted[owner.array[row] ?? 0]
      if (stored && removed.array[row] === 0) found.push({ id: table.ids[row] ?? 0, owner: stored })
    }
  }
  return found
}
