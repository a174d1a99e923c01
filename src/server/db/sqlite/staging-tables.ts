import { setImmediate as immediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { ChangeTransaction } from '../changed-rows.ts'
import type { Writer } from '../database.ts'
import { takeIds } from '../ids.ts'
import { insertRows, type Row, type Value } from './bulk.ts'

/** Findings moved at a time: some ten milliseconds. Each time others read in between, and those who write wait. */
const takenAtOnce = 500

const detailColumns = ['code_json', 'data_flow_json', 'fix_json', 'references_json']
// A column of the finding is called `fingerprint` as little as one of its evidence is called `severity`.
const evidenceNames = ['scheme', 'fingerprint', 'code', 'context', 'flow', 'message', 'aliases_json']

let made = 0

/** Where the findings of a run belong. */
interface Place {
  projectId: number
  refId: number
  onPrimary: boolean
  sourceId: number
  scanId: number
}

/** A row that is taken, and the flaw of another ref that it is. */
export interface TakenRow {
  number: number
  flawId: number | null
}

/** Temporary tables in memory, in which the findings of one import wait for their transaction. */
export class StagingTables {
  readonly #rows = `staged_${++made}` as const
  readonly #rules = `${this.#rows}_rules`
  readonly #lists = `${this.#rows}_lists`
  readonly #messages = `${this.#rows}_messages`
  #columns: string[] = []

  /** Stages rows of `finding` and `finding_detail`, each with its `number`, which ascend from 1. */
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
    await run(transaction, `create temp table ${this.#messages} (number integer primary key, message_id)`)
    this.#columns = others.filter((column) => ![...detailColumns, ...evidenceNames].includes(column))
  }

  /** Says what the numbers stand for by which the rows of one run name their rules, lists of categories and messages. */
  async tell(
    transaction: Writer,
    {
      rules,
      categorySets,
      messages,
    }: {
      rules: readonly { id: number; policyId: number | null }[]
      categorySets: readonly (number | null)[]
      messages: readonly (number | null)[]
    },
  ): Promise<void> {
    for (const table of [this.#rules, this.#lists, this.#messages])
      await run(transaction, `delete from ${table}`)
    const named = rules.map(({ id, policyId }) => [id, policyId])
    await run(
      transaction,
      `insert into ${this.#rules} select key, value ->> 0, value ->> 1 from json_each(?)`,
      JSON.stringify(named),
    )
    for (const [table, ids] of [
      [this.#lists, categorySets],
      [this.#messages, messages],
    ] as const)
      await run(transaction, `insert into ${table} select key, value from json_each(?)`, JSON.stringify(ids))
  }

  /**
   * Moves rows of one run to where they belong, under new ids in the order of their numbers. One without the flaw of
   * another ref is a flaw of its own.
   * @returns their ids.
   */
  async take(transaction: ChangeTransaction, place: Place, taken: readonly TakenRow[]): Promise<number[]> {
    const first = taken[0]?.number
    const last = taken.at(-1)?.number
    if (first === undefined || last === undefined) return []
    const { deploymentId } = transaction
    const before = (await takeIds(transaction, deploymentId, 'finding', last - first + 1)) - first
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
      message_id: 'message.message_id',
    }
    const bound = this.#columns.filter((column) => column in of)
    const from = `from json_each(?) as chosen cross join ${this.#rows} as staged on staged.number = chosen.value ->> 0`
    const findings = `insert into finding (id, flaw_id, ${this.#columns.map(quoted)})
      select staged.number + ?, coalesce(chosen.value ->> 1, staged.number + ?), ${this.#columns.map((column) => told[column] ?? (column in of ? '?' : `staged.${quoted(column)}`))}
      ${from} left join ${this.#rules} as rule on rule.number = staged.rule_id
      left join ${this.#lists} as list on list.number = staged.category_set_id
      left join ${this.#messages} as message on message.number = staged.message_id`
    const details = `insert into finding_detail (deployment_id, finding_id, ${detailColumns}) select ?, staged.number + ?, ${detailColumns}
      ${from} where coalesce(${detailColumns}) is not null`
    const evidence = `insert into finding_evidence (deployment_id, finding_id, ${evidenceNames})
      select ?, staged.number + ?, ${evidenceNames.map((name) => `staged.${name}`)} ${from}`
    for (let at = 0; at < taken.length; at += takenAtOnce) {
      const some = taken.slice(at, at + takenAtOnce).map(({ number, flawId }) => [number, flawId])
      const chosen = JSON.stringify(some)
      await run(transaction, findings, before, before, ...bound.map((column) => of[column] ?? null), chosen)
      await run(transaction, details, deploymentId, before, chosen)
      await run(transaction, evidence, deploymentId, before, chosen)
      await immediate()
    }
    return taken.map(({ number }) => number + before)
  }

  async drop(transaction: Writer): Promise<void> {
    for (const table of [this.#rows, this.#rules, this.#lists, this.#messages])
      await run(transaction, `drop table if exists temp.${table}`)
  }
}

const run = (transaction: Writer, text: string, ...values: Value[]) =>
  transaction.executeQuery(CompiledQuery.raw(text, values))

const quoted = (name: string) => `"${name}"`
