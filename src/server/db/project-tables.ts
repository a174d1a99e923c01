// What follows when projects are renamed, merged and split; `tables.ts` describes the conventions of all tables.

export interface ProjectChangeTables {
  project_alias: ProjectAliasTable
  project_split: ProjectSplitTable
  project_change: ProjectChangeTable
  project_change_item: ProjectChangeItemTable
}

/** A former name of a project, which still means it. Never the present name of a project. */
interface ProjectAliasTable {
  deployment_id: number
  name: string
  project_id: number
}

/** A folder of a project whose results belong to another project. */
export interface ProjectSplitTable {
  deployment_id: number
  project_id: number
  /** Ends with a slash. */
  path_prefix: string
  target_id: number
}

/** A project that was renamed, merged into another, or split. */
export interface ProjectChangeTable {
  deployment_id: number
  id: number
  /** rename, merge, split */
  kind: string
  /** The renamed project, the one that was merged, or the new one. */
  project_id: number
  /** The one that it was merged into, or split off; null for a rename. */
  other_id: number | null
  at: number
  actor: string
  /** What undoing needs; see `server/catalog/projects/changes`. */
  detail_json: string
  undone_at: number | null
}

/** Where a row was that a change moved, for as long as that can be undone. */
interface ProjectChangeItemTable {
  deployment_id: number
  change_id: number
  /** The table of the row. */
  kind: string
  row_id: number
  /** The ref that it was of; of an event the finding, of a table without refs the project. */
  parent_id: number
  /** Of a finding. */
  flaw_id: number | null
  /** The columns of a finding that took them over from another one, before and after. */
  before_json: string | null
}
