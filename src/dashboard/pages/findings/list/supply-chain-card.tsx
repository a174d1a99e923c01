import type { Finding } from '#api/dialects/dialects.ts'
import { PackageLink, Reachability } from '../columns/supply-chain-columns.tsx'
import { CardFrame } from './card-frame.tsx'

/** The card of a supply-chain finding on a phone. */
export function SupplyChainCard(row: Finding) {
  return (
    <CardFrame row={row}>
      <PackageLink row={row} />
      <span className="text-2">
        {' '}
        {row.vulnerability_identifier ?? ''} · <Reachability row={row} />
      </span>
    </CardFrame>
  )
}
