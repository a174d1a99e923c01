import type { Finding } from '#api/dialects/dialects.ts'
import type { Density } from '#features/appearance.ts'
import { Severity } from '#features/severity.tsx'
import { RowStatus } from '#features/triage/row-status.tsx'
import { type Column, columnsOf } from '#table/columns/columns.ts'
import { columnLabels } from '../labels.ts'
import { Age, Location } from './cells.tsx'
import { Flags } from './flags.tsx'

const column = columnsOf<Finding>()

/**
 * The default columns of a list for each density: one-line rows have columns for values that two-line rows show under
 * the title.
 */
export type DefaultColumns = Readonly<Record<Density, Column<Finding>[]>>

/** A narrow column shows only the icon and no header; the label (`data-word`) stays available to screen readers. */
const iconOnly = '[&_[data-word]]:sr-only'

// The columns that every findings list has. Width and the point at which each is hidden depend on the neighboring
// columns.

export function severityColumn() {
  return column.display({
    id: 'severity',
    header: columnLabels.severity,
    meta: {
      fits: true,
      naturalWidth: 92,
      sort: '-severity',
      bar: 80,
      show: `${iconOnly} w-9 @min-[760px]:w-23 @min-[760px]:[&_[data-word]]:not-sr-only`,
    },
    cell: ({ row }) => <Severity value={row.original.severity} />,
  })
}

/** @param show the widths at which it narrows; @param lockfile whether the location is in a lockfile. */
export function locationColumn(show: string, lockfile = false) {
  return column.display({
    id: 'location',
    header: columnLabels.location,
    meta: { fits: true, sort: 'repository', bar: 85, grows: true, show: `w-[38%] ${show}` },
    cell: ({ row }) => <Location row={row.original} lockfile={lockfile} />,
  })
}

/** @param show the width from which it is wide enough for words, as `@min-[900px]:w-28`. */
export function flagsColumn(show: string) {
  return column.display({
    id: 'marks',
    header: columnLabels.flags,
    meta: { fits: true, naturalWidth: 112, bar: 40, show: `hidden w-16 @min-[480px]:table-cell ${show}` },
    cell: ({ row }) => (
      <span className="@container/flags block">
        <Flags row={row.original} />
      </span>
    ),
  })
}

export function statusColumn() {
  return column.display({
    id: 'status',
    header: columnLabels.status,
    meta: {
      fits: true,
      naturalWidth: 112,
      show: `hidden w-16 ${iconOnly} @min-[480px]:table-cell @min-[760px]:w-28 @min-[760px]:[&_[data-word]:not(.sr-only)]:not-sr-only`,
    },
    cell: ({ row }) => <RowStatus row={row.original} />,
  })
}

export function ageColumn() {
  return column.display({
    id: 'age',
    header: columnLabels.age,
    meta: {
      fits: true,
      width: 76,
      align: 'end',
      sort: '-relevant_since',
      bar: 60,
      show: 'hidden @min-[480px]:table-cell',
    },
    cell: ({ row }) => <Age row={row.original} />,
  })
}
