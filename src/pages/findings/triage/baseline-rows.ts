import type { Finding } from '#api/dialects/dialects.ts'
import type { FindingFilter } from '#contract/parameters/findings-query.ts'

/** A row's triage as one text, to see that it was decided since. */
function triageText({ status, triage_state, triage_reason }: Finding): string {
  return `${status}/${triage_state}/${triage_reason ?? ''}`
}

/** How the rows stood when the service answered. */
export type Baseline = ReadonlyMap<number, string>

export function baselineOf(rows: readonly Finding[]): Baseline {
  return new Map(rows.map((row) => [row.id, triageText(row)]))
}

/** Whether a row, as it stands now, is still what the filter asks for; only what a decision can change is looked at. */
export function stillMatches(row: Finding, filter: FindingFilter): boolean {
  const { status, triage_reasons: reasons } = filter
  if (status && !status.some((wanted) => wanted === row.status)) return false
  if (!reasons) return true
  return row.status === 'ignored' && reasons.some((wanted) => wanted === row.triage_reason)
}

/** The rows that were decided since the answer, and those of them that the filter would no longer find. */
export function triagedSince(rows: readonly Finding[], baseline: Baseline, filter: FindingFilter) {
  const decided = rows.filter((row) => baseline.get(row.id) !== triageText(row))
  const left = decided.filter((row) => !stillMatches(row, filter))
  return { triagedIds: new Set(decided.map(({ id }) => String(id))), left: left.length }
}

/** The next row that was not decided yet: below the present one, else the first one above it. */
export function nextUntriaged(
  rows: readonly Finding[],
  from: number,
  decided: ReadonlySet<string>,
): Finding | undefined {
  const open = (row: Finding) => !decided.has(String(row.id))
  return rows.slice(from + 1).find(open) ?? rows.slice(0, from).find(open)
}

/** How the list goes on from what is shown. */
export interface Onward {
  page?: number
  after?: number
  start?: number | undefined
}

interface Shown {
  rows: readonly Finding[]
  page: number
  after: number | undefined
  /** How many rows stand before the first one; undefined where nobody knows. */
  start: number | undefined
  /** How many of the rows left the filter by a decision. */
  left: number
  /** How many rows match now. */
  total: number | undefined
  pageSize: number
}

/**
 * The way to the next page, or undefined at the end. While decided rows have left the page the rows behind it have
 * moved up, so the list goes on after the last row shown; a page number would skip as many as have left.
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

/** The way to the page before, or undefined on the first one. It may show rows again, and never passes over one. */
export function previousOf({
  page,
  after,
  start,
  pageSize,
}: Pick<Shown, 'page' | 'after' | 'start' | 'pageSize'>): Onward | undefined {
  if (after === undefined) return page > 0 ? { page: page - 1 } : undefined
  return { page: Math.max(0, Math.ceil((start ?? 0) / pageSize) - 1) }
}
