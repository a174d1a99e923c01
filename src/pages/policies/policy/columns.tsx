import type { PolicyRule } from '#contract/answers/policies.ts'
import { Severity } from '#parts/severity.tsx'
import type { Arrangement } from '#table/arrangement.ts'
import { layoutOf } from '#table/column-layout.ts'
import { columnsOf } from '#table/columns.ts'
import { FixRate, LastChange, OpenFindings, RuleMode, RuleName, Values } from './cells.tsx'
import { confidenceWord, shortStandard, sourceWord } from './rule-words.ts'

const column = columnsOf<PolicyRule>()

const valuesColumn = (
  id: string,
  header: string,
  width: number,
  of: (rule: PolicyRule) => readonly string[] | null | undefined,
  shown?: (value: string) => string,
) =>
  column.display({
    id,
    header,
    meta: { width },
    cell: ({ row }) => <Values values={of(row.original)} {...(shown ? { shown } : {})} />,
  })

const one = (value: string | null | undefined) => (value ? [value] : [])

/** The columns of a policy's rules. Behind those that decide about a mode stand the facts, reached by scrolling sideways. */
export const ruleColumns = column.columns([
  column.display({
    id: 'rule',
    header: 'Rule',
    meta: { fits: true, sort: 'path', bar: 80, grows: true, natural: 340 },
    cell: ({ row }) => <RuleName rule={row.original} />,
  }),
  column.display({
    id: 'mode',
    header: 'Mode',
    meta: { fits: true, sort: 'mode', width: 276, bar: 90 },
    cell: ({ row }) => <RuleMode rule={row.original} />,
  }),
  column.display({
    id: 'severity',
    header: 'Severity',
    meta: { fits: true, sort: 'severity', width: 100 },
    cell: ({ row }) => <Severity value={row.original.severity} />,
  }),
  column.display({
    id: 'open',
    header: 'Open',
    meta: { sort: '-open_findings', width: 76, align: 'end' },
    cell: ({ row }) => <OpenFindings rule={row.original} />,
  }),
  column.display({
    id: 'fixed',
    header: 'Fix rate',
    meta: { sort: '-fix_rate', width: 84, align: 'end' },
    cell: ({ row }) => <FixRate rule={row.original} />,
  }),
  column.display({
    id: 'change',
    header: 'Last change',
    meta: { sort: '-last_change', width: 150 },
    cell: ({ row }) => <LastChange rule={row.original} />,
  }),
  column.display({
    id: 'confidence',
    header: 'Confidence',
    meta: { sort: 'confidence', width: 100 },
    cell: ({ row }) => confidenceWord(row.original.confidence) ?? <span className="text-3">Not said</span>,
  }),
  column.display({
    id: 'category',
    header: 'Category',
    meta: { sort: 'category', width: 120 },
    cell: ({ row }) => row.original.category || <span className="text-3">–</span>,
  }),
  valuesColumn('source', 'Source', 100, ({ source }) => one(sourceWord(source))),
  valuesColumn('languages', 'Languages', 120, ({ languages }) => languages),
  valuesColumn('technologies', 'Technologies', 130, ({ technologies }) => technologies),
  valuesColumn('rulesets', 'Rulesets', 150, ({ rulesets }) => rulesets),
  valuesColumn('cwe', 'CWE', 100, ({ cweCategories }) => cweCategories, shortStandard),
  valuesColumn('owasp', 'OWASP', 110, ({ owaspCategories }) => owaspCategories, shortStandard),
])

/** The columns have their own widths and the table scrolls sideways under the first ones. */
export const ruleArrangement: Arrangement = {
  ...layoutOf(ruleColumns, { chosen: true, widths: {} }),
  Grip: () => null,
}
