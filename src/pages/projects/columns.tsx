import { refWords } from '#lib/ref-words.ts'
import { productWords } from '#parts/project-lists.ts'
import { columnsOf } from '#table/columns.ts'
import { LastScan, managedWords, OpenCounts, ProjectLink, type ProjectRow, RowTags } from './cells.tsx'

const column = columnsOf<ProjectRow>()

/** The columns of the list of projects. They leave from the right as the table grows narrow. */
export const projectColumns = column.columns([
  column.display({
    id: 'name',
    header: 'Project',
    meta: { fits: true, sort: 'name', bar: 70, grows: true },
    cell: ({ row }) => <ProjectLink row={row.original} />,
  }),
  column.display({
    id: 'tags',
    header: 'Tags',
    meta: { fits: true, bar: 60, show: 'hidden w-[22%] @min-[560px]:table-cell' },
    cell: ({ row }) => <RowTags row={row.original} />,
  }),
  ...productWords.map(([type, word]) =>
    column.display({
      id: type,
      header: word,
      meta: {
        fits: true,
        bar: 60,
        show: 'hidden w-27 @min-[760px]:table-cell @min-[1300px]:w-44',
      },
      cell: ({ row }) => <OpenCounts row={row.original} type={type} />,
    }),
  ),
  column.display({
    id: 'scan',
    header: 'Last scan',
    meta: { fits: true, sort: '-latest_scan_at', bar: 70, show: 'w-33 @min-[1300px]:w-56' },
    cell: ({ row }) => <LastScan row={row.original} />,
  }),
  column.display({
    id: 'branch',
    header: 'Primary branch',
    meta: { fits: true, bar: 60, show: 'hidden w-32 @min-[1120px]:table-cell' },
    cell: ({ row: { original } }) => {
      const branch = original.project.primary_branch
      return branch ? (
        <span title={branch} className="block truncate">
          <bdi>{refWords(branch)}</bdi>
        </span>
      ) : (
        <span className="text-3">None</span>
      )
    },
  }),
  column.display({
    id: 'managed',
    header: 'Managed',
    meta: { fits: true, bar: 50, show: 'hidden w-24 @min-[1240px]:table-cell' },
    cell: ({ row }) => managedWords(row.original.project),
  }),
])
