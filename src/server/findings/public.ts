export { navigationCounts } from './counts.ts'
