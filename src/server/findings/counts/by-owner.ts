import { findingTypes } from '#server/db/codes.ts'
import type { FindingsSnapshot } from '../snapshot.ts'

type ByType = Record<(typeof findingTypes)[number], number>

/** Counts findings by their stored owner and type, without removed ones. */
export function countByOwner({ columns }: FindingsSnapshot): Map<string, ByType> {
  const counts = new Map<string, ByType>()
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
      if (text === null) continue
      const ofOwner = counts.get(text) ?? { sast: 0, sca: 0, secrets: 0 }
      ofOwner[type] = count
      counts.set(text, ofOwner)
    }
  }
  return counts
}
