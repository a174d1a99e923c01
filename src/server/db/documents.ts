/**
 * The content of `finding.document_json`: the fields of a finding that no filter reads, named as in the API, so that
 * responses can copy them unchanged. All are optional.
 */
export interface FindingDocument {
  rule_message?: string | null
  line_of_code_url?: string | null
  /** Extensions. */
  logical_location?: string | null
  /** The source was not stored, since it may show a credential that could not be told from it. */
  source_withheld?: boolean
  cvss?: { method: string; score: number | null; vector: string | null; source: string | null }[] | null
  severity_from?: { method: string; source: string | null } | null
  /** The scanner says the severity in a form that earlier versions did not read. */
  severity_word?: true
  external_ticket?: {
    id?: number | null
    externalSlug?: string | null
    linkedIssueIds?: number[] | null
    url?: string | null
  } | null
  review_comments?: { externalDiscussionId?: string | null; externalNoteId?: number | null }[] | null
  click_to_fix_prs?: { created_at?: string | null; url?: string | null; state?: string | null }[] | null
  click_to_fix_failures?: { created_at?: string | null; reason?: string | null }[] | null
  assistant?: {
    autofix?: { explanation?: string | null; fix_code?: string | null } | null
    autotriage?: { reason?: string | null; verdict?: string | null } | null
    component?: { risk?: string | null; tag?: string | null } | null
    guidance?: { instructions?: string | null; summary?: string | null } | null
    rule_explanation?: { explanation?: string | null; summary?: string | null } | null
  } | null
  /** The advisory names fixed versions of the package, none of them above the installed one. */
  no_later_fix?: boolean
  fix_recommendations?: { package?: string | null; version?: string | null }[] | null
  lockfile_line_url?: string | null
  reachable_condition?: string | null
  usage?: {
    external_ticket?: FindingDocument['external_ticket']
    location?: {
      filePath?: string | null
      line?: number | null
      column?: number | null
      endLine?: number | null
      endColumn?: number | null
      url?: string | null
    } | null
  } | null
  secret?: {
    ruleHashId?: string | null
    refUrl?: string | null
    historicalInfo?: {
      gitCommit?: string | null
      gitBlob?: string | null
      gitCommitTimestamp?: string | null
    } | null
  } | null
}

export interface CodeLines {
  startLine: number
  lines: string[]
}

export interface DataFlowStep {
  kind: 'source' | 'step' | 'sink'
  location: {
    filePath: string
    line?: number | null
    column?: number | null
    endLine?: number | null
    endColumn?: number | null
  }
  code: string | null
}

/** A change of whole lines, from `startLine` (1-based): `before` is replaced by `after`. */
export interface SuggestedFix {
  startLine: number
  before: string
  after: string
}
