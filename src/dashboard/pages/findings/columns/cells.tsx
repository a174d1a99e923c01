import type { MouseEvent, ReactNode } from 'react'
import type { Finding } from '#api/dialects/dialects.ts'
import { severityLabel } from '#features/severity.tsx'
import { refLabel } from '#lib/text/ref-label.ts'
import { splitPath } from '#lib/text/split-path.ts'
import { parseInstant, shortAge } from '#lib/time/instant.ts'
import { paths } from '#lib/urls/paths.ts'
import { useActiveRow } from '#table/rows/active-row.ts'
import { classes } from '#ui/classes.ts'
import { TruncateStart } from '#ui/text/truncate-start.tsx'
import { branchLabels, cellLabels } from '../labels.ts'
import { useList } from '../list/list-context.ts'
import { findingTitle, splitTitle } from '../title.ts'
import { humanize } from './humanize.ts'

interface FindingLinkProps {
  row: Finding
  /** Replaces the title of the rule. */
  title?: string
  /** A version, shown at the end and never truncated. */
  end?: string | undefined
}

/** A link to the finding's own page; a plain click opens it next to the list instead. */
export function FindingLink({ row, title = findingTitle(row), end: ownEnd }: FindingLinkProps) {
  const { deployment, type, open } = useList()
  const [start, end] = ownEnd ? [title, ownEnd] : splitTitle(title)
  const press = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open(String(row.id))
  }
  return (
    <a
      href={paths.finding(deployment, type, row.id)}
      onClick={press}
      tabIndex={-1}
      title={ownEnd ? `${title} ${ownEnd}` : title}
      className={classes(
        'w-fit max-w-full min-w-0 font-medium text-1 no-underline hover:underline',
        end ? 'flex gap-1.5' : 'block truncate',
      )}
    >
      {end ? (
        <>
          <span className="truncate">{start} </span>
          <span className={classes('shrink-0 truncate', ownEnd ? 'max-w-28' : 'max-w-44')}>{end}</span>
        </>
      ) : (
        title
      )}
    </a>
  )
}

interface TitleCellProps {
  row: Finding
  /** The link to the finding. */
  children: ReactNode
  /** Shown next to a two-line title. */
  end?: ReactNode
  lockfile?: boolean
}

/** The title of a finding and, if the location has no column of its own, the location under it. */
export function TitleCell({ row, children, end, lockfile }: TitleCellProps) {
  const { twoLines } = useList()
  if (!twoLines) return children
  return (
    <>
      {end ? (
        <div className="flex items-baseline gap-2">
          {children}
          <span className="shrink-0">{end}</span>
        </div>
      ) : (
        children
      )}
      <Location row={row} lockfile={lockfile} roomy />
    </>
  )
}

interface LocationProps {
  row: Finding
  /** Lockfiles have the same name everywhere, so the file name is truncated before the project name. */
  lockfile?: boolean | undefined
  /**
   * Shown on its own line: includes folders and, if there is room, the branch, even if every row is of a primary
   * branch.
   */
  roomy?: boolean | undefined
}

/** On one line in a narrow list, the project and file names take priority over the branch. */
const secondaryStyles = 'hidden @min-[480px]:block'

/**
 * The location: project, branch and path. The path's folders are truncated first, then the project's owner. The line
 * number and the project's own name are always visible.
 */
