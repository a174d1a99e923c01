import type { Project } from '#contract/answers/projects.ts'
import { openList } from '#parts/project-lists.ts'
import { SeverityTable } from '#parts/severity-table.tsx'

interface OpenSummaryProps {
  deployment: string
  project: Project
}

/** What is open in a project, by severity and product. */
export function OpenSummary({ deployment, project }: OpenSummaryProps) {
  const { open, name } = project
  if (!open) return <p className="text-3">This service does not count the findings of a project.</p>
  return (
    <SeverityTable
      what="open findings"
      counts={open}
      listOf={(type, severity) => openList(deployment, type, name, severity && [severity])}
    />
  )
}
