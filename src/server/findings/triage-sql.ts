import { type Expression, type RawBuilder, sql } from 'kysely'
import { code, states, statuses, triageReasons, triageStates } from '#server/db/codes.ts'

const status = (word: (typeof statuses)[number]) => sql.lit(code(statuses, word))
const state = (word: (typeof states)[number]) => sql.lit(code(states, word))
const triage = (word: (typeof triageStates)[number]) => sql.lit(code(triageStates, word))

/** `deriveStatus` in SQL, for rows of `finding` whose triage becomes `triageState`, and their state `stateNow`. */
export function derivedStatus(
  triageState: Expression<number>,
  stateNow: Expression<number> = sql.ref<number>('finding.state'),
): RawBuilder<number> {
  return sql<number>`case
    when ${stateNow} = ${state('fixed')} then ${status('fixed')}
    when ${stateNow} = ${state('muted')} then ${status('ignored')}
    when ${triageState} = ${triage('ignored')} then ${status('ignored')}
    when ${triageState} = ${triage('reviewing')} then ${status('reviewing')}
    when ${triageState} = ${triage('fixing')} then ${status('fixing')}
    else ${status('open')} end`
}

function wordIn(list: readonly string[], stored: Expression<unknown>): RawBuilder<string | null> {
  const cases = list.map((word, index) => sql`when ${sql.lit(index)} then ${sql.lit(word)}`)
  return sql<string | null>`case ${stored} ${sql.join(cases, sql` `)} end`
}

/** A stored state as the word that history tells. */
export const stateWord = (stored: Expression<unknown>) => wordIn(states, stored)
/** A stored triage state as the word that history tells. */
export const triageWord = (stored: Expression<unknown>) => wordIn(triageStates, stored)
/** A stored triage reason as the word that history tells; null for none. */
export const reasonWord = (stored: Expression<unknown>) => wordIn(triageReasons, stored)
