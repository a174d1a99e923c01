import { useState } from 'react'
import type { Project } from '#contract/responses/projects.ts'

interface BaselineRows {
  question: string
  answer: readonly Project[] | undefined
  rows: readonly Project[] | undefined
}

/** The rows in their places, each as it stands now; one that is in the answer no more stays as it was. */
export function withCurrentValues(rows: readonly Project[], answer: readonly Project[]): Project[] {
  const now = new Map(answer.map((project) => [project.id, project]))
  return rows.map((project) => now.get(project.id) ?? project)
}

/**
 * Rows that stay where they are while the answer to the same question changes, by one's own edits or by others': what
 * left the answer and what came into it is told, and shown on demand.
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
    /** The ids of rows that the answer no longer has. */
    left: new Set((rows ?? []).filter(({ id }) => !now.has(id)).map(({ id }) => String(id))),
    /** How many of the answer are not shown. */
    fresh: (answer ?? []).filter(({ id }) => !here.has(id)).length,
    refresh: () => setBaseline({ question, answer, rows: answer }),
  }
}
