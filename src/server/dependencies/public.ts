export { holdDependencies } from './memory/memory.ts'
