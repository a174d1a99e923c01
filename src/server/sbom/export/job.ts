import type { Selectable } from 'kysely'
import type { SbomRequest } from '#contract/operations/sbom.ts'
import { sbomExportStatuses } from '#contract/vocabulary.ts'
import type { SbomExportTable } from '#server/db/dependency-tables.ts'
import { parseStored } from '#server/db/stored-json.ts'

export const [inProgress, completed, failed] = sbomExportStatuses

export type ExportRow = Selectable<SbomExportTable>

/** The parts of a request stored in `request_json`; all others have columns. */
export interface StoredRequest {
  /** The name of the subject at the time of the request. */
  name: string
  componentType: string
  componentVersion: string | null
  supplier: SbomRequest['metadataSupplier'] | null
  /** Missing in records from before this option existed. */
  includeVulnerabilities?: boolean
  /** The requesting token, whose running exports are limited. */
  tokenId: number | null
}

/** The request stored with the export. */
export function requestOf(row: ExportRow): StoredRequest {
  // parse: the column holds JSON written by us at the time of the request.
  return parseStored<StoredRequest>(row.request_json)
}
