import { productLabels } from '#features/project-findings.ts'
import { LastScan, ProjectLink, type ProjectRow } from './cells.tsx'
import { OpenCard } from './open-counts.tsx'
import { RowTags } from './tags/row-tags.tsx'

/** The card of a project on a phone: name and last scan, open findings, and tags, on three lines. */
export function ProjectCard(row: ProjectRow) {
  return (
    <div className="flex h-full min-w-0 flex-col justify-between">
      <div className="flex min-w-0 items-center gap-3">
        <span className="min-w-0 flex-1">
          <ProjectLink row={row} />
        </span>
        <LastScan row={row} brief />
      </div>
      <div className="grid min-w-0 grid-cols-[1fr_1.5fr_1fr] gap-x-3">
        {productLabels.map(([type, word]) => (
          <OpenCard key={type} row={row} type={type} label={word} />
        ))}
      </div>
      <RowTags row={row} />
    </div>
  )
}
