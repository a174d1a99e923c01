export { startDependencyColumns } from './columns/column-store.ts'
export { versionOrder } from './versions/order.ts'
