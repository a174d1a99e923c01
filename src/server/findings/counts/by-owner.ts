import { findingTypes } from '#server/db/codes.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

/** Counts findings by their stored owner, without removed ones, over all types. */
export function countByOwner({ columns }: FindingsSnapshot): Map<string, number> {
  const counts = new Map<string, number>()
  for (const type of findingTypes) {
    const table = columns.table(type)
    const { owner, removed } = table.columns
    const byCode = new Uint32Array(owner.size)
    for (let row = 0; row < table.length; row++) {
      const code = owner.array[row] ?? 0
      if (code > 0 && removed.array[row] === 0) byCode[code] = (byCode[code] ?? 0) + 1
    }
    for (const [code, count] of byCode.entries()) {
      const text = count > 0 ? table.texts.owner.text(code) : null
      if (text !== null) counts.set(text, (counts.get(text) ?? 0) + count)
    }
  }
  return counts
}
