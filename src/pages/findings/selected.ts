import type { Finding } from '#api/dialects.ts'
import type { Target } from '#parts/triage/use-decide.tsx'

/** A selected row, with enough to decide it while it stands on another page. */
export interface SelectedRow {
  row: Target
  /** When it was seen as it stands, by the service's clock. */
  seenAt: string | undefined
}

/** What the next decision is for. */
export interface Selected {
  rows: ReadonlyMap<string, SelectedRow>
  /** Everything that the filter finds, here and on all pages. */
  all: boolean
}

export const nothingSelected: Selected = { rows: new Map(), all: false }

/** How many of the rows shown are selected, for the box over them. */
export function shownSelected({ rows, all }: Selected, shown: readonly Finding[]): 'none' | 'some' | 'all' {
  if (all) return 'all'
  const count = rows.size && shown.filter(({ id }) => rows.has(String(id))).length
  return count === 0 ? 'none' : count === shown.length ? 'all' : 'some'
}
