import * as z from 'zod/mini'

/** The kinds of data that a retention period can be set for. */
export const retentionKinds = ['scans', 'history', 'exports', 'audit'] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** The bounds of a retention period, in days. Lists and previews consider up to 30 days. */
export const retentionDays = { min: 30, max: 3650 } as const

const period = z.nullable(z.int().check(z.minimum(retentionDays.min), z.maximum(retentionDays.max)))

/** How many days data is kept; null keeps everything. Source: docs/api.md#data-retention. */
export const retentionPeriods = z.object({ scans: period, history: period, exports: period, audit: period })
export type RetentionPeriods = z.infer<typeof retentionPeriods>
