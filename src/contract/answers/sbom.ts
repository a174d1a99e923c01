import * as z from 'zod/mini'
import { instant, maybe, open } from './shapes.ts'

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
/** How many of the components that need an element have it. */
const completeness = z.array(z.object({ element: open(...minimumElements), have: z.int(), of: z.int() }))

export const sbomExport = z.object({
  taskToken: z.string(),
  status: open('SBOM_EXPORT_STATUS_IN_PROGRESS', 'SBOM_EXPORT_STATUS_COMPLETED', 'SBOM_EXPORT_STATUS_FAILED'),
  downloadUrl: maybe(z.string()),
  errorMessage: maybe(z.string()),
  repositoryId: maybe(z.string()),
  ref: maybe(z.string()),
  commit: maybe(z.string()),
  scanId: maybe(z.int()),
  format: maybe(z.string()),
  version: maybe(z.string()),
  createdAt: maybe(instant),
  createdBy: maybe(z.string()),
  components: maybe(z.int()),
  size: maybe(z.int()),
  sha256: maybe(z.string()),
  expiresAt: maybe(instant),
  /** Extensions from here on. The name of what is described: the project's, or the deployment's. */
  name: maybe(z.string()),
  output: maybe(open('json', 'xml')),
  /** As CycloneDX writes it, such as `operating-system`. */
  componentType: maybe(z.string()),
  componentVersion: maybe(z.string()),
  supplierName: maybe(z.string()),
  includeVulnerabilities: maybe(z.boolean()),
  /** When the scan was completed that it describes. */
  scannedAt: maybe(instant),
  finishedAt: maybe(instant),
  fileName: maybe(z.string()),
  completeness: maybe(completeness),
  /** Whether it can be made again from the same scan. */
  repeatable: maybe(z.boolean()),
})
export type SbomExport = z.infer<typeof sbomExport>
export const sbomExportsAnswer = z.object({
  exports: z.array(sbomExport),
  total: maybe(z.int()),
  cursor: maybe(z.string()),
  hasMore: maybe(z.boolean()),
})

export const sbomSubject = z.object({
  name: z.string(),
  ref: z.nullable(z.string()),
  commit: z.nullable(z.string()),
  scanId: z.nullable(z.int()),
  scannedAt: z.nullable(instant),
  /** Dependencies as scans reported them, the same package once for each lockfile. */
  dependencies: z.nullable(z.int()),
  /** Why nothing can be exported; null where it can. */
  reason: z.nullable(z.string()),
})
export type SbomSubject = z.infer<typeof sbomSubject>
