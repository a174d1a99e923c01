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

/** Returns the title of a rule in a list: the scanner's short name, otherwise the last part of its path as words. */
export function ruleTitle({ title, path }: { title?: string | null | undefined; path: string }): string {
  if (title) return title
  const last = path
    .slice(path.lastIndexOf('.', path.length - 2) + 1)
    .replace(/[-_]+/g, ' ')
    .trim()
  return last === '' ? path : last.charAt(0).toUpperCase() + last.slice(1)
}
