export { withKeptFilter } from './kept.ts'
