import type { Finding } from '#api/dialects/dialects.ts'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'

/** Serializes a row's triage, to detect changes. */
function triageText({ status, triage_state, triage_reason }: Finding): string {
  return `${status}/${triage_state}/${triage_reason ?? ''}`
}

/** The triage of the rows when the service responded. */
export type Baseline = ReadonlyMap<number, string>

export function baselineOf(rows: readonly Finding[]): Baseline {
  return new Map(rows.map((row) => [row.id, triageText(row)]))
}

/** Whether the current state of a row still matches the filter; checks only fields that triage can change. */
export function stillMatches(row: Finding, filter: FindingFilter): boolean {
  const { status, triage_reasons: reasons } = filter
  if (status && !status.some((wanted) => wanted === row.status)) return false
  if (!reasons) return true
  return row.status === 'ignored' && reasons.some((wanted) => wanted === (row.triage_reason ?? 'muted'))
}

/** Returns the rows triaged since the response, and those that the filter no longer matches. */
export function triagedSince(rows: readonly Finding[], baseline: Baseline, filter: FindingFilter) {
  const decided = rows.filter((row) => baseline.get(row.id) !== triageText(row))
  const left = decided.filter((row) => !stillMatches(row, filter))
  return { triagedIds: new Set(decided.map(({ id }) => String(id))), left: left.length }
}

/** Returns the next row without triage: below the current one, otherwise the first one above it. */
export function nextUntriaged(
  rows: readonly Finding[],
  from: number,
  decided: ReadonlySet<string>,
): Finding | undefined {
  const open = (row: Finding) => !decided.has(String(row.id))
  return rows.slice(from + 1).find(open) ?? rows.slice(0, from).find(open)
}

/** The state that determines the previous and next page. */
export interface Onward {
  page?: number
  after?: number
  start?: number | undefined
}

interface Shown {
  rows: readonly Finding[]
  page: number
  after: number | undefined
  /** The number of rows before the first one; undefined if unknown. */
  start: number | undefined
  /** The number of rows that no longer match after triage. */
  left: number
  /** The current number of matching rows. */
  total: number | undefined
  pageSize: number
}

/**
 * Returns the next page, or undefined at the end. Rows that no longer match shift later rows to this page, so the list
 * continues after the last visible row; a page number would skip as many rows.
 */
export function nextOf({ rows, page, after, start, left, total, pageSize }: Shown): Onward | undefined {
  const last = rows.at(-1)
  if (!last) return undefined
  const passed = start === undefined ? undefined : start + rows.length - left
  const more = passed !== undefined && total !== undefined ? passed < total : rows.length >= pageSize
  if (!more) return undefined
  if (left === 0 && after === undefined) return { page: page + 1 }
  return { after: last.id, start: passed }
}

/** Returns the previous page, or undefined on the first one. It may repeat rows but never skips one. */
export function previousOf({
  page,
  after,
  start,
  pageSize,
}: Pick<Shown, 'page' | 'after' | 'start' | 'pageSize'>): Onward | undefined {
  if (after === undefined) return page > 0 ? { page: page - 1 } : undefined
  return { page: Math.max(0, Math.ceil((start ?? 0) / pageSize) - 1) }
}
