export { withSavedFilter } from './kept.ts'
export { trackFilterUse } from './uses.ts'
