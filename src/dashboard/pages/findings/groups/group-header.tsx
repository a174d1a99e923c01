import type { ReactNode } from 'react'
import type { FindingGroup } from '#contract/responses/findings.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { Link } from '#features/link.tsx'
import { FullWidthRow } from '#features/list/table/full-width-row.tsx'
import { OpenButton, OpenIcon } from '#features/list/table/open-icon.tsx'
import { formatNumber } from '#lib/text/format.ts'
import type { DisplayRowState } from '#table/rows/display-row.ts'
import { classes } from '#ui/classes.ts'
import { GroupCells, SeverityCounts } from './group-cells.tsx'
import { extentLabel, findingsLabel, type GroupTitle, groupLabels } from './labels.ts'
import { SecretState } from './secret-state.tsx'

export interface GroupHeaderProps {
  rowState: DisplayRowState
  by: Grouping
  group: FindingGroup
  title: GroupTitle
  /** The current number of findings. */
  count: number
  severities: Readonly<Record<string, number>>
  hasReachability: boolean
  /** The number of findings triaged here. */
  triagedCount: number
  open: boolean
  position: { at: number; of: number }
  /** The URL of the list of exactly these findings. */
  to: string
  onToggle: () => void
  /** Shown next to the title: the versions of an upgrade. */
  children?: ReactNode
}

/** The header of a group: its name, number of findings, severities, and number of projects. */
export function GroupHeader(props: GroupHeaderProps) {
  const { rowState, by, count, open, position, to } = props
  const label = findingsLabel(by, count)
  const link = (
    <Link
      to={to}
      tabIndex={rowState.active ? 0 : -1}
      aria-label={rowState.phone ? undefined : label}
      className="shrink-0 rounded-sm text-accent underline decoration-line underline-offset-3 hover:decoration-current"
    >
      {rowState.phone ? label : formatNumber(count)}
    </Link>
  )
  return (
    <FullWidthRow state={rowState} level={1} expanded={open} position={position}>
      {rowState.phone ? <CardContent {...props} link={link} /> : <RowContent {...props} link={link} />}
    </FullWidthRow>
  )
}

interface ContentProps extends GroupHeaderProps {
  /** The number of findings, as a link to their list. */
  link: ReactNode
}

/** The header of a group as a table row. */
function RowContent(props: ContentProps) {
  const { rowState, by, group, title, severities, hasReachability, triagedCount, open, children, link } =
    props
  return (
    <>
      {rowState.box}
      <OpenIcon open={open} />
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <GroupName title={title.title} narrow={children != null} />
        {title.detail && (
          <span
            className="hidden min-w-0 shrink-[9999] truncate font-mono text-xs text-2 @min-[560px]:inline"
            title={title.detail}
          >
            <bdi>{title.detail}</bdi>
          </span>
        )}
        {children}
        <TriagedCount count={triagedCount} />
      </span>
      <GroupCells {...{ by, group, severities, link, hasReachability }} />
    </>
  )
}

/** The header of a group as a card on a phone. */
function CardContent(props: ContentProps) {
  const { rowState, by, group, title, severities, triagedCount, open, onToggle, children, link } = props
  const isSecret = by === 'secret' && group.value !== null
  const extent = (
    <span className="min-w-0 truncate text-2">
      {link} {extentLabel(by, group)} <TriagedCount count={triagedCount} />{' '}
      {title.detail && (
        <bdi className="font-mono text-xs" title={title.detail}>
          {title.detail}
        </bdi>
      )}
    </span>
  )
  return (
    <div className="flex h-full py-2.5">
      <div className="w-7 shrink-0">{rowState.box}</div>
      <div className="flex min-w-0 flex-1 flex-col justify-between">
        <span className="flex min-w-0 items-center gap-2">
          <GroupName title={title.title} narrow={children != null} />
          <span className="flex-1" />
          <OpenButton open={open} label={groupLabels.toggle(title.title)} onToggle={onToggle} />
        </span>
        <span className="flex min-w-0">{isSecret ? <SecretState group={group} /> : extent}</span>
        <span className="flex min-w-0">
          {isSecret ? extent : children || <SeverityCounts counts={severities} />}
        </span>
      </div>
    </div>
  )
}

function GroupName({ title, narrow }: { title: string; narrow: boolean }) {
  return (
    <span
      className={classes('min-w-0 shrink truncate font-medium text-1', narrow && 'max-w-3/5')}
      title={title}
    >
      <bdi>{title}</bdi>
    </span>
  )
}

function TriagedCount({ count }: { count: number }) {
  return count > 0 && <span className="shrink-0 text-3">{groupLabels.triaged(count)}</span>
}
