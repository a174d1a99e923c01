export { readChangeNumber } from './change-number.ts'
export type { ColumnKind, Turn } from './column-kind.ts'
export { ColumnStores } from './column-stores.ts'
export { runLoader } from './run-loader.ts'
