import type { Selectable } from 'kysely'
import type { SbomRequest } from '#contract/operations/sbom.ts'
import { sbomExportStatuses } from '#contract/vocabulary.ts'
import type { SbomExportTable } from '#server/db/dependency-tables.ts'
import { parseStored } from '#server/db/stored-json.ts'

export const [inProgress, completed, failed] = sbomExportStatuses

export type ExportRow = Selectable<SbomExportTable>

/** What `request_json` keeps of a request: the rest has columns. */
export interface StoredRequest {
  /** What is described, as it was named when it was asked for. */
  name: string
  componentType: string
  componentVersion: string | null
  supplier: SbomRequest['metadataSupplier'] | null
  /** Missing in records of before there was the choice. */
  includeVulnerabilities?: boolean
  /** The token that asked, whose running exports are limited. */
  tokenId: number | null
}

/** What was asked for, as it was kept with the export. */
export function requestOf(row: ExportRow): StoredRequest {
  // parse: the column holds what was written by us when the export was asked for.
  return parseStored<StoredRequest>(row.request_json)
}
