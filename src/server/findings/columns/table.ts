import { allocateBuffer } from '#server/base/thread.ts'
import type { ArrayRow } from '#server/db/database.ts'
import { Codes, type CodesData } from './code-array.ts'
import {
  type ColumnName,
  columnNames,
  columnSources,
  firstColumnIndex,
  type TextColumn,
} from './column-sources.ts'
import { mergeOrder, newestFirst } from './row-order.ts'
import { TextPool, type TextPoolData } from './text-pool.ts'

/** In the column `removed`: the row was deleted from the database. */
const deletedFlag = 2

interface ColumnSlot {
  kind: (typeof columnSources)[ColumnName]['kind']
  codes: Codes
  texts: TextPool | null
}

/** The content of a table, in a form that can be transferred to another thread. */
export interface TableData {
  length: number
  ids: Int32Array
  since: Float64Array
  triagedAt: Float64Array
  flaws: Int32Array
  flawsEnd: number
  columns: Record<ColumnName, CodesData>
  texts: Record<TextColumn, TextPoolData>
  scores: number[]
  order: Int32Array
}

/** Arrays grow by an eighth: more would be unused memory in an idle service. */
const growthFactor = 1.125

const isText = (name: ColumnName): name is TextColumn => columnSources[name].kind === 'text'
const textColumns = columnNames.filter(isText)

const byName = <N extends string, T>(names: readonly N[], make: (name: N) => T) =>
  // parse: one entry per name, which the types of `fromEntries` cannot express.
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>

/**
 * The findings of one type of one deployment as columns: one array per field with one number per row. Rows are ordered
 * by id and never move; a deleted row is kept but excluded everywhere.
 */
export class Table {
  length = 0
  /** Increases with every change, so that what was counted in this table can be kept while others change. */
  version = 0
  ids: Int32Array = new Int32Array(0)
  /** `relevant_since` in milliseconds. */
  since: Float64Array = new Float64Array(0)
  /** The time of triage in milliseconds; 0 if never triaged. */
  triagedAt: Float64Array = new Float64Array(0)
  /** The flaw number of each row, from 1: equal for rows on different refs that are the same flaw. */
  flaws: Int32Array = new Int32Array(0)
  /** The largest flaw number plus one. */
  flawsEnd = 1
  readonly columns: Record<ColumnName, Codes>
  readonly texts: Record<TextColumn, TextPool>
  /** The distinct scores by code; the first represents no score. */
  scores: number[] = [Number.NaN]
  /** The columns in the order of a row's fields. */
  readonly #slots: readonly ColumnSlot[]
  #scoreCodes = new Map<number, number>()
  #order: Int32Array = new Int32Array(0)
  /** Rows whose position in `#order` is not up to date. */
  #moved: number[] = []

