import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Migrator } from 'kysely/migration'
import { expect, it, onTestFinished, vi } from 'vitest'
import { takeId } from '../../ids.ts'
import { openWriter } from '../connection.ts'
import { earlierMigrationProvider } from '../migrations/index.ts'
import { openDatabase } from '../open.ts'
import { openFile } from '../testing/connection.ts'
import { copiedTables } from './copied-tables.ts'
import type { RebuildProgress } from './rebuild.ts'

const free = vi.hoisted(() => ({ blocks: null as number | null }))
vi.mock('node:fs', async (original) => {
  const actual = await original<typeof import('node:fs')>()
  const statfsSync = (path: string) => {
    const stats = actual.statfsSync(path)
    return free.blocks === null ? stats : { ...stats, bavail: free.blocks, bsize: 1 }
  }
  return { ...actual, statfsSync }
})

/** A database of the first version with six projects, filled by its service. */
const filled = gunzipSync(
  readFileSync(new URL('../migrations/fixtures/secrets-before.db.gz', import.meta.url)),
)

/** That database, with all migrations of its kind, and with rows that nothing shows any more. */
async function earlier(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-rebuild-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'gatehouse.db')
  writeFileSync(file, filled)
  const { raw, query } = openWriter(file)
  const { error } = await new Migrator({ db: query, provider: earlierMigrationProvider }).migrateToLatest()
  if (error) throw error
  raw.exec(`
    pragma foreign_keys = off;
    insert into deployment (slug, name, demo, change_number, secret_salt, created_at) values ('b', 'B', 0, 0, 's', 1);
    insert into view (deployment_id, name, shared, owner, page, query, created_at)
      values ((select max(id) from deployment), 'Mine', 0, 'Ann', 'code', '', 1);
    insert into finding_detail (finding_id, code_json) values (987654, '{}');
    delete from finding where id = (select max(id) from finding);
  `)
  raw.close()
  return file
}

/** Rows of a table by the columns that both forms have, but for those of findings that are gone. */
function rowsOf(file: string, table: string, columns: readonly string[]) {
  const connection = openFile(file, { readOnly: true })
  const own = table.startsWith('finding_') && columns.includes('finding_id')
  const rows = connection
    .prepare(
      `select ${columns.map((name) => `"${name}"`)} from ${table}
        ${own ? 'where finding_id in (select id from finding)' : ''} order by ${columns.map((_, at) => at + 1)}`,
    )
    .all()
    .map((row) => Object.values(row))
  connection.close()
  return rows
}

function columnsOf(file: string, table: string): string[] {
  const connection = openFile(file, { readOnly: true })
  const rows = connection.prepare('select name from pragma_table_info(?)').all(table)
  connection.close()
  return rows.map(({ name }) => String(name))
}

it('keeps every row, tells its progress, and goes on counting ids', async () => {
  const file = await earlier()
  // A later update masks what rules for hard-coded credentials show.
  const changing = openFile(file)
  changing.exec(`update rule set cwe_json = '[]', title = 'Rule ' || id`)
  changing.close()
  const before = new Map(
    Object.keys(copiedTables).map((table) => {
      const columns = columnsOf(file, table)
      return [table, { columns, rows: rowsOf(file, table, columns) }]
    }),
  )
  const newest = Math.max(...(before.get('finding')?.rows ?? []).map(([id]) => Number(id)))
  const progress: RebuildProgress[] = []
  const database = await openDatabase(file, (one) => progress.push(one))
  for (const [table, { columns, rows }] of before)
    expect([table, rowsOf(file, table, columns)]).toEqual([table, rows])
  expect(before.get('finding')?.rows.length).toBeGreaterThan(5)
  expect(progress[0]?.share).toBe(0)
  expect(progress.at(-1)?.share).toBe(1)
  expect(progress[0]?.bytes).toBeGreaterThan(100_000)
  // One more than that of the finding that was deleted.
  expect(await database.write((transaction) => takeId(transaction, 1, 'finding'))).toBe(newest + 2)
  const connection = openFile(file, { readOnly: true })
  expect(connection.prepare('pragma foreign_key_check').all()).toEqual([])
  expect(
    connection.prepare('select count(*) as n from finding_detail where finding_id = 987654').get(),
  ).toEqual({ n: 0 })
  connection.close()
  await database.close()
  expect(existsSync(`${file}.copy`)).toBe(false)
})

it('begins anew where it was interrupted', async () => {
  const file = await earlier()
  writeFileSync(`${file}.copy`, filled.subarray(0, 50_000))
  const database = await openDatabase(file)
  const projects = await database.read.selectFrom('project').select('id').execute()
  expect(projects.length).toBe(6)
  await database.close()
})

it('changes nothing where there is no room for the copy, and says how much it needs', async () => {
  const file = await earlier()
  const before = statSync(file).size
  free.blocks = before - 1
  onTestFinished(() => {
    free.blocks = null
  })
  await expect(openDatabase(file)).rejects.toThrow(/needs \d+ MB free beside it.*nothing was changed/)
  expect(columnsOf(file, 'message')).not.toContain('deployment_id')
  free.blocks = null
  await (await openDatabase(file)).close()
})
