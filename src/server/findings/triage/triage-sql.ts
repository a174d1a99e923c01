import { type Expression, type RawBuilder, sql } from 'kysely'
import { states, statuses, toCode, triageReasons, triageStates } from '#server/db/codes.ts'

const statusCode = (word: (typeof statuses)[number]) => sql.lit(toCode(statuses, word))
const stateCode = (word: (typeof states)[number]) => sql.lit(toCode(states, word))
const triageCode = (word: (typeof triageStates)[number]) => sql.lit(toCode(triageStates, word))

/** `deriveStatus` in SQL, for rows of `finding` whose triage becomes `triageState`, and their state `stateNow`. */
export function derivedStatus(
  triageState: Expression<number>,
  stateNow: Expression<number> = sql.ref<number>('finding.state'),
): RawBuilder<number> {
  return sql<number>`case
    when ${stateNow} = ${stateCode('fixed')} then ${statusCode('fixed')}
    when ${stateNow} = ${stateCode('muted')} then ${statusCode('ignored')}
    when ${triageState} = ${triageCode('ignored')} then ${statusCode('ignored')}
    when ${triageState} = ${triageCode('reviewing')} then ${statusCode('reviewing')}
    when ${triageState} = ${triageCode('fixing')} then ${statusCode('fixing')}
    else ${statusCode('open')} end`
}

function decodeCase(list: readonly string[], stored: Expression<unknown>): RawBuilder<string | null> {
  const cases = list.map((word, index) => sql`when ${sql.lit(index)} then ${sql.lit(word)}`)
  return sql<string | null>`case ${stored} ${sql.join(cases, sql` `)} end`
}

/** A stored state as the word that history tells. */
export const stateName = (stored: Expression<unknown>) => decodeCase(states, stored)
/** A stored triage state as the word that history tells. */
export const triageStateName = (stored: Expression<unknown>) => decodeCase(triageStates, stored)
/** A stored triage reason as the word that history tells; null for none. */
export const reasonName = (stored: Expression<unknown>) => decodeCase(triageReasons, stored)
