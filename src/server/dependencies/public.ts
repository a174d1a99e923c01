export { loadDependencies, warmDependencies } from './columns/dependencies-kind.ts'
export { type ReadVersion, versionOrder } from './versions/order.ts'
