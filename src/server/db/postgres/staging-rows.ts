import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { ChangeTransaction } from '../changed-rows.ts'
import type { Writer } from '../database.ts'
import { takeIds } from '../ids.ts'
import { removedFromLists } from '../merge-queue.ts'
import {
  detailColumns,
  evidenceColumns,
  type MovedRow,
  type Row,
  type RunTarget,
  type StagedIds,
  type StagingTables,
} from '../staging.ts'
import { planAnew, rowsAsJson } from './bulk.ts'

/** Findings per statement. Other writers of the deployment wait until the transaction ends in any case. */
const rowsPerMove = 2_000

/** So few that each of them can be compared with all of them. */
const firstRows = 200

/** Leftovers of imports that ended with their process are deleted after this time. */
const maxAge = sql`interval '1 day'`

/** The rows of one import in the table `staged_finding`: for each an array of the rows of three tables, as text. */
export class StagingRows implements StagingTables {
  readonly #staging = randomUUID()
  #columns: string[] = []
  #ids: StagedIds = { rules: [], categorySets: [], messages: [] }

  async stage(transaction: Writer, rows: readonly Row[]): Promise<void> {
    const [first] = rows
    if (!first) return
    if (this.#columns.length === 0) {
      this.#columns = Object.keys(first).filter(
        (column) => ![...detailColumns, ...evidenceColumns, 'number'].includes(column),
      )
      await sql`delete from staged_finding where staged_at < now() - ${maxAge}`.execute(transaction)
    }
    const details = sql.join(detailColumns.map((column) => sql.ref(`detail.${column}`)))
    // Converting JSON takes the server as long as writing the rows, so that it is done here.
    await sql`insert into staged_finding (staging, number, row_json)
      select ${this.#staging}, (staged.value ->> 'number')::bigint, array[
        finding::text, case when coalesce(${details}) is not null then detail::text end, evidence::text]::text
      from json_array_elements(${rowsAsJson(rows)}::json) as staged (value)
      cross join lateral json_populate_record(null::finding, staged.value) as finding
      cross join lateral json_populate_record(null::finding_detail, staged.value) as detail
      cross join lateral json_populate_record(null::finding_evidence, staged.value) as evidence`.execute(
      transaction,
    )
  }

  async setIds(_: Writer, ids: StagedIds): Promise<void> {
    this.#ids = ids
  }

  async move(
    transaction: ChangeTransaction,
    target: RunTarget,
    rows: readonly MovedRow[],
  ): Promise<number[]> {
    const first = rows[0]?.number
    const last = rows.at(-1)?.number
    if (first === undefined || last === undefined) return []
    const { deploymentId } = transaction
    const before = (await takeIds(transaction, deploymentId, 'finding', last - first + 1)) - first
    for (let at = 0; at < rows.length; ) {
      const end = at === 0 ? firstRows : at + rowsPerMove
      await this.#moveSome(transaction, target, before, rows.slice(at, end))
      // A plan that was good for the rows until now may be a bad one for all of them.
      await planAnew(transaction)
      at = end
    }
    return rows.map(({ number }) => number + before)
  }

  async drop(transaction: Writer): Promise<void> {
    await sql`delete from staged_finding where staging = ${this.#staging}`.execute(transaction)
  }

  /**
   * Moves rows in one statement, which reads each of them once. Ids are looked up in arrays, not joined: the server knows
   * nothing of the rows of an import that has just begun, and might compare each of them with all others.
   */
  async #moveSome(
    transaction: ChangeTransaction,
    target: RunTarget,
    before: number,
    rows: readonly MovedRow[],
  ): Promise<void> {
    const first = rows[0]?.number ?? 0
    const last = rows.at(-1)?.number ?? 0
    const flaws = new Array<number>(last - first + 1).fill(notMoved)
    const since = new Array<number>(flaws.length).fill(none)
    for (const { number, flawId, openSince } of rows) {
      flaws[number - first] = flawId ?? none
      since[number - first] = openSince ?? none
    }
    const { rules, categorySets, messages } = this.#ids
    const values = this.#columns.map((column) => valuesOfPlace(target)[column] ?? sql.ref(`stored.${column}`))
    const columns = sql.join(this.#columns.map((column) => sql.ref(column)))
    await sql`with ids as materialized (select ${arrayOf(flaws)} as flaws, ${arrayOf(since)} as since, ${arrayOf(rules.map(({ id }) => id))} as rules,
        ${arrayOf(rules.map(({ policyId }) => policyId))} as policies, ${arrayOf(categorySets)} as category_sets,
        ${arrayOf(messages)} as messages),
      source as materialized (
        select staged.number + ${before} as id, ids.flaws[staged.number - ${first} + 1] as flaw,
          ids.since[staged.number - ${first} + 1] as since, staged.row_json::text[] as parts
        from staged_finding as staged cross join ids
        where staged.staging = ${this.#staging} and staged.number between ${first} and ${last}
          and ids.flaws[staged.number - ${first} + 1] <> ${notMoved}),
      moved as (insert into finding (id, flaw_id, ${columns})
        select source.id, coalesce(${nullIfNone('source.flaw')}, source.id), ${sql.join(values)}
        from source cross join ids
        cross join lateral (select (record.value).* from (select source.parts[1]::finding as value offset 0) as record) as stored),
      details as (${this.#insertPart(transaction, 'finding_detail', 2, detailColumns)})
      ${this.#insertPart(transaction, 'finding_evidence', 3, evidenceColumns)}`.execute(transaction)
  }

  #insertPart(
    { deploymentId }: ChangeTransaction,
    table: 'finding_detail' | 'finding_evidence',
    part: number,
    columns: readonly string[],
  ): RawBuilder<unknown> {
    const values = sql.join(columns.map((column) => sql.ref(`stored.${column}`)))
    return sql`insert into ${sql.table(table)} (deployment_id, finding_id, ${sql.join(columns.map((column) => sql.ref(column)))})
      select ${deploymentId}, source.id, ${values} from source
      cross join lateral (select (record.value).* from (
        select source.parts[${sql.lit(part)}]::${sql.table(table)} as value offset 0) as record) as stored
      where source.parts[${sql.lit(part)}] is not null`
  }
}

/** Ids are greater. Arrays have no nulls, with which the server would count through them. */
const none = 0
const notMoved = -1

const arrayOf = (ids: readonly (number | null)[]) =>
  sql`${`{${ids.map((id) => id ?? none).join()}}`}::bigint[]`

const nullIfNone = (id: string) => sql`nullif(${sql.raw(id)}, ${sql.lit(none)})`

/** The columns whose values depend on where a run belongs. */
const valuesOfPlace = (target: RunTarget): Record<string, RawBuilder<unknown>> => ({
  project_id: sql`${target.projectId}`,
  ref_id: sql`${target.refId}`,
  on_primary: sql`${Number(target.onPrimary)}`,
  source_id: sql`${target.sourceId}`,
  first_seen_scan_id: sql`${target.scanId}`,
  last_seen_scan_id: sql`${target.scanId}`,
  rule_id: nullIfNone('ids.rules[stored.rule_id + 1]'),
  policy_id: nullIfNone('ids.policies[stored.rule_id + 1]'),
  category_set_id: nullIfNone('ids.category_sets[stored.category_set_id + 1]'),
  message_id: nullIfNone('ids.messages[stored.message_id + 1]'),
  open_since: nullIfNone('source.since'),
  ...(target.onMergeQueue ? { removed: sql`${removedFromLists}` } : {}),
})
