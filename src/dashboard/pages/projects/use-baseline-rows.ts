import { useState } from 'react'
import type { Project } from '#contract/responses/projects.ts'

interface BaselineRows {
  question: string
  answer: readonly Project[] | undefined
  rows: readonly Project[] | undefined
}

/** Returns the rows in their positions with current values; a row that is no longer in the response stays unchanged. */
export function withCurrentValues(rows: readonly Project[], answer: readonly Project[]): Project[] {
  const now = new Map(answer.map((project) => [project.id, project]))
  return rows.map((project) => now.get(project.id) ?? project)
}

/**
 * Keeps rows in place while the response to the same query changes, by own edits or those of others. Rows that left or
 * joined the response are counted, and shown on demand.
 */
export function useBaselineRows(question: string, answer: readonly Project[] | undefined) {
  const [baseline, setBaseline] = useState<BaselineRows>({ question, answer, rows: answer })
  let { rows } = baseline
  if (baseline.question !== question || baseline.answer !== answer) {
    const same = baseline.question === question && baseline.rows !== undefined && answer !== undefined
    rows = same && baseline.rows ? withCurrentValues(baseline.rows, answer) : answer
    setBaseline({ question, answer, rows })
  }
  const here = new Set(rows?.map(({ id }) => id))
  const now = new Set(answer?.map(({ id }) => id))
  return {
    rows,
    /** The ids of rows that are no longer in the response. */
    left: new Set((rows ?? []).filter(({ id }) => !now.has(id)).map(({ id }) => String(id))),
    /** The number of rows in the response that are not shown. */
    fresh: (answer ?? []).filter(({ id }) => !here.has(id)).length,
    refresh: () => setBaseline({ question, answer, rows: answer }),
  }
}
