import * as z from 'zod/mini'
import { instant, maybe, open, uint32 } from './shapes.ts'

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
  findings_counts: maybe(
    z.object({ total: z.int(), code: z.int(), supply_chain: z.int(), secrets: z.int() }),
  ),
})
export type ScanSummary = z.infer<typeof scanSummary>

export const scansAnswer = z.object({
  scans: z.array(scanSummary),
  cursor: maybe(z.string()),
  hasMore: maybe(z.boolean()),
})

export const ingestReport = z.object({
  read: z.int(),
  new: z.int(),
  fixed: z.int(),
  unchanged: z.int(),
  reopened: z.int(),
  left_out: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type IngestReport = z.infer<typeof ingestReport>

export const createScanAnswer = z.object({ ...scan.shape, report: ingestReport })
export type CreateScanAnswer = z.infer<typeof createScanAnswer>
