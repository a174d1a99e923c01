import type { Finding } from '#api/dialects/dialects.ts'
import { isSecretRow } from '#api/findings/secret-row.ts'
import type { Density } from '#features/appearance.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { FindingLink, TitleCell } from '../columns/cells.tsx'
import {
  ageColumn,
  type DefaultColumns,
  flagsColumn,
  locationColumn,
  severityColumn,
  statusColumn,
} from '../columns/default-columns.tsx'
import { columnLabels } from '../labels.ts'
import { useList } from '../list/list-context.ts'
import { Validation } from './validation.tsx'

const column = columnsOf<Finding>()

/** The kind of a secret as the link to it; the secret itself is never available. */
export function SecretLink({ row }: { row: Finding }) {
  const kind = isSecretRow(row) ? row.secret.type : undefined
  return kind ? <FindingLink row={row} title={kind} /> : <FindingLink row={row} />
}

/** Whether the secret is active, if known. */
export function ValidityBadge({ row }: { row: Finding }) {
  const { now } = useList()
  const secret = isSecretRow(row) ? row.secret : undefined
  return <Validation short value={secret?.validationState} at={secret?.validatedAt} now={now} />
}

const of = (density: Density) =>
  column.columns([
    severityColumn(),
    column.display({
      id: 'kind',
      header: columnLabels.kind,
      meta: { fits: true, sort: 'rule', bar: 80, grows: true, naturalWidth: 200 },
      cell: ({ row }) => (
        <TitleCell
          row={row.original}
          // Where its column is hidden.
          end={
            <span className="@min-[960px]:hidden">
              <ValidityBadge row={row.original} />
            </span>
          }
        >
          <SecretLink row={row.original} />
        </TitleCell>
      ),
    }),
    ...(density === 'compact' ? [locationColumn('@min-[600px]:w-[26%] @min-[1200px]:w-[36%]')] : []),
    column.display({
      id: 'works',
      header: columnLabels.validity,
      meta: {
        width: 160,
        bar: 75,
        show: density === 'compact' ? 'hidden @min-[760px]:table-cell' : 'hidden @min-[960px]:table-cell',
      },
      cell: ({ row }) => <ValidityBadge row={row.original} />,
    }),
    flagsColumn('@min-[1000px]:w-28'),
    statusColumn(),
    ageColumn(),
  ])

/** The columns of secrets. */
export const secretColumns: DefaultColumns = { default: of('default'), compact: of('compact') }
