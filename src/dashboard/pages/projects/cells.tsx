import type { Project } from '#contract/responses/projects.ts'
import { ScanStatus, scanStatusLabel } from '#features/scan-status.tsx'
import { settingsPaths } from '#lib/urls/settings-paths.ts'
import { Time } from '#ui/text/time.tsx'
import { TruncateStart } from '#ui/text/truncate-start.tsx'
import { labels } from './labels.ts'

/* Links here are plain anchors, since a screen has hundreds of them: `useClientLinks` handles their presses. */

/** A project row, with the data that its cells need. */
export interface ProjectRow {
  project: Project
  deployment: string
  now: Date
  /** Why this person may not change tags. */
  tagsReason: string | undefined
  onTags: (id: string) => void
}

export function ProjectLink({ row: { project, deployment } }: { row: ProjectRow }) {
  return (
    <a
      href={settingsPaths.project(deployment, project.name)}
      tabIndex={-1}
      title={project.name}
      className="block truncate font-medium text-1 no-underline hover:underline"
    >
      <TruncateStart text={project.name} />
    </a>
  )
}

/** The name, and below it the tags if the table has no room for their column. */
export function ProjectCell({ row }: { row: ProjectRow }) {
  const tags = row.project.tags?.join(', ')
  return (
    <>
      <ProjectLink row={row} />
      {tags && (
        <span
          title={tags}
          className="block truncate text-2xs leading-3.5 text-2 @min-[800px]:hidden [[data-density=compact]_&]:hidden"
        >
          {tags}
        </span>
      )}
    </>
  )
}

/** The time and result of the last scan, linked to it. */
export function LastScan({
  row: { project, deployment, now },
  brief = false,
}: {
  row: ProjectRow
  brief?: boolean
}) {
  const { latest_scan: scan, latest_scan_at: at } = project
  if (!at && !scan)
    return <span className="text-3">{brief ? labels.project.neverScanned : labels.never}</span>
  const short = <Time value={at} now={now} form="short" what={labels.columns.lastScan} />
  const time = brief ? (
    short
  ) : (
    <>
      <span className="@min-[1160px]:hidden">{short}</span>
      <span className="hidden @min-[1160px]:inline">
        <Time value={at} now={now} form="long" what={labels.columns.lastScan} />
      </span>
    </>
  )
  if (!scan) return time
  return (
    <span className="flex items-center gap-1.5">
      <span
        title={scanStatusLabel(scan.status)}
        className="inline-flex w-4 overflow-hidden whitespace-nowrap @min-[1300px]:w-auto"
      >
        <ScanStatus value={scan.status} />
      </span>
      <a
        href={settingsPaths.scan(deployment, scan.id)}
        tabIndex={-1}
        className="truncate text-1 hover:underline"
      >
        {time}
      </a>
    </span>
  )
}

/** Describes which scans are managed. */
export function managedText({ managed_scan_config: managed }: Project): string {
  const full = managed?.full_scan?.enabled
  const diff = managed?.diff_scan?.enabled
  if (full && diff) return labels.managed.both
  return full ? labels.managed.full : diff ? labels.managed.diff : labels.managed.none
}
