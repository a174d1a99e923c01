import { useState } from 'react'
import type { Project } from '#contract/responses/projects.ts'

interface Held {
  question: string
  answer: readonly Project[] | undefined
  rows: readonly Project[] | undefined
}

/** The rows in their places, each as it stands now; one that is in the answer no more stays as it was. */
export function inPlace(rows: readonly Project[], answer: readonly Project[]): Project[] {
  const now = new Map(answer.map((project) => [project.id, project]))
  return rows.map((project) => now.get(project.id) ?? project)
}

/**
 * Rows that stay where they are while the answer to the same question changes, by one's own edits or by others': what
 * left the answer and what came into it is told, and shown on demand.
 */
export function useHeld(question: string, answer: readonly Project[] | undefined) {
  const [held, setHeld] = useState<Held>({ question, answer, rows: answer })
  let { rows } = held
  if (held.question !== question || held.answer !== answer) {
    const same = held.question === question && held.rows !== undefined && answer !== undefined
    rows = same && held.rows ? inPlace(held.rows, answer) : answer
    setHeld({ question, answer, rows })
  }
  const here = new Set(rows?.map(({ id }) => id))
  const now = new Set(answer?.map(({ id }) => id))
  return {
    rows,
    /** The ids of rows that the answer no longer has. */
    left: new Set((rows ?? []).filter(({ id }) => !now.has(id)).map(({ id }) => String(id))),
    /** How many of the answer are not shown. */
    fresh: (answer ?? []).filter(({ id }) => !here.has(id)).length,
    refresh: () => setHeld({ question, answer, rows: answer }),
  }
}
