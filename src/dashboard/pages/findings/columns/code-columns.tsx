import type { Finding } from '#api/dialects/dialects.ts'
import type { Density } from '#features/appearance.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { columnLabels } from '../labels.ts'
import { Confidence, FindingLink, TitleCell } from './cells.tsx'
import {
  ageColumn,
  type DefaultColumns,
  flagsColumn,
  locationColumn,
  severityColumn,
  statusColumn,
} from './default-columns.tsx'

const column = columnsOf<Finding>()

/** As the table narrows, columns are hidden from the right. */
const of = (density: Density) =>
  column.columns([
    severityColumn(),
    column.display({
      id: 'finding',
      header: columnLabels.finding,
      meta: { fits: true, sort: 'rule', bar: 80, grows: true },
      cell: ({ row }) => (
        <TitleCell row={row.original}>
          <FindingLink row={row.original} />
        </TitleCell>
      ),
    }),
    ...(density === 'compact' ? [locationColumn('@min-[600px]:w-[27%] @min-[1160px]:w-[31%]')] : []),
    flagsColumn('@min-[780px]:w-28'),
    column.display({
      id: 'confidence',
      header: () => <span className="sr-only @min-[1160px]:not-sr-only">{columnLabels.confidence}</span>,
      meta: {
        fits: true,
        label: columnLabels.confidence,
        naturalWidth: 96,
        show: 'hidden w-9 @min-[800px]:table-cell @min-[1160px]:w-24',
      },
      cell: ({ row }) => <Confidence value={row.original.confidence} />,
    }),
    statusColumn(),
    ageColumn(),
  ])

/** The columns of code findings. */
export const codeColumns: DefaultColumns = { default: of('default'), compact: of('compact') }
