import { codeColumns } from '../columns/code-columns.tsx'
import { typeLabels } from '../labels.ts'
import { CodeCard } from './code-card.tsx'
import { FindingsList } from './findings-list.tsx'

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
