import type { Project } from '#contract/responses/projects.ts'
import { isUnscanned, openList } from '#features/project-findings.ts'
import { SeverityTable } from '#features/severity-table.tsx'
import { labels } from '../labels.ts'

interface OpenSummaryProps {
  deployment: string
  project: Project
}

/** The open findings of a project, by severity and product. */
export function OpenSummary({ deployment, project }: OpenSummaryProps) {
  const { open, name } = project
  if (isUnscanned(project)) return <p className="text-2">{labels.project.unknownFindings}</p>
  if (!open) return <p className="text-3">{labels.project.notCounted}</p>
  return (
    <SeverityTable
      what={labels.project.openFindingsOf}
      counts={open}
      listOf={(type, severity) => openList(deployment, type, name, severity && [severity])}
    />
  )
}
