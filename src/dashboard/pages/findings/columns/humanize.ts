/** Converts an API value to readable text: `acceptable_risk` becomes "Acceptable risk". */
export function humanize(value: string): string {
  const spaced = value.replace(/[_-]+/g, ' ').trim()
  return spaced === '' ? value : spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
