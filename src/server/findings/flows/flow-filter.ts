import { flowKinds, standingKinds } from '#contract/overview-vocabulary.ts'
import { type FlowFilter, parseFlow } from '#contract/parameters/flow-filter.ts'
import { severities as severityNames, toCode } from '#server/db/codes.ts'
import { badRequest } from '#server/http/errors.ts'
import type { FindingColumns } from '../columns/finding-columns.ts'
import type { Table } from '../columns/table.ts'
import type { Selection } from '../filters/query.ts'
import type { StatusHistory } from '../history/status-history.ts'
import {
  indexOfDay,
  type NetFlow,
  noFlow,
  reduceChanges,
  type StatusPath,
  severitiesBefore,
  severityFlow,
} from './backlog-status.ts'
import { visitFlawPaths, visitPaths } from './status-paths.ts'

const kinds = [...flowKinds, ...standingKinds].join(', ')
const detail = `is not kinds (${kinds}) and days, such as fixed:2026-11-01..2026-11-30`

/**
 * Whether `flow` with `primary_ref` counts findings while their branch was the primary one, instead of those of the
 * present one. Source: docs/api.md#changes-of-the-backlog.
 */
export const followsPrimary = ({ filter, dedup }: Selection, history: StatusHistory | null): boolean =>
  filter.flow !== undefined && filter.primary_ref === true && !dedup && history?.hasPrimaryChanges === true

/**
 * Returns 1 for each row of a table that entered or left the backlog, or changed its severity, as a `flow` filter says;
 * with dedup, for each row of a flaw that did.
 * @throws HttpError 400 for a text that is not such a filter.
 * Source: docs/api.md#overview.
 */
export function rowsOfFlow(
  text: string,
  { columns, table, selection }: { columns: FindingColumns; table: Table; selection: Selection },
): Uint8Array {
  const { history } = columns
  if (!history) throw new Error('A flow filter was used without the history of findings.')
  const rows = new Uint8Array(table.length)
  const filter = parseFlow(text)
  if (!filter) throw badRequest([{ parameter: 'flow', detail }])
  const isOther = standingTest(filter)
  const codes = new Set(flowKinds.flatMap((kind, code) => (filter.kinds.includes(kind) ? [code] : [])))
  const flow: NetFlow = { entered: noFlow, left: noFlow, leftAt: -1 }
  const matches = (path: StatusPath, paths: readonly StatusPath[]) => {
    if (isOther?.(paths)) return true
    reduceChanges(path, indexOfDay(path, filter.from), indexOfDay(path, filter.until + 1), flow)
    return (
      codes.has(flow.entered) ||
      codes.has(flow.left) ||
      (path.severity.length > 0 && codes.has(severityFlow(path, filter.from, filter.until)))
    )
  }
  // What is open may have changed long before.
  const start = filter.kinds.includes('open') ? 0 : filter.from
  if (!selection.dedup) {
    const onPrimary = followsPrimary(selection, history)
    visitPaths(table, history, { start, bits: null, onPrimary }, (row, path) => {
      if (matches(path, [path])) rows[row] = 1
    })
    return rows
  }
  const flaws = new Uint8Array(table.flawsEnd)
  visitFlawPaths(table, history, start, (flaw, path, instances) => {
    const paths = instances.map((instance) => instance.path)
    if (matches(path, paths)) flaws[flaw] = 1
  })
  for (let row = 0; row < rows.length; row++) rows[row] = flaws[table.flaws[row] ?? 0] ?? 0
  return rows
}

/** Tests what of the backlog before the range and after it a filter asks for; null if it asks for changes alone. */
function standingTest({ kinds, from, until, severities }: FlowFilter) {
  const [isOpen, isAdded, isGone] = standingKinds.map((kind) => kinds.includes(kind))
  if (!isOpen && !isAdded && !isGone) return null
  const mask = severities.reduce((bits, name) => bits | (1 << toCode(severityNames, name)), 0) || -1
  return (paths: readonly StatusPath[]): boolean => {
    const after = (severitiesBefore(paths, until + 1) & mask) !== 0
    if (isOpen && after) return true
    const before = (severitiesBefore(paths, from) & mask) !== 0
    return after !== before && (after ? isAdded === true : isGone === true)
  }
}
