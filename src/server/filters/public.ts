export { trackFilterUse } from './filter-use.ts'
export { normalizeFilter, withSavedFilter } from './saved-filter.ts'
