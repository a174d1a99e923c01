import { queryOptions } from '@tanstack/react-query'
import type { CodeFinding } from '#contract/responses/findings.ts'

export type Finding = CodeFinding

/** The options of the findings that the baseline server answers; the first so many of the real service's. */
export function findingsOptions(pageSize: string) {
  return queryOptions({
    queryKey: ['findings', pageSize] as const,
    queryFn: async (): Promise<readonly Finding[]> => {
      const response = await fetch(`/api/findings?page_size=${pageSize}`)
      const answer: { sastFindings: { findings: Finding[] } } = await response.json()
      return answer.sastFindings.findings
    },
  })
}
