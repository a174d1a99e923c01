import type { ExportColumn, ExportFormat } from '#contract/operations/export.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import type { ExportOrigin } from './addresses.ts'

/** The kind of file to write, as plain data that can be sent to another thread. */
export interface FileKind {
  deploymentId: number
  format: ExportFormat
  /** Of a CSV file, in the requested order. */
  columns: readonly ExportColumn[] | undefined
  type: FindingType
  origin: ExportOrigin
}
