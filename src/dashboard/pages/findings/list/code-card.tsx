import type { Finding } from '#api/dialects/dialects.ts'
import { FindingLink } from '../columns/cells.tsx'
import { CardFrame } from './card-frame.tsx'

/** The card of a code finding on a phone. */
export function CodeCard(row: Finding) {
  return (
    <CardFrame row={row}>
      <FindingLink row={row} />
    </CardFrame>
  )
}
