/** Removes the prefix of an API value: `CONFIDENCE_HIGH` → `High`. A value without it is returned unchanged. */
function withoutPrefix(prefix: string, value: string | null | undefined): string | undefined {
  if (!value) return undefined
  if (!value.startsWith(prefix)) return value
  const text = value.slice(prefix.length).replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const confidenceLabel = (value: string | null | undefined) => withoutPrefix('CONFIDENCE_', value)
export const sourceLabel = (value: string | null | undefined) => withoutPrefix('SOURCE_', value)

/** Shortens a weakness for a column: `CWE-89: Improper …` → `CWE-89`, `A03:2021 - Injection` → `A03:2021`. */
export function shortStandard(value: string): string {
  return /^(CWE-\d+|A\d{2}:\d{4})/i.exec(value.trim())?.[0] ?? value
}
