export { withKeptFilter } from './kept.ts'
export { noteUsesOfFilters } from './uses.ts'
