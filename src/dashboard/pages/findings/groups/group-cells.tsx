import type { ReactNode } from 'react'
import type { FindingGroup } from '#contract/responses/findings.ts'
import { type Grouping, severities } from '#contract/vocabulary.ts'
import { SeverityIcon, severityLabel } from '#features/severity.tsx'
import { formatNumber } from '#lib/text/format.ts'
import { classes } from '#ui/classes.ts'
import { groupColumnLabels, groupingLabels, groupLabels } from './labels.ts'
import { FirstSeen, SecretState } from './secret-state.tsx'

/** A column of a grouped list. Header and cells have the same width and are hidden together if there is no room. */
interface GroupColumn {
  id: string
  label: string
  className: string
  cell: (shown: ShownGroup) => ReactNode
}

/** A group with its counts after triage on this page. */
interface ShownGroup {
  group: FindingGroup
  severities: Readonly<Record<string, number>>
  /** The link to the findings. */
  link: ReactNode
}

const end = 'justify-end text-right'

/** The number of findings of a severity, as icon and number; empty for none. */
function SeverityCount({ level, count }: { level: string; count: number }) {
  return (
    count > 0 && (
      <span className="inline-flex items-center gap-1.5">
        <SeverityIcon value={level} />
        {formatNumber(count)}
        <span className="sr-only"> {severityLabel(level).toLowerCase()} </span>
      </span>
    )
  )
}

const severityColumns: readonly GroupColumn[] = severities.map((level) => ({
  id: level,
  label: severityLabel(level),
  className: 'hidden w-16 @min-[720px]:flex',
  cell: ({ severities: counts }) => <SeverityCount level={level} count={counts[level] ?? 0} />,
}))

/** A number with a label, because screen readers do not read its header. */
function Count({ of, label }: { of: number; label: string }) {
  return (
    <span>
      {formatNumber(of)}
      <span className="sr-only"> {label.toLowerCase()} </span>
    </span>
  )
}

/** Replaces the four severity columns if there is no room for them. */
const worst: GroupColumn = {
  id: 'worst',
  label: groupColumnLabels.severity,
  className: 'flex w-16 @min-[720px]:hidden',
  cell: ({ severities: counts }) => {
    const level = severities.find((one) => (counts[one] ?? 0) > 0)
    return level && <SeverityCount level={level} count={counts[level] ?? 0} />
  },
}

const findings: GroupColumn = {
  id: 'findings',
  label: groupColumnLabels.findings,
  className: classes('flex w-18', end),
  cell: ({ link }) => link,
}
const projects: GroupColumn = {
  id: 'projects',
  label: groupColumnLabels.projects,
  className: classes('hidden w-16 @min-[900px]:flex', end),
  cell: ({ group }) => <Count of={group.projects} label={groupColumnLabels.projects} />,
}
const reachable: GroupColumn = {
  id: 'reachable',
  label: groupColumnLabels.reachable,
  className: classes('hidden w-20 @min-[800px]:flex', end),
  cell: ({ group: { reachable } }) =>
    reachable == null ? (
      <span className="text-3">{groupLabels.notAnalyzed}</span>
    ) : (
      <Count of={reachable} label={groupColumnLabels.reachable} />
    ),
}

const ofSecrets: readonly GroupColumn[] = [
  {
    id: 'validity',
    label: groupColumnLabels.validity,
    className: 'flex w-74 @max-[760px]:w-40',
    cell: ({ group }) => group.value !== null && <SecretState group={group} />,
  },
  { ...findings, label: groupColumnLabels.locations },
  {
    id: 'branches',
    label: groupColumnLabels.branches,
    className: classes('hidden w-18 @min-[800px]:flex', end),
    cell: ({ group }) => <Count of={group.refs ?? 0} label={groupColumnLabels.branches} />,
  },
  projects,
  {
    id: 'first seen',
    label: groupColumnLabels.firstSeen,
    className: classes('hidden w-24 @min-[1000px]:flex', end),
    cell: ({ group }) => <FirstSeen group={group} />,
  },
]

/** Returns the columns next to the name of a group. */
function columnsBy(by: Grouping, hasReachability: boolean): readonly GroupColumn[] {
  if (by === 'secret') return ofSecrets
  return [
    ...severityColumns,
    worst,
    ...(hasReachability ? [reachable] : []),
    findings,
    ...(by === 'repos' ? [] : [projects]),
  ]
}

/** The headers of a grouped list, above the table's own headers, which name the columns of the findings. */
export function GroupHeaders({ by, hasReachability }: { by: Grouping; hasReachability: boolean }) {
  return (
    <div className="flex h-full items-center gap-2 border-b border-line bg-surface-0 pr-4 pl-6 text-xs font-medium whitespace-nowrap text-2">
      <span className="min-w-0 flex-1 truncate">{groupingLabels[by].label}</span>
      {columnsBy(by, hasReachability).map(({ id, label, className }) => (
        <span key={id} className={classes('shrink-0', className)}>
          {label}
        </span>
      ))}
    </div>
  )
}

/** The cells of a group under these headers. */
export function GroupCells({
  by,
  hasReachability,
  ...shown
}: ShownGroup & { by: Grouping; hasReachability: boolean }) {
  return columnsBy(by, hasReachability).map(({ id, className, cell }) => (
    <span key={id} className={classes('min-w-0 shrink-0 tabular-nums', className)}>
      {cell(shown)}
    </span>
  ))
}

/** On a card: the number of findings of each severity, as icon and number. */
export function SeverityCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  return (
    <span className="flex shrink-0 gap-3 text-xs text-2">
      {severities.map((level) => (
        <SeverityCount key={level} level={level} count={counts[level] ?? 0} />
      ))}
    </span>
  )
}
