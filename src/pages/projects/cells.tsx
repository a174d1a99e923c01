import type { Project } from '#contract/answers/projects.ts'
import { severities } from '#contract/vocabulary.ts'
import { formatNumber } from '#lib/format.ts'
import type { PageType } from '#lib/paths.ts'
import { placePaths } from '#lib/place-paths.ts'
import { openList, productWords } from '#parts/project-lists.ts'
import { ScanStatus, scanStatusWord } from '#parts/scan-status.tsx'
import { SeverityMark } from '#parts/severity.tsx'
import { taggedList } from '#parts/tags/tagged-list.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Time } from '#ui/time.tsx'

/* The links here are plain ones, hundreds on a screen: `useLinks` takes their presses for all of them. */

/** A project as a row, with what its cells need beside it. */
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
      href={placePaths.project(deployment, project.name)}
      tabIndex={-1}
      title={project.name}
      className="block truncate font-medium text-1 no-underline hover:underline"
    >
      <bdi>{project.name}</bdi>
    </a>
  )
}

const wordOf = (type: PageType) => productWords.find(([one]) => one === type)?.[1].toLowerCase() ?? type

/**
 * What is open of one product: critical, high, and the rest together, or each where there is room. Every number leads to
 * the list that it counts.
 */
export function OpenCounts({ row: { project, deployment }, type }: { row: ProjectRow; type: PageType }) {
  const { open, name } = project
  if (!open) return <span className="text-3">not counted</span>
  const count = (severity: (typeof severities)[number]) => open[severity]?.[type] ?? 0
  const rest = count('medium') + count('low')
  // One address for each product, and the severities behind it: a row has a dozen of these links.
  const all = openList(deployment, type, name)
  if (severities.every((severity) => count(severity) === 0)) {
    return (
      <a
        href={all}
        tabIndex={-1}
        aria-label={`0 open findings in ${wordOf(type)}`}
        className="text-3 hover:underline"
      >
        0
      </a>
    )
  }
  return (
    <span className="flex gap-2 max-sm:gap-1">
      {severities.map((severity) => (
        <Count
          key={severity}
          count={count(severity)}
          href={`${all}&severities=${severity}`}
          what={`open ${severity} findings in ${wordOf(type)}`}
          className={
            severity === 'medium' || severity === 'low' ? 'hidden @min-[1300px]:inline-flex' : 'inline-flex'
          }
          severity={severity}
        />
      ))}
      <Count
        count={rest}
        href={`${all}&severities=medium,low`}
        what={`open medium and low findings in ${wordOf(type)}`}
        className="inline-flex @min-[1300px]:hidden"
      />
    </span>
  )
}

interface CountProps {
  count: number
  href: string
  what: string
  className: string
  /** Undefined for medium and low together. */
  severity?: string | undefined
}

function Count({ count, href, what, className, severity }: CountProps) {
  if (count === 0) return null
  const words = `${formatNumber(count)} ${what}`
  return (
    <a
      href={href}
      tabIndex={-1}
      aria-label={words}
      data-hint={words}
      className={classes(className, 'items-center gap-1 rounded-sm text-1 hover:underline')}
    >
      {severity && <SeverityMark value={severity} />}
      {!severity && <span className="text-3">+</span>}
      {formatNumber(count)}
    </a>
  )
}

/** The tags, as many as there is room for, and the button that edits them. */
export function RowTags({ row }: { row: ProjectRow }) {
  const { project, deployment, tagsReason, onTags } = row
  const tags = project.tags ?? []
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span title={tags.join(', ')} className="flex min-w-0 gap-1 overflow-hidden">
        {tags.map((tag) => (
          <a
            key={tag}
            href={taggedList(deployment, tag)}
            tabIndex={-1}
            className="inline-flex h-5 max-w-40 min-w-8 shrink items-center rounded-sm border border-line px-1.5 text-xs text-2 hover:text-1 hover:underline"
          >
            <span className="truncate">{tag}</span>
          </a>
        ))}
      </span>
      <IconButton
        icon="plus"
        size="small"
        tabIndex={-1}
        label={`Edit the tags of ${project.name}`}
        hint="Edit tags · T"
        disabledReason={tagsReason}
        onClick={() => onTags(String(project.id))}
        className="shrink-0"
      />
    </span>
  )
}

/** When it was scanned last and how that ended, leading to the scan. */
export function LastScan({
  row: { project, deployment, now },
  brief = false,
}: {
  row: ProjectRow
  brief?: boolean
}) {
  const { latest_scan: scan, latest_scan_at: at } = project
  if (!at && !scan) return <span className="text-3">Never</span>
  const time = <Time value={at} now={now} form={brief ? 'short' : 'long'} what="Last scan" />
  if (!scan) return time
  return (
    <span className="flex items-center gap-1.5">
      <span
        title={scanStatusWord(scan.status)}
        className="inline-flex w-4 overflow-hidden whitespace-nowrap @min-[1300px]:w-auto"
      >
        <ScanStatus value={scan.status} />
      </span>
      <a
        href={placePaths.scan(deployment, scan.id)}
        tabIndex={-1}
        className="truncate text-1 hover:underline"
      >
        {time}
      </a>
    </span>
  )
}

/** What of the scans is managed, in words. */
export function managedWords({ managed_scan_config: managed }: Project): string {
  const full = managed?.full_scan?.enabled
  const diff = managed?.diff_scan?.enabled
  if (full && diff) return 'Full, diff'
  return full ? 'Full' : diff ? 'Diff' : 'No'
}
