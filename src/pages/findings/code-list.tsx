import { CodeCard } from './code-card.tsx'
import { codeColumns } from './columns-code.tsx'
import { FindingsList } from './findings-list.tsx'
import { typeLabels } from './labels.ts'

/** The list of code findings. */
export function CodeList({ deployment }: { deployment: string }) {
  return (
    <FindingsList
      deployment={deployment}
      type="sast"
      title={typeLabels.sast.title}
      columns={codeColumns}
      card={CodeCard}
    />
  )
}
