import type { Finding } from '#api/dialects.ts'
import { columnsOf } from '#table/columns.ts'
import { sharedColumns, Text } from './columns-more.tsx'
import { humanWord } from './human-word.ts'

const column = columnsOf<Finding>()

/** What else the list of supply-chain findings can show. */
export const moreSupplyChainColumns = column.columns([
  column.display({
    id: 'transitivity',
    header: 'Transitivity',
    meta: { natural: 108, bar: 70 },
    cell: ({ row }) => {
      const value = row.original.found_dependency?.transitivity
      return <Text value={value ? humanWord(value) : 'Unknown'} />
    },
  }),
  column.display({
    id: 'ecosystem',
    header: 'Ecosystem',
    meta: { natural: 100, bar: 60 },
    cell: ({ row }) => <Text value={row.original.found_dependency?.ecosystem} />,
  }),
  column.display({
    id: 'rule',
    header: 'Rule',
    meta: { natural: 300, sort: 'rule', bar: 80 },
    cell: ({ row }) => <Text value={row.original.rule_name} mono />,
  }),
  ...sharedColumns,
])
