export { type ReadVersion, versionOrder } from './order.ts'
