import type { Ecosystem } from '../packages/catalogue.ts'
import type { Language, Severity } from '../rules/family.ts'
import type { Cwe } from '../rules/standards.ts'

/** A published advisory about a package. Ids, packages and versions are real; the words are ours. */
export interface Advisory {
  /** CVE id, or the GHSA or RUSTSEC id of those that have no CVE. */
  id: string
  ecosystem: Ecosystem
  package: string
  license: string
  /** First version that has the flaw; none where all before `fixed` have it. */
  from?: string
  /** First version without it; none where there is none, as for packages that were withdrawn. */
  fixed?: string
  /** Versions with the flaw that are met in the wild. */
  versions: readonly string[]
  severity: Severity
  cwe: Cwe
  title: string
  /** What is wrong, in Markdown. */
  summary: string
  /** Score and percentile, 0 to 1; none where it was not scored. */
  epss?: readonly [score: number, percentile: number]
  /** Where the vulnerable part is called: a line with the match between « and ». */
  usage?: { language: Language; code: string }
  /** What must hold for the flaw to be reached, where it depends on a setting. */
  condition?: string
  malicious?: true
}
