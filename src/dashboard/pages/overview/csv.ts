import { flowKinds } from '#contract/overview-vocabulary.ts'
import type { OverviewAnswer } from '#contract/responses/overview.ts'
import { findingTypes, severities } from '#contract/vocabulary.ts'
import { type Cell, csvCell } from '#lib/text/csv.ts'
import { isUnscanned } from './is-unscanned.ts'

type Row = readonly Cell[]

const head = ['section', 'from', 'until', 'type', 'name', 'measure', 'value'] as const

/** Returns all numbers of an overview as a table, one number a line. What was never scanned has none of findings. */
export function overviewCsv(data: OverviewAnswer): string {
  const counted = isUnscanned(data) ? [] : [...typeRows(data), ...intervalRows(data)]
  const rows: Row[] = [head, ...counted, ...otherRows(data)]
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function typeRows({ from, until, types }: OverviewAnswer): Row[] {
  return findingTypes.flatMap((type): Row[] => {
    const {
      open,
      change,
      added,
      gone,
      flows,
      due,
      fixed_by_month: fixed,
      by_severity: bySeverity,
    } = types[type]
    const row = (name: string | null, measure: string, value: Cell): Row => [
      ...['total', from, until, type, name, measure],
      value,
    ]
    return [
      row(null, 'backlog', open),
      row(null, 'change', change),
      row(null, 'came', added),
      row(null, 'went', gone),
      ...(due ? [row(null, 'overdue', due.overdue), row(null, 'due this week', due.week)] : []),
      ...flowKinds.map((kind) => row(null, kind, flows[kind])),
      ...(fixed ?? []).flatMap((month) =>
        severities.flatMap((severity): Row[] => {
          const { met, missed } = month.by_severity[severity]
          const days = ['month', month.from, month.until, type, severity]
          return [
            [...days, 'fixed in time', met],
            [...days, 'fixed late', missed],
          ]
        }),
      ),
      ...severities.flatMap((severity) => {
        const of = bySeverity[severity]
        return [
          row(severity, 'backlog', of.open),
          row(severity, 'change', of.change),
          row(severity, 'came', of.added),
          row(severity, 'went', of.gone),
          row(severity, 'median age in days', of.age),
          row(severity, 'median time to fix in days', of.time_to_fix),
        ]
      }),
    ]
  })
}

function intervalRows({ intervals }: OverviewAnswer): Row[] {
  return intervals.flatMap(({ from, until, types }) =>
    findingTypes.flatMap((type): Row[] => [
      ['interval', from, until, type, null, 'backlog', types[type].backlog],
      ...flowKinds.map((kind): Row => ['interval', from, until, type, null, kind, types[type].flows[kind]]),
    ]),
  )
}

function otherRows({ from, until, projects, rules, gate, coverage }: OverviewAnswer): Row[] {
  return [
    ...projects.flatMap(({ name, new: counts }) =>
      findingTypes.map((type): Row => ['project', from, until, type, name, 'new', counts[type]]),
    ),
    ...rules.map(
      ({ issue_type: type, name, new: count }): Row => ['rule', from, until, type, name, 'new', count],
    ),
    ...Object.entries(gate).map(
      ([verdict, count]): Row => ['pull requests', from, until, null, null, verdict, count],
    ),
    ...Object.entries(coverage ?? {}).map(
      ([measure, count]): Row => ['coverage', null, until, null, null, measure, count],
    ),
  ]
}
