import type { ChipText } from './chips.tsx'

/** Returns the number of matches without each filter, from one response per filter; undefined until all are loaded. */
export function countsExcludingFacet(
  filters: readonly ChipText[],
  answers: readonly { data: number | undefined }[],
): Record<string, number> | undefined {
  if (answers.some(({ data }) => data === undefined)) return undefined
  return Object.fromEntries(filters.map(({ name }, index) => [name, answers[index]?.data ?? 0]))
}
