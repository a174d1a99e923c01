import { productLabels } from '#features/project-findings.ts'
import { refLabel } from '#lib/text/ref-label.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { LastScan, managedText, ProjectCell, type ProjectRow } from './cells.tsx'
import { labels } from './labels.ts'
import { CountsHeader, OpenCounts } from './open-counts.tsx'
import { RowTags } from './tags/row-tags.tsx'

const column = columnsOf<ProjectRow>()

/**
 * The columns of the projects list. As the table narrows, branch and managed scans are hidden first; tags move below
 * the name.
 */
export const projectColumns = column.columns([
  column.display({
    id: 'name',
    header: labels.columns.project,
    meta: { fits: true, sort: 'name', bar: 70, grows: true },
    cell: ({ row }) => <ProjectCell row={row.original} />,
  }),
  column.display({
    id: 'tags',
    header: labels.columns.tags,
    meta: { fits: true, bar: 60, show: 'hidden w-66 @min-[800px]:table-cell' },
    cell: ({ row }) => <RowTags row={row.original} />,
  }),
  ...productLabels.map(([type, label]) =>
    column.display({
      id: type,
      header: () => <CountsHeader label={label} />,
      meta: { fits: true, label, bar: 60, align: 'end', show: 'w-23 @min-[980px]:w-36' },
      cell: ({ row }) => <OpenCounts row={row.original} type={type} />,
    }),
  ),
  column.display({
    id: 'scan',
    header: labels.columns.lastScan,
    meta: {
      fits: true,
      sort: '-latest_scan_at',
      bar: 70,
      show: 'w-22 @min-[1160px]:w-34 @min-[1300px]:w-64',
    },
    cell: ({ row }) => <LastScan row={row.original} />,
  }),
  column.display({
    id: 'branch',
    header: labels.columns.branch,
    meta: { fits: true, bar: 60, show: 'hidden w-32 @min-[1160px]:table-cell' },
    cell: ({ row: { original } }) => {
      const branch = original.project.primary_branch
      return branch ? (
        <span title={branch} className="block truncate">
          <bdi>{refLabel(branch)}</bdi>
        </span>
      ) : (
        <span className="text-3">{labels.noBranch}</span>
      )
    },
  }),
  column.display({
    id: 'managed',
    header: labels.columns.managed,
    meta: { fits: true, bar: 50, show: 'hidden w-30 @min-[1300px]:table-cell' },
    cell: ({ row }) => managedText(row.original.project),
  }),
])
