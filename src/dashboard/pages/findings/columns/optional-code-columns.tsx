import type { Finding } from '#api/dialects/dialects.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { columnLabels } from '../labels.ts'
import { codeColumns } from './code-columns.tsx'
import { humanize } from './humanize.ts'
import { optionalColumnsForAll } from './optional-columns.tsx'
import { RulePath, Text } from './text-cell.tsx'

const column = columnsOf<Finding>()

/** The optional columns of the code findings list. */
export const optionalCodeColumns = column.columns([
  ...codeColumns.compact,
  column.display({
    id: 'rule',
    header: columnLabels.rule,
    meta: { naturalWidth: 300, sort: 'rule', bar: 80 },
    cell: ({ row }) => <RulePath value={row.original.rule_name} />,
  }),
  column.display({
    id: 'resource',
    header: columnLabels.resource,
    meta: { naturalWidth: 240, bar: 70 },
    cell: ({ row }) => <Text value={row.original.resource} />,
  }),
  column.display({
    id: 'category',
    header: columnLabels.category,
    meta: { naturalWidth: 116, bar: 60 },
    cell: ({ row }) => {
      const { categories, rule } = row.original
      const words = (categories?.length ? categories : [rule.category ?? '']).filter(Boolean).map(humanize)
      return <Text value={words.join(', ')} />
    },
  }),
  column.display({
    id: 'cwe',
    header: columnLabels.cwe,
    meta: { naturalWidth: 200, bar: 70 },
    cell: ({ row }) => <Text value={row.original.rule.cweNames?.join(', ')} />,
  }),
  column.display({
    id: 'verdict',
    header: columnLabels.verdict,
    meta: { naturalWidth: 124, bar: 60 },
    cell: ({ row }) => {
      const verdict = row.original.assistant?.autotriage?.verdict
      return <Text value={verdict && humanize(verdict)} />
    },
  }),
  ...optionalColumnsForAll,
])
