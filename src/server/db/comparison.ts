/** The comparison of two databases. */
export interface Comparison {
  /** The number of findings whose decisions were compared. */
  findings: number
  /** The number of rules in policies whose modes were compared. */
  modes: number
  /** The number of counts that were compared. */
  counts: number
  /** Descriptions of the first differences. */
  differences: string[]
  /** The number of all differences. */
  total: number
}

/** Scans that one uploaded file created. */
export interface UploadedScan {
  /** The slug of the deployment. */
  deployment: string
  project: string
  ref: string
  kind: 'full' | 'diff'
  /** The category of its source; null if there is none, or if the file has several sources. */
  category: string | null
  /** SHA-256 of the file. */
  digest: string
}
