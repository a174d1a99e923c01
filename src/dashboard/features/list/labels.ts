import { formatNumber } from '#lib/text/format.ts'

/** Labels shared by all lists. */
export const listLabels = {
  failed: (what: string) => `Couldn't load ${what}`,
  stale: (title: string, detail: string) =>
    `These rows may be out of date: ${title.toLowerCase()}. ${detail}`,
  retry: 'Retry',
  ignoredParts: 'Parts of this URL were ignored.',
  andMore: (count: number) => `and ${formatNumber(count)} more`,
  clear: 'Clear',
  selectPage: 'Select all rows on this page',
  nothingSelected: 'Nothing selected',
  onOtherPages: (count: number) => `${formatNumber(count)} on other pages`,
  selected: (count: string) => `${count} selected`,
  selectionCleared: 'Selection cleared because the filter changed',
  filters: 'Filters',
  filtersInUse: (count: number) => (count > 0 ? `Filters ${count}` : 'Filters'),
  notAFilter: (name: string) => `“${name}” is not a filter`,
  activeFilters: 'Filters in use',
  moreFilters: (count: number) => `${formatNumber(count)} more ${count === 1 ? 'filter' : 'filters'}`,
  fewerFilters: 'Fewer filters',
  fewer: 'Fewer',
}
