const words: Record<string, string> = {
  PRODUCT_SAST: 'Code',
  PRODUCT_SCA: 'Supply chain',
  PRODUCT_SECRETS: 'Secrets',
}

/** A product that a scan looked for, in the words of the navigation; what is not known stands as it came. */
export function scanProductWord(product: string): string {
  return words[product] ?? product
}

/** Whether a scan looked at everything. */
export function scanKindWord(full: boolean | null | undefined): string {
  if (full === undefined || full === null) return '–'
  return full ? 'Full' : 'Diff'
}
