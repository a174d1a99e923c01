import type { Finding } from '#api/dialects/dialects.ts'
import type { Column } from '#table/columns/columns.ts'
import { classes } from '#ui/classes.ts'

/**
 * The headers of the findings in an open group. Assistive technology uses the table's own headers, which are under
 * those of the groups.
 */
export function RowHeaders({ columns }: { columns: readonly Column<Finding>[] }) {
  return (
    <tr aria-hidden className="text-xs font-medium text-2">
      <td className="h-(--row) border-b border-line bg-surface-1" />
      {columns.map(({ id, header, meta }) => (
        <td
          key={id}
          className={classes(
            'h-(--row) truncate border-b border-line bg-surface-1 px-2 last:pr-4',
            meta?.align === 'end' && 'text-right',
            meta?.show,
          )}
        >
          <span data-word="">{typeof header === 'string' ? header : ''}</span>
        </td>
      ))}
    </tr>
  )
}
