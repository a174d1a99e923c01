import type { Generated } from 'kysely'
import type { LeaseColumns } from './lease-tables.ts'

// The dependencies of projects, and their SBOM exports; `tables.ts` describes the conventions of all tables.

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
  /** SPDX ids or expressions, a JSON array; empty if unknown. */
  licenses_json: string
  defined_path: string | null
  defined_line: number | null
  defined_url: string | null
  /** `[{ alg, content }]` with the names of CycloneDX; empty if unknown. */
  hashes_json: Generated<string>
  /** The package URL from the scan; null if it can be derived from ecosystem, name and version. */
  purl: Generated<string | null>
  /** Its names in the Common Platform Enumeration as the scan gave them, a JSON array; null if it gave none. */
  cpes_json: Generated<string | null>
  /** Ids of its direct dependencies, a JSON array; null if unknown. */
  requires_json: Generated<string | null>
  /**
   * The shortest path from a direct dependency of the project, as `["name@version", …]` without itself; null if
   * unknown.
   */
  through_json: Generated<string | null>
  /** Null if it was stored before this column existed. */
  first_seen_scan_id: Generated<number | null>
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
  /** The exported content, in `sbom_content`; null until it was read. */
  content_digest: Generated<string | null>
  completeness_json: Generated<string | null>
  /** When the described scan was completed. */
  scanned_at: Generated<number | null>
  /** 1 if the storage did not have the file when it was last looked for. */
  file_missing: Generated<number>
}

/** A part of the file of an export, where files are kept in the database; only on PostgreSQL. */
export interface ExportFileTable {
  deployment_id: number
  task_token: string
  part: number
  content: Uint8Array
}

export interface SbomContentTable {
  deployment_id: number
  /** SHA-256 of the content, hexadecimal. */
  digest: string
  /** Gzipped JSON. */
  content: Uint8Array
}
