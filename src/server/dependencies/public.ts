export { startDependencyColumns } from './memory/memory.ts'
export { versionOrder } from './versions/order.ts'
