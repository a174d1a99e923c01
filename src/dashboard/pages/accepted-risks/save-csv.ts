import type { AcceptedRisk } from '#contract/responses/accepted-risks.ts'
import { productLabels } from '#features/project-findings.ts'
import { severityLabel } from '#features/severity.tsx'
import { untilText } from '#features/triage/end-text.ts'
import { type Cell, csvCell } from '#lib/text/csv.ts'
import { paths } from '#lib/urls/paths.ts'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast/toast.ts'
import { labels } from './labels.ts'
import { placeOf, titleOf } from './risk-text.ts'

const words = Object.fromEntries(productLabels)

const columns: readonly (readonly [name: string, of: (risk: AcceptedRisk, deployment: string) => Cell])[] = [
  ['id', ({ id }) => id],
  ['type', ({ issue_type: type }) => words[type] ?? type],
  ['severity', ({ severity }) => severityLabel(severity)],
  ['finding', titleOf],
  ['rule', ({ rule }) => rule],
  ['project', ({ project }) => project],
  ['place', placeOf],
  ['reason', ({ note }) => note],
  ['requested by', (risk) => risk.requested_by],
  ['requested at', (risk) => risk.requested_at],
  ['approved by', (risk) => risk.approved_by],
  ['approved at', (risk) => risk.approved_at],
  ['approval note', (risk) => risk.approval_note],
  ['ignored until', (risk) => risk.ignored_until],
  ['or until', (risk) => untilText(undefined, risk.ignore_ends).replace(/^until /, '')],
  [
    'url',
    ({ issue_type: type, id }, deployment) => `${location.origin}${paths.finding(deployment, type, id)}`,
  ],
]

/** Saves accepted risks as a table, one a line. */
export function saveCsv(deployment: string, risks: readonly AcceptedRisk[]): void {
  const rows: Cell[][] = [
    columns.map(([name]) => name),
    ...risks.map((risk) => columns.map(([, of]) => of(risk, deployment))),
  ]
  const text = rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
  const name = labels.csvFile(new Date().toISOString().slice(0, 10))
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }))
  toast({ tone: 'ok', title: labels.saved, detail: name, slot: 'saved' })
}
