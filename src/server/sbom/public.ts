export { copyExportFiles, storeExportFiles } from './export/backup-files.ts'
export {
  countExportsBefore,
  deleteExportFilesBefore,
  deleteExports,
  endExports,
} from './export/expired-exports.ts'
export { exportQueue } from './export/run.ts'
export { bucketFault } from './export/storage/s3/check.ts'
export type { StorageConfig } from './export/storage/storage.ts'
export { assertFormat } from './formats/format.ts'
