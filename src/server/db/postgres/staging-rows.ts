import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { ChangeTransaction } from '../changed-rows.ts'
import type { Writer } from '../database.ts'
import { takeIds } from '../ids.ts'
import { removedFromLists } from '../merge-queue.ts'
import { rowsOf } from '../sql.ts'
import {
  detailColumns,
  evidenceColumns,
  type MovedRow,
  type Row,
  type RunTarget,
  type StagedIds,
  type StagingTables,
} from '../staging.ts'
import { rowsAsJson } from './bulk.ts'

/** Findings per statement. Other writers of the deployment wait until the transaction ends in any case. */
const rowsPerMove = 2_000

/** Leftovers of imports that ended with their process are deleted after this time. */
const maxAge = sql`interval '1 day'`

/** The rows of one import in the table `staged_finding`, as JSON that the server converts when it moves them. */
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
    await sql`insert into staged_finding (staging, number, row_json)
      select ${this.#staging}, (staged.value ->> 'number')::bigint, staged.value::text
      from json_array_elements(${rowsAsJson(rows)}::json) as staged (value)`.execute(transaction)
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
    for (let at = 0; at < rows.length; at += rowsPerMove) {
      const moved = rowsOf(
        { number: 'integer', flaw: 'integer' },
        rows.slice(at, at + rowsPerMove).map(({ number, flawId }) => [number, flawId]),
      )
      const from = sql`${moved} as moved
        join staged_finding as staged on staged.staging = ${this.#staging} and staged.number = moved.number`
      await this.#moveFindings(transaction, { target, before, from })
      await this.#moveParts(transaction, 'finding_detail', detailColumns, { before, from })
      await this.#moveParts(transaction, 'finding_evidence', evidenceColumns, { before, from })
    }
    return rows.map(({ number }) => number + before)
  }

  async drop(transaction: Writer): Promise<void> {
    await sql`delete from staged_finding where staging = ${this.#staging}`.execute(transaction)
  }

  async #moveFindings(
    transaction: ChangeTransaction,
    { target, before, from }: { target: RunTarget; before: number; from: RawBuilder<unknown> },
  ) {
    const { rules, categorySets, messages } = this.#ids
    const expressions: Record<string, RawBuilder<unknown>> = {
      project_id: sql`${target.projectId}`,
      ref_id: sql`${target.refId}`,
      on_primary: sql`${Number(target.onPrimary)}`,
      source_id: sql`${target.sourceId}`,
      first_seen_scan_id: sql`${target.scanId}`,
      last_seen_scan_id: sql`${target.scanId}`,
      rule_id: sql`rule.rule_id`,
      policy_id: sql`rule.policy_id`,
      category_set_id: sql`list.id`,
      message_id: sql`message.id`,
      ...(target.onMergeQueue ? { removed: sql`${removedFromLists}` } : {}),
    }
    const values = this.#columns.map((column) => expressions[column] ?? sql.ref(`finding.${column}`))
    const ruleRows = rules.map(({ id, policyId }) => [id, policyId])
    const one = (ids: readonly (number | null)[]) =>
      rowsOf(
        { id: 'integer' },
        ids.map((id) => [id]),
      )
    await sql`insert into finding (id, flaw_id, ${sql.join(this.#columns.map((column) => sql.ref(column)))})
      select staged.number + ${before}, coalesce(moved.flaw, staged.number + ${before}), ${sql.join(values)}
      from ${from} cross join lateral json_populate_record(null::finding, staged.row_json::json) as finding
      left join ${rowsOf({ rule_id: 'integer', policy_id: 'integer' }, ruleRows)} as rule on rule.place = finding.rule_id
      left join ${one(categorySets)} as list on list.place = finding.category_set_id
      left join ${one(messages)} as message on message.place = finding.message_id`.execute(transaction)
  }

  async #moveParts(
    transaction: ChangeTransaction,
    table: 'finding_detail' | 'finding_evidence',
    columns: readonly string[],
    { before, from }: { before: number; from: RawBuilder<unknown> },
  ) {
    const values = columns.map((column) => sql.ref(`part.${column}`))
    // A finding has evidence in any case, and details only where there are any.
    const condition =
      table === 'finding_evidence' ? sql`true` : sql`coalesce(${sql.join(values)}) is not null`
    await sql`insert into ${sql.table(table)} (deployment_id, finding_id, ${sql.join(columns.map((column) => sql.ref(column)))})
      select ${transaction.deploymentId}, staged.number + ${before}, ${sql.join(values)}
      from ${from} cross join lateral json_populate_record(null::${sql.table(table)}, staged.row_json::json) as part
      where ${condition}`.execute(transaction)
  }
}
