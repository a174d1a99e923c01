import * as z from 'zod/mini'
import { instant, maybe, open } from './shapes.ts'

export const exportSbomAnswer = z.object({ taskToken: z.string() })

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
})
export type SbomExport = z.infer<typeof sbomExport>
export const sbomExportsAnswer = z.object({ exports: z.array(sbomExport) })
