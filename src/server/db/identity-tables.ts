// The data that identifies findings across scans; `tables.ts` describes the conventions of all tables.

/** The identifying evidence of a finding from its last scan: hashes, as in `ReportedEvidence`. */
export interface FindingEvidenceTable {
  deployment_id: number
  finding_id: number
  /** The name and the value of the scanner's stable fingerprint. */
  scheme: string | null
  fingerprint: string | null
  /** Of a fingerprint whose name is not known to be stable. */
  other_scheme: string | null
  other_fingerprint: string | null
  code: string | null
  /** Of the tokens of the code; null for rows of versions before 0042. */
  tokens: string | null
  context: string | null
  flow: string | null
  message: string | null
  /** The ids of the advisory, a JSON array; null if it has no aliases. */
  aliases_json: string | null
  /** The package URL that the scan gave for a vulnerable package; null for rows of versions before 0045. */
  purl: string | null
  /** The distribution that the scan named without one: `debian:12`, '' if it only said that it is one. */
  distribution: string | null
  /**
   * The part of what its tool scans, such as a framework or images; null if the format has no parts, and for rows of
   * versions before 0048.
   */
  part: string | null
}

/** A match of a scan that can be wrong, or a finding that may be the same as another. */
export interface FindingMatchTable {
  id: number
  deployment_id: number
  project_id: number
  /** The finding that a scan reported. */
  finding_id: number
  /** For a candidate the finding that it may be; for an undone match the finding that was created from it. */
  other_id: number | null
  /** match, candidate */
  kind: string
  /** Basis of a match, doubt of a candidate: `matching/candidates.ts`. */
  basis: string
  /** open, confirmed, rejected, replaced */
  state: string
  scan_id: number
  at: number
  /** The columns of the finding before the match, to restore them. */
  before_json: string | null
}

/** A finding that a person excluded from a flaw; `evidence` is that of a reported finding. */
export interface FlawExclusionTable {
  deployment_id: number
  project_id: number
  flaw_id: number
  evidence: string
}

/** A fingerprint of a scheme that the tool changed, and the previous one. */
export interface FingerprintAliasTable {
  deployment_id: number
  project_id: number
  source_id: number
  fingerprint: string
  same_as: string
}

/** A rule that its tool renamed, as a scan of a project showed. */
export interface RuleRenameTable {
  id: number
  deployment_id: number
  project_id: number
  from_rule_id: number
  to_rule_id: number
  /** The source of the scan. */
  source_id: number
  at: number
  /** Whether the new rule took over the modes of the former one, since no policy had it before. */
  took_modes: number
  /** When a person separated them again, milliseconds since 1970. */
  undone_at: number | null
}

/**
 * The report of a file that is not applied yet: held, one part of several, or to be applied by a job. Also the
 * lockfiles of a retired source, for as long as it can be restored.
 */
export interface StoredReportTable {
  id: number
  deployment_id: number
  /** held, part, import, retired */
  kind: string
  /** The held scan, the key of the parts, the job, or the ids of project and source. */
  key: string | null
  facts_json: string
  content: Uint8Array
  created_at: number
  expires_at: number
}

/** The files that the newest applied full scan of a source on a ref named as all that it scanned. */
export interface ScanScopeTable {
  deployment_id: number
  ref_id: number
  source_id: number
  /** How many files, at least one. */
  files: number
  /** Hashes of the files' paths without separators, of many files a sample. */
  hashes: string
}

/** A source of a project that will not report again. */
export interface RetiredSourceTable {
  project_id: number
  source_id: number
  deployment_id: number
  at: number
  actor: string
  undone_at: number | null
}
