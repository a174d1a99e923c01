// The verdicts of the gate; `tables.ts` describes the conventions of all tables.

/** A verdict on a commit of a project, as it was answered. */
export interface GateVerdictTable {
  id: number
  deployment_id: number
  project_id: number
  /** The ref as it was scanned, which may be deleted since. */
  ref_name: string
  commit: string
  /** What the commit is compared with: a verdict is replaced only by one of the same comparison. */
  comparison: string
  /** The number of the pull request; null if there is none. */
  pull_request: string | null
  /** pass, fail, none */
  verdict: string
  /** Equal for two verdicts that say the same. */
  digest: string
  /** The response without what depends on the request; see `gate/stored.ts`. */
  document_json: string
  /** The newest scan that it is about. */
  scan_id: number | null
  /** The ids of the rules that have new findings, whatever their modes; null if a source could not be compared. */
  new_rules_json: string | null
  evaluated_at: number
  /** Who asked for it. */
  actor: string
}
