import { labels } from './labels.ts'

const products: Record<string, string> = {
  PRODUCT_SAST: labels.products.sast,
  PRODUCT_SCA: labels.products.sca,
  PRODUCT_SECRETS: labels.products.secrets,
}

/** A product that a scan looked for, in the words of the navigation; what is not known stands as it came. */
export function scanProductLabel(product: string): string {
  return products[product] ?? product
}

/** Whether a scan looked at everything. */
export function scanKindLabel(full: boolean | null | undefined): string {
  if (full === undefined || full === null) return '–'
  return full ? 'Full' : 'Diff'
}

/** The words of a scan's status. */
export const scanStatusLabels = {
  completed: 'Completed',
  running: 'Running',
  pending: 'Queued or held',
  cancelled: 'Canceled',
  failed: 'Failed',
  neverFinished: 'Never finished',
  held: 'Held',
  queued: 'Queued',
  queuedFor: (time: string) => `Queued ${time}`,
  queuedLong: (since: string | null | undefined) =>
    `Queued for over an hour, since ${since}. Check the scanner or its runner.`,
  unknown: 'Unknown',
} as const
