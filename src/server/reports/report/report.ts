import type { scanFormats } from '#contract/vocabulary.ts'
import type { RenamedFile } from '../values/renamed-files.ts'

/**
 * The common form of all scanner formats, which the lifecycle processes. It contains no database ids and no times of
 * this service. Every string in it is already limited in length and free of control characters (line breaks and tabs
 * are kept in messages and code); none of it is trusted.
 */

export type Severity = 'low' | 'medium' | 'high' | 'critical'
export type Confidence = 'low' | 'medium' | 'high'
export type ReportFormat = (typeof scanFormats)[number]

/** The content of one file. A file may have several sources (SARIF runs of several tools). */
export type ScanReport = {
  format: ReportFormat
  /** One entry for each source; runs of the same source in one file are joined. Empty if the file has no run. */
  runs: ReportedRun[]
  /** Results found in the file, including those left out. */
  read: number
  leftOut: LeftOut[]
}

export type LeftOut = { reason: string; count: number }

/** docs/api.md#lifecycle: a scan reports for one source on one ref. */
export type ReportedSource = {
  /** The family, so that names and versions of one tool are one source. */
  tool: string
  /**
   * The `category` given with the import, else SARIF `automationDetails.id` without the part that identifies the run.
   */
  category: string | null
}

export type ReportedRun = {
  source: ReportedSource
  /** The name in the file. */
  tool: { name: string; version: string | null }
  /** ISO 8601 with milliseconds and `Z`. */
  startedAt: string | null
  completedAt: string | null
  exitCode: number | null
  /** Why the run failed, in one sentence; a failed run only adds what it found. Null if it did not fail. */
  failure: string | null
  /** Errors that the tool reports, at most `maxErrors`. */
  errors: ReportedError[]
  revision: ReportedRevision | null
  /** Files whose path earlier versions read as another one; missing in a report that such a version stored. */
  formerPaths?: RenamedFile[]
  /**
   * Salted hashes of literals of hard-coded credentials that look like values; missing in a report that an earlier version
   * stored.
   */
  credentialHashes?: string[]
  /** Whether equal results at one place were read as one. */
  reportsEqualOnce?: boolean
  rules: ReportedRule[]
  findings: ReportedFinding[]
  /**
   * The dependencies of each lockfile, each path once; null if the file does not report dependencies, empty if there
   * are none.
   */
  lockfiles: ReportedLockfile[] | null
  coverage: Coverage
}

export type ReportedLockfile = {
  path: string
  /** False if the path is only a name chosen by the reader, which is not known to be a file of the repository. */
  located: boolean
  /** Each artifact of a package once. */
  dependencies: ReportedDependency[]
}

export type ReportedDependency = {
  /** As in the filter (`npm`, `gomod`), else the type of its package URL, else `generic`. */
  ecosystem: string
  name: string
  /** '' if unknown. */
  version: string
  transitivity: 'direct' | 'transitive' | 'unknown'
  /** SPDX ids, expressions or names. */
  licenses: string[]
  hashes: ReportedHash[]
  /** As sent, unless it can be derived from ecosystem, name and version. */
  purl: string | null
  /** Valid CPE names, each once; missing where there is none. */
  cpes?: string[]
  /** In the lockfile, from 1. */
  line: number | null
  /** Its dependencies, as positions in the lockfile's list. Null if unknown. */
  requires: number[] | null
}

/** `alg` as in CycloneDX, `content` in lower-case hexadecimal. */
export type ReportedHash = { alg: string; content: string }

/** The checkout according to SARIF `versionControlProvenance`. */
export type ReportedRevision = { repositoryUrl: string | null; branch: string | null; commit: string | null }

export type Coverage = {
  /** False if the file reports only dependencies and no findings: then no finding is fixed. */
  findings: boolean
  /** Whether the tool looked only at what changed: then it is a diff scan, however it was sent. */
  isPartial: boolean
  /** The parts of what the tool scans that it looked at, by what the file shows; missing if that is everything. */
  parts?: string[]
  /** The part of all findings of a product, where the tool has one only. */
  partOf?: Partial<Record<ReportedProduct, string>>
  /** Null: the file lists no files, and so covers everything. */
  scannedPaths: string[] | null
  skippedPaths: string[]
  /** Files, and parts of files, that the tool could not scan. */
  failedParts: FailedPart[]
  /** Rules that the file lists as disabled; null if it does not say. */
  disabledRules: string[] | null
  /** Rules that could not run. */
  failedRules: string[]
  /** Whether the file lists the rules that ran; `rules` of the run then contains all of them. */
  listsRules: boolean
}

