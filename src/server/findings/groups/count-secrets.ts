import { sql } from 'kysely'
import { toCode, validationStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Table } from '../columns/table.ts'

/** What is told of a secret beside what all groups tell. */
export interface SecretFacts {
  type: string | null
  refs: number
  /** The state that the group stands for; null where none of its findings has one. */
  state: (typeof validationStates)[number] | null
  /** When that state was last checked, milliseconds. */
  checkedAt: number | null
  firstSeen: number | null
  /** When the newest scan ran that saw it. */
  lastSeen: number | null
}

/** From what matters most to what matters least; a secret of which no state is known stands before the last. */
export const statesByUrgency = [
  'CONFIRMED_VALID',
  'VALIDATION_ERROR',
  'NO_VALIDATOR',
  'CONFIRMED_INVALID',
] as const
const unknown = statesByUrgency.length

const rankByState = (() => {
  const ranks = new Uint8Array(validationStates.length + 1).fill(unknown)
  for (const [rank, state] of statesByUrgency.entries()) ranks[toCode(validationStates, state) + 1] = rank
  return ranks
})()

/** Whether one rank is worse than another: no state lies between `NO_VALIDATOR` and `CONFIRMED_INVALID`. */
const urgencyOf = (rank: number) => (rank === unknown ? statesByUrgency.length - 1.5 : rank)

/** For each secret, by its number in the column, the rank of the most urgent state that it has anywhere. */
export function ranksOfSecrets(table: Table, rows: Int32Array): Uint8Array {
  const { secretHash, validation } = table.columns
  const ranks = new Uint8Array(secretHash.size).fill(statesByUrgency.length - 1)
  const seen = new Uint8Array(secretHash.size)
  for (const row of rows) {
    const secret = secretHash.array[row] ?? 0
    const rank = rankByState[validation.array[row] ?? 0] ?? unknown
    if (seen[secret] === 0 || urgencyOf(rank) < urgencyOf(ranks[secret] ?? 0)) ranks[secret] = rank
    seen[secret] = 1
  }
  return ranks
}

/** 0 for secrets that work, 2 for those that work nowhere, 1 for all between: the order of their groups. */
export const positionOfRank = (rank: number) => (rank === 0 ? 0 : rank === statesByUrgency.length - 1 ? 2 : 1)

/** What is told of some secrets; what memory does not hold is read of their findings, one statement for all. */
export async function readSecretFacts(
  reader: Reader,
  deploymentId: number,
  table: Table,
  rows: Int32Array,
  secrets: readonly number[],
  ranks: Uint8Array,
): Promise<Map<number, SecretFacts>> {
  const { secretHash } = table.columns
  const wantedSecrets = new Set(secrets)
  const ids: number[] = []
  for (const row of rows) if (wantedSecrets.has(secretHash.array[row] ?? 0)) ids.push(table.ids[row] ?? 0)
  const checked = statesByUrgency.map(
    (state) =>
      sql`max(case when validation_state = ${sql.lit(toCode(validationStates, state))} then validated_at end)`,
  )
  const { rows: secretRows } = await sql<SecretRow>`
    select secret_hash, type, refs, first_seen, checked, scan.started_at as last_seen from (
      select secret_hash, max(secret_type) as type, count(distinct ref_id) as refs, min(created_at) as first_seen,
        max(last_seen_scan_id) as last_scan, json_array(${sql.join(checked)}) as checked
      from finding where deployment_id = ${deploymentId} and id in ${valuesOf(ids)} group by secret_hash)
    left join scan on scan.deployment_id = ${deploymentId} and scan.id = last_scan`.execute(reader)
  return new Map(
    secretRows.map((row) => {
      const secret = row.secret_hash === null ? 0 : table.texts.secretHash.find(row.secret_hash)
      const rank = ranks[secret] ?? unknown
      // parse: a JSON array made by the statement above.
      const times = parseStored<(number | null)[]>(row.checked)
      const facts: SecretFacts = {
        type: row.type,
        refs: row.refs,
        state: statesByUrgency[rank] ?? null,
        checkedAt: times[rank] ?? null,
        firstSeen: row.first_seen,
        lastSeen: row.last_seen,
      }
      return [secret, facts]
    }),
  )
}

interface SecretRow {
  secret_hash: string | null
  type: string | null
  refs: number
  first_seen: number
  last_seen: number | null
  checked: string
}
