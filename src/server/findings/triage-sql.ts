import { type Expression, type RawBuilder, sql } from 'kysely'
import { deriveStatus } from '#contract/finding-status.ts'
import { states, statuses, toCode, triageReasons, triageStates } from '#server/db/codes.ts'

const statusCode = (word: (typeof statuses)[number]) => sql.lit(toCode(statuses, word))

/** `deriveStatus` in SQL, for rows of `finding` whose triage becomes `triageState` and whose state is `stateNow`. */
export function derivedStatus(
  triageState: Expression<number>,
  stateNow: Expression<number> = sql.ref<number>('finding.state'),
): RawBuilder<number> {
  const byState = states.map((state, at) => {
    const byTriage = triageStates.map(
      (triage, code) => sql`when ${sql.lit(code)} then ${statusCode(deriveStatus(state, triage))}`,
    )
    return sql`when ${sql.lit(at)} then case ${triageState} ${sql.join(byTriage, sql` `)} end`
  })
  return sql<number>`case ${stateNow} ${sql.join(byState, sql` `)} end`
}

function decodeCase(list: readonly string[], stored: Expression<unknown>): RawBuilder<string | null> {
  const cases = list.map((word, index) => sql`when ${sql.lit(index)} then ${sql.lit(word)}`)
  return sql<string | null>`case ${stored} ${sql.join(cases, sql` `)} end`
}

/** A stored state as its name in the history. */
export const stateName = (stored: Expression<unknown>) => decodeCase(states, stored)
/** A stored triage state as its name in the history. */
export const triageStateName = (stored: Expression<unknown>) => decodeCase(triageStates, stored)
/** A stored triage reason as its name in the history; null for none. */
export const reasonName = (stored: Expression<unknown>) => decodeCase(triageReasons, stored)
