/** A word of the API as people write it: `acceptable_risk` is "Acceptable risk". */
export function humanize(value: string): string {
  const spaced = value.replace(/[_-]+/g, ' ').trim()
  return spaced === '' ? value : spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
