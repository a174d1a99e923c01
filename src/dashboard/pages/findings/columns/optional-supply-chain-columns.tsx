import type { Finding } from '#api/dialects/dialects.ts'
import { columnsOf } from '#table/columns/columns.ts'
import { cellLabels, columnLabels } from '../labels.ts'
import { humanize } from './humanize.ts'
import { optionalColumnsForAll } from './optional-columns.tsx'
import { supplyChainColumns } from './supply-chain-columns.tsx'
import { RulePath, Text } from './text-cell.tsx'

const column = columnsOf<Finding>()

/** The optional columns of the supply-chain findings list. */
export const optionalSupplyChainColumns = column.columns([
  ...supplyChainColumns.compact,
  column.display({
    id: 'transitivity',
    header: columnLabels.transitivity,
    meta: { naturalWidth: 108, bar: 70 },
    cell: ({ row }) => {
      const value = row.original.found_dependency?.transitivity
      return <Text value={value ? humanize(value) : cellLabels.unknown} />
    },
  }),
  column.display({
    id: 'ecosystem',
    header: columnLabels.ecosystem,
    meta: { naturalWidth: 100, bar: 60 },
    cell: ({ row }) => <Text value={row.original.found_dependency?.ecosystem} />,
  }),
  column.display({
    id: 'rule',
    header: columnLabels.rule,
    meta: { naturalWidth: 300, sort: 'rule', bar: 80 },
    cell: ({ row }) => <RulePath value={row.original.rule_name} />,
  }),
  ...optionalColumnsForAll,
])
