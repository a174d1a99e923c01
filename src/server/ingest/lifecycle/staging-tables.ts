import { CompiledQuery } from 'kysely'
import type { Writer } from '#server/db/database.ts'
import { breathe } from '../reader.ts'
import { insertRows, type Row, type Value } from './bulk.ts'
import type { InternedRule } from './intern-rules.ts'
import type { RunPlace } from './run.ts'

/** Findings moved at a time: some ten milliseconds. Each time others read in between, and those who write wait. */
const takenAtOnce = 3000

const detailColumns = ['code_json', 'data_flow_json', 'fix_json', 'references_json']

let made = 0

/** Tables of the writing connection alone, in memory, in which the findings of one import wait for their transaction. */
export class StagingTables {
  readonly #rows = `staged_${++made}` as const
  readonly #rules = `${this.#rows}_rules`
  readonly #lists = `${this.#rows}_lists`
  #columns: string[] = []

  /** Puts rows of `finding` and `finding_detail` aside, each with its `number`, which ascend from 1. */
  async put(transaction: Writer, rows: readonly Row[]): Promise<void> {
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
    this.#columns = others.filter((column) => !detailColumns.includes(column))
  }

  /** Says what the numbers stand for by which the rows of one run name their rules and lists of categories. */
  async tell(
    transaction: Writer,
    { rules, categorySets }: { rules: readonly InternedRule[]; categorySets: readonly (number | null)[] },
  ): Promise<void> {
    await run(transaction, `delete from ${this.#rules}`)
    await run(transaction, `delete from ${this.#lists}`)
    const named = rules.map(({ id, policyId }) => [id, policyId])
    await run(
      transaction,
      `insert into ${this.#rules} select key, value ->> 0, value ->> 1 from json_each(?)`,
      JSON.stringify(named),
    )
    await run(
      transaction,
      `insert into ${this.#lists} select key, value from json_each(?)`,
      JSON.stringify(categorySets),
    )
  }

  /** Moves rows of one run to where they belong, under new ids in the order of their numbers. */
  async take(transaction: Writer, place: RunPlace, numbers: readonly number[]): Promise<void> {
    const [first] = numbers
    if (first === undefined) return
    const { rows } = await transaction.executeQuery<{ seq: number }>(
      CompiledQuery.raw(`select seq from sqlite_sequence where name = 'finding'`),
    )
    const before = (rows[0]?.seq ?? 0) - first + 1
    const of: Record<string, Value> = {
      project_id: place.projectId,
      ref_id: place.refId,
      on_primary: Number(place.onPrimary),
      source_id: place.sourceId,
      first_seen_scan_id: place.scanId,
      last_seen_scan_id: place.scanId,
    }
    const told: Record<string, string> = {
      rule_id: 'rule.rule_id',
      policy_id: 'rule.policy_id',
      category_set_id: 'list.category_set_id',
    }
    const bound = this.#columns.filter((column) => column in of)
    const from = `from json_each(?) as chosen cross join ${this.#rows} as staged on staged.number = chosen.value`
    const findings = `insert into finding (id, ${this.#columns.map(quoted)})
      select staged.number + ?, ${this.#columns.map((column) => told[column] ?? (column in of ? '?' : `staged.${quoted(column)}`))}
      ${from} left join ${this.#rules} as rule on rule.number = staged.rule_id
      left join ${this.#lists} as list on list.number = staged.category_set_id`
    const details = `insert into finding_detail (finding_id, ${detailColumns}) select staged.number + ?, ${detailColumns}
      ${from} where coalesce(${detailColumns}) is not null`
    for (let at = 0; at < numbers.length; at += takenAtOnce) {
      const chosen = JSON.stringify(numbers.slice(at, at + takenAtOnce))
      await run(transaction, findings, before, ...bound.map((column) => of[column] ?? null), chosen)
      await run(transaction, details, before, chosen)
      await breathe()
    }
  }

  async drop(transaction: Writer): Promise<void> {
    for (const table of [this.#rows, this.#rules, this.#lists])
      await run(transaction, `drop table if exists temp.${table}`)
  }
}

const run = (transaction: Writer, text: string, ...values: Value[]) =>
  transaction.executeQuery(CompiledQuery.raw(text, values))

const quoted = (name: string) => `"${name}"`
