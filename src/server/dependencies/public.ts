export { loadDependencies, warmDependencies } from './columns/dependencies-kind.ts'
export { versionOrder } from './versions/order.ts'
