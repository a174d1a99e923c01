import { productWords } from '#parts/project-lists.ts'
import { Icon } from '#ui/icon.tsx'
import { LastScan, OpenCounts, ProjectLink, type ProjectRow, RowTags } from './cells.tsx'

const icons = { sast: 'code', sca: 'package', secrets: 'lock' } as const

/** A project on a phone: its name and last scan, what is open, and its tags, on three lines. */
export function ProjectCard(row: ProjectRow) {
  return (
    <div className="flex h-full min-w-0 flex-col justify-between">
      <div className="flex min-w-0 items-center gap-3">
        <span className="min-w-0 flex-1">
          <ProjectLink row={row} />
        </span>
        <LastScan row={row} brief />
      </div>
      <div className="flex min-w-0 gap-2.5 overflow-hidden text-xs">
        {productWords.map(([type, word]) => (
          <span key={type} className="flex items-center gap-1.5 whitespace-nowrap text-3">
            <Icon name={icons[type]} label={word} />
            <OpenCounts row={row} type={type} />
          </span>
        ))}
      </div>
      <RowTags row={row} />
    </div>
  )
}
