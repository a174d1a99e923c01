import { asName } from './json-values.ts'

/** A category in lower case with hyphens, as in rules and filters (`best-practice`). */
export function categoryOf(value: unknown): string | null {
  const category = asName(value)
  return category === null ? null : category.toLowerCase().replaceAll(/[ _]/g, '-')
}
