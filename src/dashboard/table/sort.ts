/** A sort: the API's name of the sort key, and its direction. */
export interface Sort {
  by: string
  descending: boolean
}

/** Parses `-severity` as descending severity; undefined if there is no sort. */
export function parseSort(value: string | undefined): Sort | undefined {
  if (!value) return undefined
  return value.startsWith('-') ? { by: value.slice(1), descending: true } : { by: value, descending: false }
}

/** Returns the sort for a press on a column's header: first the column's own, then the reverse. */
export function nextSort(columnSort: string, currentSort: Sort | undefined): string {
  const by = columnSort.replace('-', '')
  if (currentSort?.by !== by) return columnSort
  return currentSort.descending ? by : `-${by}`
}

/** Returns the value of `aria-sort` for a column. */
export function ariaSort(
  columnSort: string | undefined,
  currentSort: Sort | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (columnSort === undefined) return undefined
  if (currentSort?.by !== columnSort.replace('-', '')) return 'none'
  return currentSort.descending ? 'descending' : 'ascending'
}
