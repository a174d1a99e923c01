import { formatNumber } from '#lib/text/format.ts'

/** Labels of lists that load more rows while they are scrolled. */
export const infiniteLabels = {
  loading: 'Loading…',
  loaded: (rows: number, all: string) => `${formatNumber(rows)} of ${all} loaded`,
  allLoaded: (all: string) => `All ${all}`,
  loadMore: 'Load more',
  showNew: (count: number) => `${formatNumber(count)} new · Show`,
  selection: 'Selection',
  ofSelection: 'selection',
  clearSelection: 'Clear selection',
}
