// A browser takes a twentieth of a second for the first of its own formats, so none is made before somebody needs it.
let decimal: Intl.NumberFormat | undefined

/** A whole number in groups of three: `12,431`. */
export function formatNumber(value: number): string {
  return `${Math.round(value)}`.replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A number with one digit after its point at most: `12.3`. */
export function formatDecimal(value: number): string {
  decimal ??= new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
  return decimal.format(value)
}

/** A number with its noun: `1 finding`, `12,431 findings`, `0 entries`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** A share from 0 to 1 in per cent: `12%`, `0.4%`. What is not nothing never reads 0, nor what is not all 100. */
export function formatPercent(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return '<0.1%'
  if (percent < 100 && percent > 99.9) return '>99.9%'
  return `${formatDecimal(percent)}%`
}

/** Words in a row: `Critical`, `Critical and High`, `Critical, High and Low`. */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