/** A file that was not scanned: by one rule or by all, whole or only between two lines (from 1, both included). */
export type FailedPart = {
  path: string
  rule: string | null
  lines: { first: number; last: number } | null
}

/** An error or warning as the tool reports it. */
export type ReportedError = {
  level: 'error' | 'warning'
  message: string
  path: string | null
  line: number | null
  rule: string | null
}

export const maxErrors = 100

export type ReportedProduct = 'code' | 'supplyChain' | 'secret'

export type ReportedRule = {
  /** The rule's id in its tool, which is displayed if no other tool's rule has it. Unique in a run. */
  path: string
  product: ReportedProduct
  /** The scanner's short readable name of the rule. */
  title: string | null
  message: string | null
  /** Its explanation, in Markdown, if that is more than the message; missing in formats without one. */
  help?: string | null
  category: string | null
  confidence: Confidence | null
  severity: Severity
  subcategories: string[]
  cweNames: string[]
  owaspNames: string[]
  vulnerabilityClasses: string[]
  technologies: string[]
  languages: string[]
  rulesets: string[]
  url: string | null
  /**
   * The maintainer of the rule: `SOURCE_PRO`, `SOURCE_COMMUNITY`, `SOURCE_CUSTOM`; null if the scanner does not report
   * it.
   */
  sourceKind: 'SOURCE_PRO' | 'SOURCE_COMMUNITY' | 'SOURCE_CUSTOM' | null
  /** The kind of secret the rule looks for (`AWS`, `GitHub`), only for secrets. */
  secretType: string | null
  hasValidators: boolean
  references: string[]
}

/** Lines and columns count from 1. */
export type ReportedLocation = {
  filePath: string
  line: number | null
  column: number | null
  endLine: number | null
  endColumn: number | null
}

/** Whole lines of source, without line ends. */
export type ReportedCode = { startLine: number; lines: string[] }

export type ReportedFlowStep = {
  kind: 'source' | 'step' | 'sink'
  location: ReportedLocation
  /** Null if the scan reported no text for the step. */
  code: string | null
}

/** `before` is empty if the file does not contain the old text. */
export type ReportedFix = { startLine: number; before: string; after: string }

export type ReportedTicket = {
  id: number | null
  externalSlug: string | null
  linkedIssueIds: number[]
  url: string | null
}

/** The sender of triage in a file, and the SHA-256 of that file. */
export type TriageSender = { actor: string; file: string }

/**
 * The state of the finding in another service, which only a findings response contains. Null as a whole for scanner
 * files. `state` and `triageState` are unchanged and not validated.
 */
export type GivenState = {
  /** Null unless `setTriageSender` set a sender who may triage: without one the triage is ignored. */
  sentBy: TriageSender | null
  id: string | null
  firstSeenScanId: string | null
  status: string | null
  state: string | null
  stateUpdatedAt: string | null
  triageState: string | null
  triageReason: string | null
  triageComment: string | null
  triagedAt: string | null
  /** Who decided in the other service, if it can have been before this service knew the project. */
  triagedBy: string | null
  /** Until when the finding is ignored. */
  ignoredUntil: string | null
  /** What else ends that. */
  ignoreEnds: string | null
  createdAt: string | null
  relevantSince: string | null
  ref: string | null
  repository: { name: string | null; url: string | null } | null
}

/**
 * The evidence that identifies a finding in a later scan, in addition to its rule, path and position. Hashes are from
 * `digest`, those of a secret's texts salted. Source: docs/api.md#identity.
 */
export type ReportedEvidence = {
  /**
   * The fingerprint that the scanner keeps stable, without its occurrence index, and its name: values of different
   * names are not comparable.
   */
  fingerprint: { scheme: string; value: string } | null
  /** A fingerprint under a name that is not known to be stable, which is compared with caution. */
  otherFingerprint: { scheme: string; value: string } | null
  /** Of the matched source text, white space normalized. */
  code: string | null
  /** Of the tokens of the matched source text, which formatting does not change; null if it is a secret. */
  tokens: string | null
  /** How many tokens these are. */
  tokenCount: number
  /** Of the lines around the match, the match included. */
  context: string | null
  /** Of the files and texts of the data flow, without line numbers. */
  flow: string | null
  /** Of the message as sent; missing where it is shown as it was sent. */
  message?: string
}

