import type { Finding } from '#api/dialects.ts'
import { Severity } from '#parts/severity.tsx'
import { Status } from '#parts/status.tsx'
import { columnsOf } from '#table/columns.ts'
import { Age, Confidence, FindingLink, Location, Marks } from './cells.tsx'

const column = columnsOf<Finding>()

/** The columns of code findings. They leave from the right as the table grows narrow. */
export const codeColumns = column.columns([
  column.display({
    id: 'severity',
    header: 'Severity',
    meta: { fits: true, width: 104, sort: '-severity', bar: 80 },
    cell: ({ row }) => <Severity value={row.original.severity} />,
  }),
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
  column.display({
    id: 'marks',
    header: 'Marks',
    meta: { width: 84, bar: 40, show: 'hidden @min-[900px]:table-cell' },
    cell: ({ row }) => <Marks row={row.original} />,
  }),
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
  column.display({
    id: 'status',
    header: 'Status',
    meta: { fits: true, width: 112, show: 'hidden @min-[480px]:table-cell' },
    cell: ({ row }) => <Status value={row.original.status} />,
  }),
  column.display({
    id: 'age',
    header: 'Age',
    meta: {
      fits: true,
      width: 76,
      align: 'end',
      sort: '-relevant_since',
      bar: 60,
    },
    cell: ({ row }) => <Age row={row.original} />,
  }),
])
