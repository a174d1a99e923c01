import { labels } from './labels.ts'

const products: Record<string, string> = {
  PRODUCT_SAST: labels.products.sast,
  PRODUCT_SCA: labels.products.sca,
  PRODUCT_SECRETS: labels.products.secrets,
}

/** Returns the label of a scan's product, as in the navigation; an unknown one is returned unchanged. */
export function scanProductLabel(product: string): string {
  return products[product] ?? product
}

/** Returns whether a scan was full or partial, as a label. */
export function scanKindLabel(full: boolean | null | undefined): string {
  if (full === undefined || full === null) return '–'
  return full ? 'Full' : 'Diff'
}

/** Labels of scan statuses. */
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
