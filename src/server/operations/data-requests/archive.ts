import { createHash } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import * as codes from '#server/db/codes.ts'
import type { OpenSnapshot, Reader } from '#server/db/database.ts'
import { type ArchivedName, archivedTable } from './archived-tables.ts'

const rowsPerPage = 500

/** Rows of a table that belong to an archive. */
export interface Selected {
  table: ArchivedName
  condition: RawBuilder<SqlBool>
}

/** What the first line of an archive says, beside the tables. */
export interface ArchiveHead {
  /** The version of Gatehouse. */
  version: string
  /** The newest migration, which names the columns. */
  schema: string
  /** Milliseconds since 1970. */
  at: number
  /** What the archive is about. */
  subject: { deployment: string } | { person: string }
}

/**
 * Yields the lines of an archive: a manifest with the number of rows of each table, a line for each row, and the
 * SHA-256 of all lines before. The snapshot is closed at the end. Only one page of rows is in memory.
 * Source: docs/operating.md#export-and-delete-data.
 */
export async function* archiveLines(
  snapshot: OpenSnapshot,
  { version, schema, at, subject }: ArchiveHead,
  selected: readonly Selected[],
): AsyncGenerator<string> {
  const digest = createHash('sha256')
  const hashed = (text: string) => {
    digest.update(text)
    return text
  }
  try {
    const manifest = {
      format: 'gatehouse-archive',
      formatVersion: 1,
      gatehouse: version,
      schema,
      createdAt: new Date(at).toISOString(),
      ...subject,
      tables: await countTables(snapshot.read, selected),
      codes: codeLists,
    }
    yield hashed(`${JSON.stringify(manifest)}\n`)
    for (const one of selected)
      for await (const rows of pagesOf(snapshot.read, one))
        yield hashed(rows.map((row) => `${JSON.stringify({ table: one.table, row })}\n`).join(''))
    yield `${JSON.stringify({ end: true, sha256: digest.digest('hex') })}\n`
  } finally {
    snapshot.close()
  }
}

/** The values of enumerations, which rows have as positions. */
const codeLists = Object.fromEntries(Object.entries(codes).filter(([, list]) => Array.isArray(list)))

async function countTables(reader: Reader, selected: readonly Selected[]) {
  const tables = []
  for (const { table, condition } of selected) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${condition}`.execute(reader)
    const { leftOut = [] } = archivedTable(table)
    tables.push({ table, rows: rows[0]?.count ?? 0, ...(leftOut.length > 0 ? { leftOut } : {}) })
  }
  return tables
}

type Row = Record<string, unknown>

/** The rows of a table in the order of its key. */
async function* pagesOf(reader: Reader, { table, condition }: Selected): AsyncGenerator<Row[]> {
  const { key, leftOut = [], pageSize = rowsPerPage } = archivedTable(table)
  const columns = sql.join(key.map((name) => sql.ref(name)))
  let after: readonly unknown[] | null = null
  for (;;) {
    const isAfter: RawBuilder<unknown> = after === null ? sql`` : sql`and (${columns}) > (${sql.join(after)})`
    const { rows }: { rows: Row[] } = await sql<Row>`select * from ${sql.table(table)}
      where ${condition} ${isAfter} order by ${columns} limit ${pageSize}`.execute(reader)
    const last: Row | undefined = rows.at(-1)
    if (last === undefined) return
    after = key.map((name) => last[name])
    yield rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([name, value]) =>
          leftOut.includes(name) ? [] : [[name, archivedValue(value)]],
        ),
      ),
    )
    if (rows.length < pageSize) return
  }
}

/** Bytes are written as base64; all other values are JSON. */
const archivedValue = (value: unknown) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
