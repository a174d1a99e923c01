import type { Generated } from 'kysely'
import type { LeaseColumns } from './lease-tables.ts'

// What projects are made of, and the exports of it; `tables.ts` says what holds for all.

export interface LockfileTable {
  id: number
  deployment_id: number
  project_id: number
  ref_id: number
  on_primary: number
  path: string
  scan_id: number
}

export interface DependencyTable {
  id: number
  deployment_id: number
  project_id: number
  lockfile_id: number
  on_primary: number
  ecosystem: string
  name: string
  version: string
  transitivity: number
  /** SPDX ids or expressions, a JSON array; empty where unknown. */
  licenses_json: string
  defined_path: string | null
  defined_line: number | null
  defined_url: string | null
  /** `[{ alg, content }]` as CycloneDX names them; empty where unknown. */
  hashes_json: Generated<string>
  /** The package URL that a scan gave; null where it follows from ecosystem, name and version. */
  purl: Generated<string | null>
  /** Ids of the dependencies that it asks for, a JSON array; null where that is not known. */
  requires_json: Generated<string | null>
  /** The shortest way from what the project asks for itself, as `["name@version", …]` without itself; null where unknown. */
  through_json: Generated<string | null>
}

export interface SbomExportTable extends LeaseColumns {
  id: number
  task_token: string
  deployment_id: number
  project_id: number | null
  ref_name: string | null
  scan_id: number | null
  commit: string | null
  format: string
  version: string
  output: string
  /** The rest of the request: component type, supplier, component version, includeVulnerabilities. */
  request_json: string
  status: string
  error_message: string | null
  created_at: number
  created_by: string
  finished_at: number | null
  components: number | null
  size: number | null
  sha256: string | null
  file_name: string | null
  download_token: string | null
  expires_at: number | null
  /** What was described, in `sbom_content`; null until it was read. */
  content_digest: Generated<string | null>
  completeness_json: Generated<string | null>
  /** When the scan was completed that it describes. */
  scanned_at: Generated<number | null>
}

export interface SbomContentTable {
  deployment_id: number
  /** SHA-256 of the content, hexadecimal. */
  digest: string
  /** Gzipped JSON. */
  content: Uint8Array
}
