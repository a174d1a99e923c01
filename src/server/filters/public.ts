export { trackFilterUse } from './filter-use.ts'
export { withSavedFilter } from './saved-filter.ts'
