export { exportQueue } from './export/run.ts'
export { assertFormat } from './formats/format.ts'
