/** An order: the API's name of what is ordered by, and its direction. */
export interface Sort {
  by: string
  descending: boolean
}

/** Reads `-severity` as severity downwards; nothing where there is no sort. */
export function parseSort(value: string | undefined): Sort | undefined {
  if (!value) return undefined
  return value.startsWith('-') ? { by: value.slice(1), descending: true } : { by: value, descending: false }
}

/** The order that a press on a column's head asks for: downwards first, then upwards. */
export function nextSort(by: string, present: Sort | undefined): string {
  return present?.by === by && present.descending ? by : `-${by}`
}

/** The value of `aria-sort` for a column. */
export function ariaSort(
  by: string | undefined,
  present: Sort | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (by === undefined) return undefined
  if (present?.by !== by) return 'none'
  return present.descending ? 'descending' : 'ascending'
}
