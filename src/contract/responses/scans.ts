import * as z from 'zod/mini'
import {
  findingStates,
  findingTypes,
  jobStates,
  products,
  scanStatuses,
  severities,
  statuses,
} from '../vocabulary.ts'
import { gateAnswer } from './gate.ts'
import { always, instant, maybe, open, uint32, uint64 } from './shapes.ts'

const findingsCounts = z.object({
  total: z.int(),
  code: z.int(),
  supply_chain: z.int(),
  secrets: z.int(),
})

export const ingestReport = z.object({
  read: z.int(),
  new: z.int(),
  fixed: z.int(),
  /** The part of `new` that is on no other ref of the project. */
  new_in_project: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  reopened: z.int(),
  /** Matched by uncertain evidence. */
  moved: z.int(),
  /** Open, since they may be the same as triaged ones. */
  uncertain: z.int(),
  left_out: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** The number of dependencies in the file; omitted if it has no information about them. */
  dependencies: z.optional(z.int()),
})
export type IngestReport = z.infer<typeof ingestReport>

/** The coverage of a scan, as far as its file contains it; null otherwise. */
const scanCoverage = z.object({
  files: z.nullable(z.int()),
  skipped_files: z.int(),
  failed_files: z.int(),
  /** Files in which some lines, or some rules, failed. */
  partial_files: z.int(),
  rules: z.nullable(z.int()),
  rules_off: z.int(),
  failed_rules: z.int(),
})
export type ScanCoverage = z.infer<typeof scanCoverage>

const scanError = z.object({
  level: open('error', 'warning'),
  message: z.string(),
  path: z.nullable(z.string()),
  line: z.nullable(z.int()),
  rule: z.nullable(z.string()),
})
export type ScanError = z.infer<typeof scanError>

/** Why a scan is held, and the effect of applying it. */
export const scanHold = z.object({
  /**
   * `empty`: it would leave nearly no open findings. `other_rules`: it ran none of the rules of the open findings.
   * `other_scope`: it scanned other files than the scan before.
   */
  reason: open('empty', 'other_rules', 'other_scope'),
  would_fix: z.int(),
  open: z.int(),
  expires_at: instant,
})
export type ScanHold = z.infer<typeof scanHold>

/** Findings by severity and type, zeros included. */
const countsBySeverity = z.record(z.string(), z.record(z.string(), z.int()))
export type CountsBySeverity = z.infer<typeof countsBySeverity>

const summary = z.object({
  is_full_scan: z.boolean(),
  status: open(...scanStatuses),
  tool: z.nullable(z.string()),
  category: z.nullable(z.string()),
  findings_counts: z.nullable(findingsCounts),
  /** The findings that `first_seen_scan_ids` selects. */
  first_seen: countsBySeverity,
  /** The findings that `fixed_scan_ids` selects. */
  fixed: countsBySeverity,
  report: z.nullable(ingestReport),
  coverage: z.nullable(scanCoverage),
  /** Why the run failed; null if it did not. */
  failure: z.nullable(z.string()),
  errors: z.array(scanError),
  hold: z.nullable(scanHold),
  /** When the scan is deleted with its findings, which are in no list: the branch is of a merge queue. Null for every other. */
  expires_at: z.nullable(instant),
})
export type SingleScanSummary = z.infer<typeof summary>

/** When a scan that has not started was queued; it has no `started_at` and no counts. Null for every other. */
const queuedAt = always(z.nullable(instant))

/** Source: docs/api.md#scans. A scan that has not ended has no counts. */
export const scan = z.object({
  id: uint32,
  deployment_id: always(uint32),
  repository_id: always(uint32),
  queued_at: queuedAt,
  started_at: always(z.nullable(instant)),
  completed_at: always(z.nullable(instant)),
  enabled_products: always(z.array(open(...products))),
  exit_code: always(z.nullable(z.int())),
  /** Why the run failed; null if it did not. */
  failure: always(z.nullable(z.string())),
  has_logs: always(z.boolean()),
  stats: always(z.object({ findings: always(z.nullable(z.int())), total_time: always(z.nullable(z.int())) })),
  meta: always(z.record(z.string(), z.unknown())),
  summary: maybe(summary),
})
export type Scan = z.infer<typeof scan>

