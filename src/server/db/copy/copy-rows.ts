import { sql } from 'kysely'
import { DatabaseFault, type Reader, type RowReader } from '../database.ts'
import { columnsByTable, lastIds } from '../engine.ts'
import { type CopiedTable, copiedTables } from './copied-tables.ts'
import type { CopiedValue, CopyTarget, LastIds } from './copy-target.ts'
import { type DigestedRows, RowsDigest } from './rows-digest.ts'

/** Rows that are read at once, where single values can be large and elsewhere. */
const largeRowsPerRead = 1
const rowsPerRead = 100

/** A statement has at most so many rows, and about so many characters. */
const rowsPerInsert = 1_000
const lengthOfInsert = 4_000_000

/** A table of both databases after the copy. */
export interface ComparedTable {
  name: string
  source: DigestedRows
  target: DigestedRows
}

/** What is reported while rows are copied. */
export interface CopyReport {
  /** Called with the name of a table while it is copied, and the share of all rows, from 0 to 1. */
  onProgress(table: string, share: number): void
  /** Called for each table, when it was read from the copy. */
  onCompared(table: ComparedTable): void
}

/** What was copied. */
export interface CopiedRows {
  rows: number
  /** Texts that the target cannot store, in which characters were replaced. */
  replacedTexts: number
}

/**
 * Copies all rows of a snapshot into an empty database, creates its indexes, and compares each table by the number and
 * the checksum of its rows: as they were read from the source, and as they are read from the copy.
 * @throws DatabaseFault if a table differs.
 */
export async function copyAllRows(
  source: RowReader,
  target: CopyTarget,
  { onProgress, onCompared }: CopyReport,
): Promise<CopiedRows> {
  const columns = await columnsOfBoth(source.read, target.reader.read)
  const tables = copiedTables.filter(({ name }) => columns.has(name))
  const counts = await countRows(source, tables)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const copied: CopiedRows = { rows: 0, replacedTexts: 0 }
  const digests = new Map<string, DigestedRows>()
  for (const table of tables) {
    const copy = new TableCopy(table, columns.get(table.name) ?? [], target)
    for await (const rows of readRows(source, table, copy.columns)) {
      await copy.add(rows)
      copied.rows += rows.length
      onProgress(table.name, total === 0 ? 1 : copied.rows / total)
    }
    digests.set(table.name, await copy.end())
    copied.replacedTexts += copy.replacedTexts
  }
  // Those of PostgreSQL are no part of a snapshot, so they are read once.
  const ids = await lastIds(source.read)
  await target.continueIds(ids)
  onProgress('indexes', 1)
  await target.createIndexes()
  const different: string[] = []
  for (const table of tables) {
    onProgress(table.name, 1)
    const read = await digestOf(target.reader, table, columns.get(table.name) ?? [])
    const before = digests.get(table.name) ?? read
    onCompared({ name: table.name, source: before, target: read })
    const isEqual =
      before.sha256 === read.sha256 && before.rows === read.rows && before.rows === counts.get(table.name)
    if (!isEqual) different.push(table.name)
  }
  if (different.length > 0) throw new DatabaseFault(`These tables differ: ${different.join(', ')}.`)
  await compareIds(ids, target)
  return copied
}

/** Copies the rows of one table, in batches. */
class TableCopy {
  readonly columns: readonly string[]
  replacedTexts = 0
  readonly #table: CopiedTable
  readonly #target: CopyTarget
  readonly #digest = new RowsDigest()
  #waiting: CopiedValue[][] = []
  #length = 0

  constructor(table: CopiedTable, columns: readonly string[], target: CopyTarget) {
    this.#table = table
    this.columns = columns
    this.#target = target
  }

  async add(read: readonly (readonly CopiedValue[])[]): Promise<void> {
    const rows = read.map((row) => row.map((value, at) => this.#storable(at, value)))
    this.#digest.add(rows)
    for (const row of rows) {
      this.#waiting.push(row)
      if (this.#waiting.length >= rowsPerInsert || this.#length >= lengthOfInsert) await this.#write()
    }
  }

  async end(): Promise<DigestedRows> {
    await this.#write()
    return this.#digest.end()
  }

  async #write() {
    const rows = this.#waiting
    this.#waiting = []
    this.#length = 0
    if (rows.length > 0) await this.#target.insert(this.#table.name, this.columns, rows)
  }

  #storable(at: number, value: CopiedValue): CopiedValue {
    if (value instanceof Uint8Array) this.#length += 2 * value.length
    if (typeof value !== 'string') return value
    this.#length += value.length
    const stored = this.#target.storable(this.columns[at] ?? '', value)
    if (stored !== value) this.replacedTexts++
    return stored
  }
}

/** Reads the rows of a table in the order of its primary key. */
async function* readRows(
  reader: RowReader,
  { name, key, hasLargeValues }: CopiedTable,
  columns: readonly string[],
): AsyncIterable<CopiedValue[][]> {
  const names = (list: readonly string[]) => sql.join(list.map((column) => sql.ref(column)))
  const query = sql`select ${names(columns)} from ${sql.table(name)} order by ${names(key)}`
  const chunks = reader.chunks(query.compile(reader.read), hasLargeValues ? largeRowsPerRead : rowsPerRead)
  // parse: the type of rows does not mention binary columns.
  for await (const rows of chunks) yield rows as CopiedValue[][]
}

async function digestOf(reader: RowReader, table: CopiedTable, columns: readonly string[]) {
  const digest = new RowsDigest()
  for await (const rows of readRows(reader, table, columns)) digest.add(rows)
  return digest.end()
}

/**
 * The columns of each table in an order that does not depend on the engine. Databases of an earlier version may both lack
 * a table.
 */
async function columnsOfBoth(source: Reader, target: Reader): Promise<Map<string, string[]>> {
  const [from, to] = [await columnsByTable(source), await columnsByTable(target)]
  for (const { name } of copiedTables) {
    from.get(name)?.sort()
    to.get(name)?.sort()
    if (from.has(name) === to.has(name) && String(from.get(name)) === String(to.get(name))) continue
    throw new DatabaseFault(`The table ${name} does not have the same columns in both databases.`)
  }
  return from
}

async function countRows({ read }: RowReader, tables: readonly CopiedTable[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(
      read,
    )
    counts.set(name, rows[0]?.rows ?? 0)
  }
  return counts
}

async function compareIds(before: LastIds, target: CopyTarget) {
  const after = await lastIds(target.reader.read)
  for (const [table, id] of Object.entries(before))
    if (Object.hasOwn(after, table) && after[table] !== id)
      throw new DatabaseFault(`The last id of ${table} differs.`)
}
