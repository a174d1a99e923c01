import * as z from 'zod/mini'
import { sbomExportStatuses } from '../vocabulary.ts'
import { always, instant, open } from './shapes.ts'

export const exportSbomAnswer = z.object({ taskToken: z.string() })

/** Source: NTIA, "The Minimum Elements For a Software Bill of Materials". */
export const minimumElements = [
  'supplier',
  'name',
  'version',
  'identifier',
  'relationship',
  'author',
  'timestamp',
] as const
/** The number of components that have an element, of those that need it. */
const completeness = z.array(z.object({ element: open(...minimumElements), have: z.int(), of: z.int() }))

export const sbomExport = z.object({
  taskToken: z.string(),
  status: open(...sbomExportStatuses),
  downloadUrl: always(z.nullable(z.string())),
  errorMessage: always(z.nullable(z.string())),
  repositoryId: always(z.nullable(z.string())),
  ref: always(z.nullable(z.string())),
  commit: always(z.nullable(z.string())),
  scanId: always(z.nullable(z.int())),
  format: always(z.string()),
  version: always(z.string()),
  createdAt: always(instant),
  createdBy: always(z.string()),
  components: always(z.nullable(z.int())),
  size: always(z.nullable(z.int())),
  sha256: always(z.nullable(z.string())),
  expiresAt: always(z.nullable(instant)),
  /** Extensions from here on. The name of the export's subject: the project's, or the deployment's. */
  name: always(z.string()),
  output: always(open('json', 'xml')),
  /** In CycloneDX spelling, such as `operating-system`. */
  componentType: always(z.string()),
  componentVersion: always(z.nullable(z.string())),
  supplierName: always(z.nullable(z.string())),
  includeVulnerabilities: always(z.boolean()),
  /** When the scan that it describes was completed. */
  scannedAt: always(z.nullable(instant)),
  finishedAt: always(z.nullable(instant)),
  fileName: always(z.nullable(z.string())),
  completeness: always(z.nullable(completeness)),
  /** Whether its file is gone before it expired: it was deleted, or not moved with the database. */
  fileMissing: always(z.boolean()),
  /** Whether it can be repeated from the same scan. */
  repeatable: always(z.boolean()),
})
export type SbomExport = z.infer<typeof sbomExport>
export const sbomExportsAnswer = z.object({
  exports: z.array(sbomExport),
  total: always(z.int()),
  cursor: always(z.string()),
  hasMore: always(z.boolean()),
})

export const sbomSubject = z.object({
  name: z.string(),
  ref: z.nullable(z.string()),
  commit: z.nullable(z.string()),
  scanId: z.nullable(z.int()),
  scannedAt: z.nullable(instant),
  /** Dependencies as scans reported them, the same package once for each lockfile. */
  dependencies: z.nullable(z.int()),
  /** Why nothing can be exported; null if it can. */
  reason: z.nullable(z.string()),
  /** Refs of the project that can be exported in its place, newest scan first, ten at most; empty if it can. */
  refs: always(z.array(z.string())),
})
export type SbomSubject = z.infer<typeof sbomSubject>
