import { sql } from 'kysely'
import { toCode, validationStates } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { jsonArrayOf, valuesOf } from '#server/db/sql.ts'
import { parseStored } from '#server/db/stored-json.ts'
import type { Table } from '../columns/table.ts'

/** The fields of a secret's group in addition to those of all groups. */
export interface SecretFacts {
  type: string | null
  refs: number
  /** The most urgent state of its findings; null if none has a state. */
  state: (typeof validationStates)[number] | null
  /** When that state was last checked, in milliseconds. */
  checkedAt: number | null
  firstSeen: number | null
  /** The time of the newest scan that saw the secret. */
  lastSeen: number | null
}

/** From most to least urgent; a secret without a known state ranks before the last state. */
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

/** The urgency of a rank: an unknown state ranks between `NO_VALIDATOR` and `CONFIRMED_INVALID`. */
const urgencyOf = (rank: number) => (rank === unknown ? statesByUrgency.length - 1.5 : rank)

/** For each secret, by its code in the column, the rank of the most urgent state of its findings. */
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

/** The sort position of a secret's group: 0 if the secret works, 2 if it works nowhere, else 1. */
export const positionOfRank = (rank: number) => (rank === 0 ? 0 : rank === statesByUrgency.length - 1 ? 2 : 1)

/**
 * Reads the group fields of secrets; fields that are not in memory are read from the database, one statement for all.
 */
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
        max(last_seen_scan_id) as last_scan, ${jsonArrayOf(checked)} as checked
      from finding where deployment_id = ${deploymentId} and id in ${valuesOf(ids)} group by secret_hash) as secret
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
