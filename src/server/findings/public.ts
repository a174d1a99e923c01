export { type NavigationCounts, navigationCounts } from './counts.ts'
