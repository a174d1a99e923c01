import { setImmediate as immediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
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
  type Value,
} from '../staging.ts'
import { insertRows } from './bulk.ts'

/** Findings moved per batch, which takes some ten milliseconds. Reads run in between; other writers wait. */
const rowsPerMove = 500

let tableCount = 0

/** Temporary tables in memory for the findings of one import, which are filled before its transaction. */
export class TemporaryTables implements StagingTables {
  readonly #rows = `staged_${++tableCount}` as const
  readonly #rules = `${this.#rows}_rules`
  readonly #lists = `${this.#rows}_lists`
  readonly #messages = `${this.#rows}_messages`
  #columns: string[] = []

  async stage(transaction: Writer, rows: readonly Row[]): Promise<void> {
    const [first] = rows
    if (!first) return
    if (this.#columns.length === 0) await this.#make(transaction, Object.keys(first))
    await insertRows(transaction, this.#rows, rows)
  }

  async #make(transaction: Writer, columns: readonly string[]) {
    const others = columns.filter((column) => column !== 'number')
    await run(
      transaction,
      `create temp table ${this.#rows} (number integer primary key, ${others.map(quoted)})`,
    )
    await run(
      transaction,
      `create temp table ${this.#rules} (number integer primary key, rule_id, policy_id)`,
    )
    await run(transaction, `create temp table ${this.#lists} (number integer primary key, category_set_id)`)
    await run(transaction, `create temp table ${this.#messages} (number integer primary key, message_id)`)
    this.#columns = others.filter((column) => ![...detailColumns, ...evidenceColumns].includes(column))
  }

  async setIds(transaction: Writer, { rules, categorySets, messages }: StagedIds): Promise<void> {
    for (const table of [this.#rules, this.#lists, this.#messages])
      await run(transaction, `delete from ${table}`)
    const ruleRows = rules.map(({ id, policyId }) => [id, policyId])
    await run(
      transaction,
      `insert into ${this.#rules} select key, value ->> 0, value ->> 1 from json_each(?)`,
      JSON.stringify(ruleRows),
    )
    for (const [table, ids] of [
      [this.#lists, categorySets],
      [this.#messages, messages],
    ] as const)
      await run(transaction, `insert into ${table} select key, value from json_each(?)`, JSON.stringify(ids))
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
    const fixedValues: Record<string, Value> = {
      project_id: target.projectId,
      ref_id: target.refId,
      on_primary: Number(target.onPrimary),
      source_id: target.sourceId,
      first_seen_scan_id: target.scanId,
      last_seen_scan_id: target.scanId,
      ...(target.onMergeQueue ? { removed: removedFromLists } : {}),
    }
    const idColumns: Record<string, string> = {
      rule_id: 'rule.rule_id',
      policy_id: 'rule.policy_id',
      category_set_id: 'list.category_set_id',
      message_id: 'message.message_id',
      open_since: 'moved.value ->> 2',
    }
    const boundColumns = this.#columns.filter((column) => column in fixedValues)
    const from = `from json_each(?) as moved cross join ${this.#rows} as staged on staged.number = moved.value ->> 0`
    const findings = `insert into finding (id, flaw_id, ${this.#columns.map(quoted)})
      select staged.number + ?, coalesce(moved.value ->> 1, staged.number + ?), ${this.#columns.map((column) => idColumns[column] ?? (column in fixedValues ? '?' : `staged.${quoted(column)}`))}
      ${from} left join ${this.#rules} as rule on rule.number = staged.rule_id
      left join ${this.#lists} as list on list.number = staged.category_set_id
      left join ${this.#messages} as message on message.number = staged.message_id`
    const details = `insert into finding_detail (deployment_id, finding_id, ${detailColumns}) select ?, staged.number + ?, ${detailColumns}
      ${from} where coalesce(${detailColumns}) is not null`
    const evidence = `insert into finding_evidence (deployment_id, finding_id, ${evidenceColumns})
      select ?, staged.number + ?, ${evidenceColumns.map((name) => `staged.${name}`)} ${from}`
    for (let at = 0; at < rows.length; at += rowsPerMove) {
      const some = rows
        .slice(at, at + rowsPerMove)
        .map(({ number, flawId, openSince }) => [number, flawId, openSince])
      const movedRows = JSON.stringify(some)
      await run(
        transaction,
        findings,
        before,
        before,
        ...boundColumns.map((column) => fixedValues[column] ?? null),
        movedRows,
      )
      await run(transaction, details, deploymentId, before, movedRows)
      await run(transaction, evidence, deploymentId, before, movedRows)
      await immediate()
    }
    return rows.map(({ number }) => number + before)
  }

  async drop(transaction: Writer): Promise<void> {
    for (const table of [this.#rows, this.#rules, this.#lists, this.#messages])
      await run(transaction, `drop table if exists temp.${table}`)
  }
}

const run = (transaction: Writer, text: string, ...values: Value[]) =>
  transaction.executeQuery(CompiledQuery.raw(text, values))

const quoted = (name: string) => `"${name}"`
