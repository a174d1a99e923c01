export { holdDependencies } from './memory/memory.ts'
export { versionOrder } from './versions/order.ts'
