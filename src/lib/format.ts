const decimal = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** A whole number in groups of three: `12,431`. */
export function formatNumber(value: number): string {
  return grouped.format(value)
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
  return `${decimal.format(percent)}%`
}

/** Words in a row: `Critical`, `Critical and High`, `Critical, High and Low`. */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
