import type { Finding } from '#api/dialects.ts'
import { CardFrame } from './card-frame.tsx'
import { FindingLink } from './cells.tsx'

/** A code finding on a phone. */
export function CodeCard(row: Finding) {
  return (
    <CardFrame row={row}>
      <FindingLink row={row} />
    </CardFrame>
  )
}
