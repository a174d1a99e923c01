import type { Finding } from '#api/dialects.ts'
import { CardFrame } from './card-frame.tsx'
import { FindingLink } from './cells.tsx'
import { packageTitle, Reachability } from './columns-supply-chain.tsx'

/** A supply-chain finding on a phone. */
export function SupplyChainCard(row: Finding) {
  return (
    <CardFrame row={row}>
      <FindingLink row={row}>{packageTitle(row)}</FindingLink>
      <span className="text-2">
        {' '}
        {row.vulnerability_identifier ?? ''} · <Reachability row={row} />
      </span>
    </CardFrame>
  )
}
