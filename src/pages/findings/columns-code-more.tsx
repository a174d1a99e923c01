import type { Finding } from '#api/dialects.ts'
import { columnsOf } from '#table/columns.ts'
import { sharedColumns, Text } from './columns-more.tsx'
import { humanWord } from './human-word.ts'

const column = columnsOf<Finding>()

/** What else the list of code findings can show. */
export const moreCodeColumns = column.columns([
  column.display({
    id: 'rule',
    header: 'Rule',
    meta: { natural: 300, sort: 'rule', bar: 80 },
    cell: ({ row }) => <Text value={row.original.rule_name} mono />,
  }),
  column.display({
    id: 'category',
    header: 'Category',
    meta: { natural: 116, bar: 60 },
    cell: ({ row }) => {
      const { categories, rule } = row.original
      const words = (categories?.length ? categories : [rule.category ?? '']).filter(Boolean).map(humanWord)
      return <Text value={words.join(', ')} />
    },
  }),
  column.display({
    id: 'cwe',
    header: 'CWE',
    meta: { natural: 200, bar: 70 },
    cell: ({ row }) => <Text value={row.original.rule.cweNames?.join(', ')} />,
  }),
  column.display({
    id: 'verdict',
    header: 'Assistant',
    meta: { natural: 124, bar: 60 },
    cell: ({ row }) => {
      const verdict = row.original.assistant?.autotriage?.verdict
      return <Text value={verdict && humanWord(verdict)} />
    },
  }),
  ...sharedColumns,
])
