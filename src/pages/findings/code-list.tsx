import { CodeCard } from './code-card.tsx'
import { codeColumns } from './columns-code.tsx'
import { FindingsList } from './findings-list.tsx'

/** The list of code findings. */
export function CodeList({ deployment }: { deployment: string }) {
  return (
    <FindingsList
      deployment={deployment}
      type="sast"
      title="Code findings"
      columns={codeColumns}
      card={CodeCard}
    />
  )
}
