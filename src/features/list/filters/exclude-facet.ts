import type { ChipText } from './chips.tsx'

/** How many would match without each filter, from an answer for each; undefined until all are there. */
export function countsExcludingFacet(
  filters: readonly ChipText[],
  answers: readonly { data: number | undefined }[],
): Record<string, number> | undefined {
  if (answers.some(({ data }) => data === undefined)) return undefined
  return Object.fromEntries(filters.map(({ name }, index) => [name, answers[index]?.data ?? 0]))
}
