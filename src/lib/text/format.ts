// A browser takes a twentieth of a second for the first of its own formats, so each is created on first use.
let decimal: Intl.NumberFormat | undefined

/** Formats a whole number in groups of three: `12,431`. */
export function formatNumber(value: number): string {
  return `${Math.round(value)}`.replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats a number with at most one decimal: `12.3`. */
export function formatDecimal(value: number): string {
  decimal ??= new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
  return decimal.format(value)
}

/** Formats a number with its noun: `1 finding`, `12,431 findings`, `0 entries`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/**
 * Formats a share from 0 to 1 in percent: `12%`, `0.4%`. A share above zero is never shown as 0, nor one below the
 * whole as 100.
 */
export function formatPercent(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return '<0.1%'
  if (percent < 100 && percent > 99.9) return '>99.9%'
  return `${formatDecimal(percent)}%`
}

/** Joins words to a list: `Critical`, `Critical and High`, `Critical, High and Low`. */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
