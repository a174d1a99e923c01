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

/** The order that a press on a column's head asks for: the column's own first, then the other way round. */
export function nextSort(own: string, present: Sort | undefined): string {
  const by = own.replace('-', '')
  if (present?.by !== by) return own
  return present.descending ? by : `-${by}`
}

/** The value of `aria-sort` for a column. */
export function ariaSort(
  own: string | undefined,
  present: Sort | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (own === undefined) return undefined
  if (present?.by !== own.replace('-', '')) return 'none'
  return present.descending ? 'descending' : 'ascending'
}
