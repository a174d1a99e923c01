import type { ExportColumn, ExportFormat } from '#contract/operations/export.ts'
import type { FindingType } from '#contract/vocabulary.ts'
import type { ExportOrigin } from './addresses.ts'

/** What kind of file is written. Plain data, so that it can be handed to another thread. */
export interface FileKind {
  deploymentId: number
  format: ExportFormat
  /** Of a table, in the order in which they are wanted. */
  columns: readonly ExportColumn[] | undefined
  type: FindingType
  origin: ExportOrigin
}
