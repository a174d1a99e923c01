import { supplyChainColumns } from '../columns/supply-chain-columns.tsx'
import { typeLabels } from '../labels.ts'
import { FindingsList } from './findings-list.tsx'
import { SupplyChainCard } from './supply-chain-card.tsx'

/** The list of supply-chain findings. */
export function SupplyChainList({ deployment }: { deployment: string }) {
  return (
    <FindingsList
      deployment={deployment}
      type="sca"
      title={typeLabels.sca.title}
      columns={supplyChainColumns}
      card={SupplyChainCard}
    />
  )
}