  /** @param parts of a table that another thread filled and no longer uses. */
  constructor(parts?: TableData) {
    this.columns = byName(columnNames, (name) => new Codes(parts?.columns[name]))
    this.texts = byName(textColumns, (name) => new TextPool(parts?.texts[name]))
    this.#slots = columnNames.map((name) => ({
      kind: columnSources[name].kind,
      codes: this.columns[name],
      texts: isText(name) ? this.texts[name] : null,
    }))
    if (!parts) return
    this.length = parts.length
    this.ids = parts.ids
    this.since = parts.since
    this.triagedAt = parts.triagedAt
    this.flaws = parts.flaws
    this.flawsEnd = parts.flawsEnd
    this.scores = parts.scores
    this.#order = parts.order
    for (const [at, score] of parts.scores.entries()) if (at > 0) this.#scoreCodes.set(score, at)
  }

  /** Returns the sorted content without spare space. The table must not be used afterwards. */
  parts(): TableData {
    const { length } = this
    return {
      length,
      ids: this.ids.subarray(0, length),
      since: this.since.subarray(0, length),
      triagedAt: this.triagedAt.subarray(0, length),
      flaws: this.flaws.subarray(0, length),
      flawsEnd: this.flawsEnd,
      columns: byName(columnNames, (name) => this.columns[name].parts(length)),
      texts: byName(textColumns, (name) => this.texts[name].parts()),
      scores: this.scores,
      order: this.order(),
    }
  }

  /** The row of a finding; -1 if the table does not have it. */
  rowOf(id: number): number {
    let low = 0
    let high = this.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const middleId = this.ids[middle] ?? 0
      if (middleId === id) return middle
      if (middleId < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  /**
   * Adds or updates a finding.
   * @throws RangeError for a new finding whose id is below an existing one, which our database never assigns.
   */
  put(row: ArrayRow): void {
    this.version++
    const id = Number(row[0])
    const isLast = this.length === 0 || id > (this.ids[this.length - 1] ?? 0)
    let at = isLast ? -1 : this.rowOf(id)
    const isNew = at < 0
    if (isNew) at = this.#append(id)
    const since = Number(row[2])
    if (isNew || this.since[at] !== since) this.#moved.push(at)
    this.since[at] = since
    this.triagedAt[at] = Number(row[4])
    const flaw = Number(row[3])
    this.flaws[at] = flaw
    if (flaw >= this.flawsEnd) this.flawsEnd = flaw + 1
    for (let index = 0; index < this.#slots.length; index++) {
      const slot = this.#slots[index]
      if (slot) slot.codes.set(at, this.#codeOf(slot, row[firstColumnIndex + index] ?? null))
    }
  }

  /** Excludes a deleted finding from every list and count. */
  drop(id: number) {
    const at = this.rowOf(id)
    if (at < 0) return
    this.version++
    this.columns.removed.set(at, deletedFlag)
  }

  isDeleted(row: number): boolean {
    return this.columns.removed.array[row] === deletedFlag
  }

  /** All rows, including removed ones, by `relevant_since` and id, newest first. */
  order(): Int32Array {
    if (this.#moved.length > 0) {
      this.#order =
        this.#moved.length > this.length / 8
          ? newestFirst(this.since, this.length)
          : mergeOrder(this.#order, new Set(this.#moved), this.since, this.length)
      this.#moved = []
    }
    return this.#order
  }

  /** The number of rows that can be added without reallocating. */
  get room() {
    return this.ids.length - this.length
  }

  #codeOf({ kind, texts }: ColumnSlot, value: number | string | null): number {
    switch (kind) {
      case 'text':
        return texts === null || value === null ? 0 : texts.intern(String(value))
      case 'number':
        return this.#scoreCode(value)
      case 'word':
        return value === null ? 0 : Number(value) + 1
      default:
        return Number(value)
    }
  }

  #scoreCode(value: number | string | null): number {
    if (value === null) return 0
    const score = Number(value)
    const known = this.#scoreCodes.get(score)
    if (known !== undefined) return known
    this.#scoreCodes.set(score, this.scores.length)
    return this.scores.push(score) - 1
  }

  #append(id: number): number {
    const last = this.ids[this.length - 1] ?? 0
    if (this.length > 0 && id <= last) throw new RangeError(`finding ${id} comes after finding ${last}`)
    if (this.length === this.ids.length) this.reserve(Math.max(256, Math.ceil(this.length * growthFactor)))
    this.ids[this.length] = id
    return this.length++
  }

  /** Allocates space for `length` rows in total. */
  reserve(length: number) {
    const ids = new Int32Array(allocateBuffer(length * 4))
    ids.set(this.ids.subarray(0, length))
    this.ids = ids
    const since = new Float64Array(allocateBuffer(length * 8))
    since.set(this.since.subarray(0, length))
    this.since = since
    const triagedAt = new Float64Array(allocateBuffer(length * 8))
    triagedAt.set(this.triagedAt.subarray(0, length))
    this.triagedAt = triagedAt
    const flaws = new Int32Array(allocateBuffer(length * 4))
    flaws.set(this.flaws.subarray(0, length))
    this.flaws = flaws
    for (const name of columnNames) this.columns[name].reserve(length)
  }
}
