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

/** The order that a press on a column's header asks for: the column's own first, then the other way round. */
export function nextSort(columnSort: string, currentSort: Sort | undefined): string {
  const by = columnSort.replace('-', '')
  if (currentSort?.by !== by) return columnSort
  return currentSort.descending ? by : `-${by}`
}

/** The value of `aria-sort` for a column. */
export function ariaSort(
  columnSort: string | undefined,
  currentSort: Sort | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (columnSort === undefined) return undefined
  if (currentSort?.by !== columnSort.replace('-', '')) return 'none'
  return currentSort.descending ? 'descending' : 'ascending'
}
