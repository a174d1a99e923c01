import type { PolicyRule } from '#contract/responses/policies.ts'
import { Severity } from '#features/severity.tsx'
import { columnsOf } from '#table/columns/columns.ts'
import { labels } from '../labels.ts'
import { FixRate, LastChange, OpenFindings, RuleMode, RuleName, Values } from './cells.tsx'
import { confidenceLabel, shortStandard, sourceLabel } from './rule-labels.ts'

const column = columnsOf<PolicyRule>()

/** The minimum table width, in pixels, at which a column is shown. */
const from = {
  500: 'hidden @min-[500px]:table-cell',
  600: 'hidden @min-[600px]:table-cell',
  740: 'hidden @min-[740px]:table-cell',
  900: 'hidden @min-[900px]:table-cell',
  1120: 'hidden @min-[1120px]:table-cell',
  1240: 'hidden @min-[1240px]:table-cell',
  1380: 'hidden @min-[1380px]:table-cell',
  1500: 'hidden @min-[1500px]:table-cell',
  1640: 'hidden @min-[1640px]:table-cell',
  1800: 'hidden @min-[1800px]:table-cell',
  1920: 'hidden @min-[1920px]:table-cell',
  2040: 'hidden @min-[2040px]:table-cell',
} as const

const valuesColumn = (
  id: string,
  header: string,
  [width, least]: readonly [width: number, least: keyof typeof from],
  of: (rule: PolicyRule) => readonly string[] | null | undefined,
  shown?: (value: string) => string,
) =>
  column.display({
    id,
    header,
    meta: { width, show: from[least] },
    cell: ({ row }) => <Values values={of(row.original)} {...(shown ? { shown } : {})} />,
  })

const one = (value: string | null | undefined) => (value ? [value] : [])

/**
 * The columns of a policy's rules. As the table narrows, columns are hidden from the right; the page of a rule shows
 * all values.
 */
export const ruleColumns = column.columns([
  column.display({
    id: 'rule',
    header: labels.columns.rule,
    meta: { fits: true, sort: 'path', bar: 80, grows: true },
    cell: ({ row }) => <RuleName rule={row.original} room />,
  }),
  column.display({
    id: 'mode',
    header: labels.columns.mode,
    meta: { fits: true, sort: 'mode', width: 104, bar: 60 },
    cell: ({ row }) => <RuleMode rule={row.original} />,
  }),
  column.display({
    id: 'severity',
    header: labels.columns.severity,
    meta: { fits: true, sort: 'severity', width: 96, show: from[500] },
    cell: ({ row }) => <Severity value={row.original.severity} />,
  }),
  column.display({
    id: 'open',
    header: labels.columns.open,
    meta: { sort: '-open_findings', width: 116, align: 'end', show: from[600] },
    cell: ({ row }) => <OpenFindings rule={row.original} />,
  }),
  column.display({
    id: 'fixed',
    header: labels.columns.fixed,
    meta: { sort: '-fix_rate', width: 84, align: 'end', show: from[740] },
    cell: ({ row }) => <FixRate rule={row.original} />,
  }),
  column.display({
    id: 'change',
    header: labels.columns.change,
    meta: { sort: '-last_change', width: 150, show: from[900] },
    cell: ({ row }) => <LastChange rule={row.original} />,
  }),
  column.display({
    id: 'confidence',
    header: labels.columns.confidence,
    meta: { sort: 'confidence', width: 100, show: from[1120] },
    cell: ({ row }) =>
      confidenceLabel(row.original.confidence) ?? <span className="text-3">{labels.list.notProvided}</span>,
  }),
  column.display({
    id: 'category',
    header: labels.columns.category,
    meta: { sort: 'category', width: 120, show: from[1240] },
    cell: ({ row }) => row.original.category || <span className="text-3">–</span>,
  }),
  valuesColumn('languages', labels.columns.languages, [120, 1380], ({ languages }) => languages),
  valuesColumn('source', labels.columns.source, [100, 1500], ({ source }) => one(sourceLabel(source))),
  valuesColumn('technologies', labels.columns.technologies, [130, 1640], ({ technologies }) => technologies),
  valuesColumn('rulesets', labels.columns.rulesets, [150, 1800], ({ rulesets }) => rulesets),
  valuesColumn('cwe', labels.columns.cwe, [100, 1920], ({ cweCategories }) => cweCategories, shortStandard),
  valuesColumn(
    'owasp',
    labels.columns.owasp,
    [110, 2040],
    ({ owaspCategories }) => owaspCategories,
    shortStandard,
  ),
])
