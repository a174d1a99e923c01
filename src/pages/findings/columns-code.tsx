import type { Finding } from '#api/dialects.ts'
import { columnsOf } from '#table/columns.ts'
import { Confidence, FindingLink, Location } from './cells.tsx'
import { ageColumn, marksColumn, severityColumn, statusColumn } from './usual-columns.tsx'

const column = columnsOf<Finding>()

/** The columns of code findings. They leave from the right as the table grows narrow. */
export const codeColumns = column.columns([
  severityColumn(104),
  column.display({
    id: 'finding',
    header: 'Finding',
    meta: { fits: true, sort: 'rule', bar: 80, grows: true },
    cell: ({ row }) => <FindingLink row={row.original} />,
  }),
  column.display({
    id: 'location',
    header: 'Location',
    meta: {
      fits: true,
      sort: 'repository',
      bar: 85,
      grows: true,
      show: 'hidden w-[27%] @min-[600px]:table-cell @min-[1160px]:w-[31%]',
    },
    cell: ({ row }) => <Location row={row.original} />,
  }),
  marksColumn(84, 'hidden @min-[900px]:table-cell'),
  column.display({
    id: 'confidence',
    header: () => <span className="sr-only @min-[1160px]:not-sr-only">Confidence</span>,
    meta: {
      fits: true,
      word: 'Confidence',
      natural: 96,
      show: 'hidden w-9 @min-[800px]:table-cell @min-[1160px]:w-24',
    },
    cell: ({ row }) => <Confidence value={row.original.confidence} />,
  }),
  statusColumn(112),
  ageColumn(),
])
