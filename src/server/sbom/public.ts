export { countExportsBefore, deleteExportsBefore, endExports } from './export/expired-exports.ts'
export { exportQueue } from './export/run.ts'
export { assertFormat } from './formats/format.ts'