type FindingCommon = {
  /**
   * The part of what the tool scans that it belongs to, such as a framework or images: scans of other parts say nothing
   * of it. Missing if the format has no parts.
   */
  part?: string
  /** docs/api.md#identity. Unique in a run. */
  matchBasedId: string
  syntacticId: string
  evidence: ReportedEvidence
  rulePath: string
  message: string | null
  severity: Severity
  /** Whether the scanner says the severity in a form that earlier versions did not read. */
  severityWord?: boolean
  confidence: Confidence | null
  categories: string[]
  location: ReportedLocation | null
  /** The logical location in the program: `module::class::function`; null if not reported. */
  logicalLocation: string | null
  lineOfCodeUrl: string | null
  /** The scanner's own suppression (`nosemgrep`, SARIF `suppressions`). */
  suppressed: boolean
  references: string[]
  externalTicket: ReportedTicket | null
  reviewComments: { externalDiscussionId: string | null; externalNoteId: number | null }[]
  given: GivenState | null
}

/**
 * The rating that a severity follows: a version of CVSS such as `CVSSv31`, or `other`, with its source if that has a name;
 * `none` for what nobody rated.
 */
export type SeverityFrom = { method: string; source: string | null }

export type ReportedScore = {
  method: string
  score: number | null
  vector: string | null
  source: string | null
}

type FindingWithCode = FindingCommon & {
  code: ReportedCode | null
  dataFlow: ReportedFlowStep[] | null
  fix: ReportedFix | null
}

export type ReportedAssistant = {
  autofix: { explanation: string | null; fixCode: string | null } | null
  autotriage: { reason: string | null; verdict: string | null } | null
  component: { risk: string | null; tag: string | null } | null
  guidance: { instructions: string | null; summary: string | null } | null
  ruleExplanation: { explanation: string | null; summary: string | null } | null
}

export type ReportedCodeFinding = FindingWithCode & {
  kind: 'code'
  /**
   * Whether the source was left out, since its rule looks for hard-coded credentials and no literal was found in it.
   * Reports that an earlier version stored do not say it.
   */
  sourceWithheld?: boolean
  /** The resource of infrastructure code, such as `aws_s3_bucket.logs`; null if not reported. Part of its identity. */
  resource: string | null
  assistant: ReportedAssistant | null
  sourcingPolicy: { id: string | null; name: string | null; slug: string | null } | null
  clickToFixPrs: { createdAt: string | null; url: string; state: string | null }[]
  clickToFixFailures: { createdAt: string | null; reason: string | null }[]
}

export type Reachability =
  | 'reachable'
  | 'always_reachable'
  | 'conditionally_reachable'
  | 'unreachable'
  | 'unknown'

export type ReportedSupplyChainFinding = FindingWithCode & {
  kind: 'supplyChain'
  vulnerabilityIdentifier: string | null
  /** All ids of the advisory in its own entry, including its own id. */
  advisoryIds: string[]
  /** The scores of the advisory, preferred ones first. */
  cvss: ReportedScore[]
  /** Null for the severity that the scanner itself names. */
  severityFrom: SeverityFrom | null
  /** Both from 0 to 1. */
  epss: { score: number; percentile: number | null } | null
  fixRecommendations: { package: string; version: string }[]
  foundDependency: {
    ecosystem: string | null
    package: string
    version: string
    transitivity: 'direct' | 'transitive' | 'unknown'
    lockfileLineUrl: string | null
    /** As sent; absent if the scanner gives none. */
    purl?: string | null
    /** The distribution as the scanner calls it, if it gives no package URL; '' for an unknown one. */
    distribution?: string | null
  }
  /** Null if the scan does not report it. */
  isMalicious: boolean | null
  reachability: Reachability
  reachableCondition: string | null
  /** Where the dependency is used, as opposed to declared. */
  usage: { location: ReportedLocation | null; externalTicket: ReportedTicket | null } | null
  /** Stored for the filter only: docs/api.md#findings. */
  clickToFixPrs: { createdAt: string | null; url: string; state: string | null }[]
}

export type ValidationState = 'CONFIRMED_VALID' | 'CONFIRMED_INVALID' | 'VALIDATION_ERROR' | 'NO_VALIDATOR'

/**
 * A secret without its value: only its type and a salted hash are kept. Code, flow and fix are present only if the
 * value is known, and was removed from them.
 */
export type ReportedSecretFinding = FindingWithCode & {
  kind: 'secret'
  secretType: string
  /** HMAC-SHA-256 of the value with the service's salt, in hex; null if the value is unknown. */
  secretHash: string | null
  /** Salted hash of the id from when such findings were read as code, used to recognize it; null if they never were. */
  formerId: string | null
  validationState: ValidationState
  historicalInfo: {
    gitCommit: string | null
    gitBlob: string | null
    gitCommitTimestamp: string | null
  } | null
}

export type ReportedFinding = ReportedCodeFinding | ReportedSupplyChainFinding | ReportedSecretFinding
