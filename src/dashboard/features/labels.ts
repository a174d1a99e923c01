import { formatNumber } from '#lib/text/format.ts'
import type { PageType } from '#lib/urls/paths.ts'

/** Labels shared by several pages. */
export const labels = {
  loading: 'Loading',
  stale: (failure: string) => `May be out of date: ${failure.toLowerCase()} again.`,
  importScans: 'Import scans',
  ruleHelp: 'Explanation of the rule',
  stillSignedIn: 'You are still signed in',
  products: { sast: 'Code', sca: 'Supply chain', secrets: 'Secrets' } satisfies Record<PageType, string>,
  severities: { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low', none: 'No severity' },
  severityTable: {
    caption: (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)} by product and severity`,
    product: 'Product',
    all: 'All',
    /** `what` is in the plural: "high open findings". */
    of: (count: number, what: string, product: string) =>
      `${formatNumber(count)} ${count === 1 ? what.replace('findings', 'finding') : what} in ${product.toLowerCase()}`,
  },
  statuses: {
    open: 'Open',
    reviewing: 'Reviewing',
    fixing: 'Fixing',
    ignored: 'Ignored',
    revoked: 'Revoked',
    fixed: 'Fixed',
    none: 'No status',
  },
} as const
