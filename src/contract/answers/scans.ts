import * as z from 'zod/mini'
import { instant, maybe, open, uint32 } from './shapes.ts'

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
  unchanged: z.int(),
  reopened: z.int(),
  left_out: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** How many dependencies the file names; left out where it says nothing of them. */
  dependencies: z.optional(z.int()),
})
export type IngestReport = z.infer<typeof ingestReport>

/** Findings by severity and type, zeros included. */
const countsBySeverity = z.record(z.string(), z.record(z.string(), z.int()))
export type CountsBySeverity = z.infer<typeof countsBySeverity>

const summary = z.object({
  is_full_scan: z.boolean(),
  status: open('SCAN_STATUS_COMPLETED'),
  tool: z.nullable(z.string()),
  category: z.nullable(z.string()),
  findings_counts: findingsCounts,
  /** The findings that `first_seen_scan_ids` selects. */
  first_seen: countsBySeverity,
  /** The findings that `fixed_scan_ids` selects. */
  fixed: countsBySeverity,
  report: z.nullable(ingestReport),
})
export type ScanSummaryOfOne = z.infer<typeof summary>

/** Source: API description, "Scan". */
export const scan = z.object({
  id: uint32,
  deployment_id: maybe(uint32),
  repository_id: maybe(uint32),
  started_at: maybe(instant),
  completed_at: maybe(instant),
  enabled_products: maybe(z.array(z.string())),
  exit_code: maybe(z.int()),
  has_logs: maybe(z.boolean()),
  stats: maybe(z.object({ findings: maybe(z.int()), total_time: maybe(z.int()) })),
  meta: maybe(z.record(z.string(), z.unknown())),
  summary: maybe(summary),
})
export type Scan = z.infer<typeof scan>

export const scanSummary = z.object({
  id: uint32,
  deployment_id: maybe(uint32),
  repository_id: maybe(uint32),
  branch: maybe(z.string()),
  commit: maybe(z.string()),
  started_at: maybe(instant),
  completed_at: maybe(instant),
  enabled_products: maybe(z.array(z.string())),
  exit_code: maybe(z.int()),
  is_full_scan: maybe(z.boolean()),
  status: maybe(open('SCAN_STATUS_COMPLETED')),
  total_time: maybe(z.number()),
  findings_counts: maybe(findingsCounts),
  repository: maybe(z.object({ name: z.string(), url: maybe(z.string()) })),
})
export type ScanSummary = z.infer<typeof scanSummary>

export const scansAnswer = z.object({
  scans: z.array(scanSummary),
  cursor: maybe(z.string()),
  hasMore: maybe(z.boolean()),
})

export const createScanAnswer = z.object({ ...scan.shape, report: ingestReport })
export type CreateScanAnswer = z.infer<typeof createScanAnswer>

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