export function Location({ row, lockfile = false, roomy = false }: LocationProps) {
  const { showRef, once } = useList()
  const branches = once ? 1 + (row.marks?.other_refs ?? 0) : 1
  const project = row.repository?.name || cellLabels.noProject
  const owner = project.slice(0, project.lastIndexOf('/') + 1)
  const path = row.location?.filePath ?? ''
  const { folders, file } = splitPath(path, path ? row.location?.line : undefined)
  // The file name may be truncated, the line number may not.
  const lineAt = file.length - (/:\d+$/.exec(file)?.[0].length ?? 0)
  const ref = (showRef || roomy) && row.ref ? refLabel(row.ref) : ''
  return (
    <span
      title={[project, ref, folders + file, row.resource].filter(Boolean).join(' · ')}
      className="flex min-w-0 gap-2 font-mono text-xs whitespace-pre text-2"
    >
      <bdi className={classes('truncate', lockfile ? 'max-w-3/5 shrink-0' : 'max-w-9/20 shrink-0')}>
        <span className={classes('hidden', lockfile ? '@min-[1160px]:inline' : '@min-[760px]:inline')}>
          {owner}
        </span>
        {project.slice(owner.length)}
      </bdi>
      {branches > 1 && <Branches row={row} count={branches} short={!roomy} />}
      {ref && branches < 2 && (
        // Pull requests are identified by number, and branches with a common prefix by the rest of their name.
        <TruncateStart
          text={ref}
          className={classes(
            'max-w-1/4 shrink-0 text-3 @min-[760px]:max-w-1/3',
            showRef ? !roomy && secondaryStyles : 'hidden @min-[640px]:block',
          )}
        />
      )}
      {/* Adjacent without a gap, as parts of one path. Never narrower than one letter and the ellipsis, since a
          single letter would look like part of the file name. */}
      <span className="flex min-w-0 flex-1">
        {folders && (
          <span
            className={classes(
              'max-w-max min-w-6 flex-1 basis-0 truncate',
              !roomy && 'hidden @min-[640px]:block',
            )}
          >
            {folders}
          </span>
        )}
        <span
          className={classes(
            'flex shrink-0 text-1',
            folders && roomy ? 'max-w-[calc(100%-1.5rem)]' : 'max-w-full',
            folders && !roomy && '@min-[640px]:max-w-[calc(100%-1.5rem)]',
          )}
        >
          <span className="truncate">{file.slice(0, lineAt)}</span>
          {file.slice(lineAt)}
        </span>
        {roomy && <Resource name={row.resource} />}
      </span>
    </span>
  )
}

/** The resource of infrastructure code, whose own name is at the end. */
const Resource = ({ name }: { name: Finding['resource'] }) =>
  name && <TruncateStart text={name} className="ml-2 hidden max-w-1/2 min-w-0 @min-[640px]:block" />

/** The number of branches with this finding; a press lists them under the row. */
function Branches({ row, count, short }: { row: Finding; count: number; short: boolean }) {
  const { expanded, expand } = useList()
  const active = useActiveRow()
  const id = String(row.id)
  const open = expanded === id
  return (
    <button
      type="button"
      tabIndex={active ? 0 : -1}
      aria-expanded={open}
      data-hint={open ? branchLabels.hide : branchLabels.show}
      onClick={() => expand(id)}
      className={classes(
        'shrink-0 rounded-sm font-sans text-accent hover:underline',
        short && secondaryStyles,
      )}
    >
      {short ? branchLabels.count(count) : branchLabels.on(count)}
    </button>
  )
}

/** A finding as one line of text, for a row whose cells are not rendered yet. */
export function briefText({
  severity,
  found_dependency: found,
  location,
  repository,
  ...row
}: Finding): string {
  const name = found?.package ? `${found.package} ${found.version ?? ''}` : findingTitle(row)
  const { file } = splitPath(location?.filePath ?? '', location?.line)
  return [severityLabel(severity), name, repository?.name, location?.filePath && file]
    .filter(Boolean)
    .join(' · ')
}

/** How long the finding has had its state; the exact time and when it was first seen are shown on hover. */
export function Age({ row }: { row: Finding }) {
  const { now } = useList()
  const since = parseInstant(row.relevant_since) ?? parseInstant(row.created_at)
  if (!since) return <span className="text-3">–</span>
  const first = parseInstant(row.created_at)
  const hint = cellLabels.age(since.toISOString(), first?.toISOString())
  return (
    <time dateTime={since.toISOString()} data-hint={hint} className="whitespace-nowrap text-2">
      {shortAge(since, now)}
    </time>
  )
}

const levels: Record<string, number> = { low: 1, medium: 2, high: 3 }

const bars = ['M0 7h3v4H0z', 'M4 4h3v7H4z', 'M8 1h3v10H8z']

/** The confidence of the rule as signal bars, with a label if there is room; unknown values are shown unchanged. */
export function Confidence({ value }: { value: string | null | undefined }) {
  if (!value) return <span className="text-3">–</span>
  const level = Object.hasOwn(levels, value) ? (levels[value] ?? 0) : 0
  if (level === 0) return <span className="text-2">{humanize(value)}</span>
  return (
    <span
      data-hint={cellLabels.confidence(humanize(value))}
      className="inline-flex h-5 items-center gap-1.5 align-top text-2"
    >
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden className="shrink-0">
        <path d={bars.slice(0, level).join('')} fill="currentColor" />
        {level < bars.length && (
          <path d={bars.slice(level).join('')} fill="currentColor" fillOpacity={0.25} />
        )}
      </svg>
      <span className="sr-only @min-[1160px]:not-sr-only">{humanize(value)}</span>
    </span>
  )
}