/** A scan in search results, where ids are decimal texts. Source: docs/api.md#scans. */
export const scanSummary = z.object({
  id: uint64,
  deployment_id: always(uint64),
  repository_id: always(uint64),
  branch: always(z.string()),
  commit: always(z.nullable(z.string())),
  queued_at: queuedAt,
  started_at: always(z.nullable(instant)),
  completed_at: always(z.nullable(instant)),
  enabled_products: always(z.array(open(...products))),
  exit_code: always(z.nullable(z.int())),
  is_full_scan: always(z.boolean()),
  status: always(open(...scanStatuses)),
  /** Why the run failed; null if it did not. */
  failure: always(z.nullable(z.string())),
  total_time: always(z.nullable(z.number())),
  findings_counts: always(z.nullable(findingsCounts)),
  repository: always(z.object({ name: z.string(), url: always(z.nullable(z.string())) })),
})
export type ScanSummary = z.infer<typeof scanSummary>

export const scansAnswer = z.object({
  scans: z.array(scanSummary),
  cursor: always(z.string()),
  hasMore: always(z.boolean()),
})

const importedStatus = open('SCAN_STATUS_COMPLETED', 'SCAN_STATUS_ERROR', 'SCAN_STATUS_PENDING')

/** One of the scans of an upload, which has one for each source and project. */
const importedScan = z.object({
  id: uint32,
  /** The URL of the scan's page in the dashboard. */
  url: z.string(),
  project: z.string(),
  tool: z.nullable(z.string()),
  category: z.nullable(z.string()),
  status: importedStatus,
  report: ingestReport,
})
export type ImportedScan = z.infer<typeof importedScan>

export const createScanAnswer = z.object({
  ...scan.shape,
  status: importedStatus,
  /** The URL of the scan's page in the dashboard. */
  url: z.string(),
  /** Whether the file was imported before: then nothing was changed, and the scan is that of the earlier import. */
  repeated: z.boolean(),
  /** The sum of all scans. */
  report: ingestReport,
  /** All scans of the upload, the oldest first; the other fields are those of one of them. */
  scans: z.array(importedScan),
  coverage: z.nullable(scanCoverage),
  failure: z.nullable(z.string()),
  errors: z.array(scanError),
  hold: z.nullable(scanHold),
  /** The verdict on the commit, with `gate=true` or `gate=fail`. */
  gate: maybe(gateAnswer),
})
export type CreateScanAnswer = z.infer<typeof createScanAnswer>

/** The response to a part while others are missing. */
export const waitingAnswer = z.object({
  part: z.int(),
  parts: z.int(),
  missing: z.array(z.int()),
  expires_at: instant,
})
export type WaitingAnswer = z.infer<typeof waitingAnswer>

/** An upload that runs as a job and, once it is done, its response. */
export const importAnswer = z.object({
  id: z.string(),
  state: open(...jobStates),
  error: z.nullable(z.string()),
  at: instant,
  finished_at: z.nullable(instant),
  /** The URL to poll. */
  location: z.string(),
  scan: z.nullable(createScanAnswer),
})
export type ImportAnswer = z.infer<typeof importAnswer>

export const scanChangesAnswer = z.object({
  changes: z.array(
    z.object({
      finding_id: uint32,
      issue_type: z.enum(findingTypes),
      title: z.nullable(z.string()),
      rule_name: z.string(),
      severity: open(...severities),
      status: open(...statuses),
      /** `removed` since: it is in no other list. */
      state: open(...findingStates),
      path: z.nullable(z.string()),
      line: z.nullable(z.int()),
      from: z.nullable(z.string()),
      to: z.nullable(z.string()),
      /** The basis of the match, only for `moved`. */
      basis: z.nullable(z.string()),
    }),
  ),
})
export type ScanChange = z.infer<typeof scanChangesAnswer>['changes'][number]

const facetValues = z.array(z.object({ value: z.union([z.string(), z.boolean()]), count: z.int() }))
export const scanFacetsAnswer = z.object({
  total: z.int(),
  facets: z.object({
    repos: facetValues,
    branch: facetValues,
    products: facetValues,
    statuses: facetValues,
    is_full_scan: facetValues,
  }),
  rest: z.record(z.string(), z.object({ values: z.int(), count: z.int() })),
})
export type ScanFacets = z.infer<typeof scanFacetsAnswer>

const duration = z.nullable(z.int())
export const scanDurationsAnswer = z.object({
  since: instant,
  until: instant,
  scans: z.int(),
  spans: z.array(
    z.object({
      since: instant,
      until: instant,
      scans: z.int(),
      /** Ended without a result. */
      failed: z.int(),
      median: duration,
      p95: duration,
      longest: duration,
    }),
  ),
})
export type ScanDurations = z.infer<typeof scanDurationsAnswer>
