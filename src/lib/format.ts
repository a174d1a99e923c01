const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** A whole number in groups of three: `12,431`. */
export function formatNumber(value: number): string {
  return grouped.format(value)
}

/** A number with its noun: `1 finding`, `12,431 findings`, `0 entries`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** Words in a row: `Critical`, `Critical and High`, `Critical, High and Low`. */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
