export { type NewestScan, newestScans } from './newest.ts'
