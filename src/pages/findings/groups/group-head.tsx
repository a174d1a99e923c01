import type { ReactNode } from 'react'
import type { FindingGroup } from '#contract/answers/findings.ts'
import type { Grouping } from '#contract/vocabulary.ts'
import { formatNumber, plural } from '#lib/format.ts'
import { Link } from '#parts/link.tsx'
import { LineFrame } from '#parts/list/line-frame.tsx'
import type { LineMarks } from '#table/line.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { extentWords, type GroupTitle } from './group-words.ts'
import { SeverityMarks } from './severity-marks.tsx'

export interface GroupHeadProps {
  marks: LineMarks
  by: Grouping
  group: FindingGroup
  title: GroupTitle
  /** How many findings it holds now. */
  count: number
  severities: Readonly<Record<string, number>>
  /** How many were decided here. */
  decided: number
  open: boolean
  place: { at: number; of: number }
  /** The list of exactly these findings. */
  to: string
  onToggle: () => void
  /** What else is to be said of a group of its kind, before its numbers: whether a secret works. */
  children?: ReactNode
}

/** The head of a group: what it is made by, how many findings it holds, how severe they are, and where. */
export function GroupHead(props: GroupHeadProps) {
  const { marks, by, group, title, count, severities, decided, open, place, to, onToggle, children } = props
  const link = (
    <Link
      to={to}
      tabIndex={marks.active ? 0 : -1}
      className="shrink-0 rounded-sm text-accent underline decoration-line underline-offset-3 hover:decoration-current"
    >
      {plural(count, by === 'secret' ? 'place' : 'finding')}
    </Link>
  )
  const name = (
    <>
      <span className="min-w-0 shrink truncate font-medium text-1" title={title.title}>
        <bdi>{title.title}</bdi>
      </span>
      {title.beside && (
        <span
          className="hidden min-w-0 shrink-[20] truncate font-mono @min-[860px]:inline text-xs text-2"
          title={title.beside}
        >
          <bdi>{title.beside}</bdi>
        </span>
      )}
    </>
  )
  const extent = (
    // Numbers are whole where there is room: the name and what stands beside it give way.
    <span className="min-w-0 truncate text-2 @min-[640px]:max-w-3/5 @min-[640px]:shrink-0">
      {by === 'upgrade' && group.value !== null && 'closes '}
      {link} {extentWords(by, group)}
      {decided > 0 && <span className="text-3"> · {formatNumber(decided)} decided</span>}
    </span>
  )
  const sign = (
    <Icon
      name="chevron-down"
      className={classes('size-3.5 shrink-0 text-2 transition-transform', !open && '-rotate-90')}
    />
  )
  if (marks.phone) {
    return (
      <LineFrame marks={marks} level={1} place={place}>
        <div className="flex h-full py-2.5">
          <div className="w-7 shrink-0">{marks.box}</div>
          <div className="flex min-w-0 flex-1 flex-col justify-between">
            <span className="flex min-w-0 items-center gap-2">
              {name}
              <span className="flex-1" />
              <button
                type="button"
                tabIndex={-1}
                aria-expanded={open}
                aria-label={`Group ${title.title}`}
                onClick={onToggle}
                className="-my-2 -mr-2 grid size-8 shrink-0 place-items-center rounded"
              >
                {sign}
              </button>
            </span>
            <span className="flex min-w-0">{children || extent}</span>
            <span className="flex min-w-0">{children ? extent : <SeverityMarks counts={severities} />}</span>
          </div>
        </div>
      </LineFrame>
    )
  }
  return (
    <LineFrame marks={marks} level={1} expanded={open} place={place}>
      {marks.box}
      {sign}
      {children ? <span className="flex w-44 shrink-0 items-baseline gap-2">{name}</span> : name}
      {children}
      {extent}
      <span className="flex-1" />
      <span className={classes('hidden shrink-0', children ? '@min-[960px]:block' : '@min-[760px]:block')}>
        <SeverityMarks counts={severities} />
      </span>
    </LineFrame>
  )
}
