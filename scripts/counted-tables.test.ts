import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sentences } from './house/counted-tables.ts'
import { lint } from './lint.ts'

function faultsOf(path: string, text: string) {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-counted-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `${text}\n`)
  return lint(root)
}

const refused: [sentence: string, path: string, text: string][] = [
  [
    sentences.table('finding'),
    'src/server/jobs/batch.ts',
    "await transaction.updateTable('finding').execute()",
  ],
  [sentences.table('finding'), 'src/server/findings/undo.ts', "transaction.deleteFrom('finding')"],
  [sentences.table('scan'), 'src/server/findings/writes.ts', "transaction.insertInto('scan')"],
  [
    sentences.table('dependency'),
    'src/server/ingest/rows.ts',
    "await insertRows(transaction, 'dependency', rows)",
  ],
  [
    sentences.table('rule'),
    'src/server/ingest/rules.ts',
    "insertNumbered(transaction, 'rule', rows, 'path')",
  ],
  [sentences.table('project'), 'src/server/projects/tags.ts', "updateRow(transaction, 'project', id, row)"],
  [sentences.table('project'), 'src/server/projects/tags.ts', 'sql`update project set tags_json = 1`'],
  [
    sentences.table('finding_event'),
    'src/server/sources/retire.ts',
    "'INSERT INTO finding_event (id) values (1)'",
  ],
  [
    sentences.table('ref'),
    'src/server/db/refs.ts',
    'sql`with x as (select 1) delete from "ref" where id = 1`',
  ],
  [sentences.unnamed, 'src/server/projects/delete.ts', 'transaction.deleteFrom(table)'],
  [sentences.unnamed, 'src/server/ingest/rows.ts', 'insertRows(transaction, table, rows)'],
  [sentences.write, 'src/server/tokens/mint.ts', 'await database.write(work)'],
  [sentences.write, 'src/server/tokens/mint.ts', 'const token = this.#database.write(work)'],
  [sentences.write, 'src/server/tokens/mint.ts', 'services.database.write(work)'],
]

it.each(refused)('%s — %s: %s', (sentence, path, text) => {
  expect(faultsOf(path, text)).toEqual([{ path, line: 1, sentence }])
})

const allowed: [path: string, text: string][] = [
  ['src/server/findings/writes.ts', "transaction.updateTable('finding')"],
  ['src/server/projects/writes.ts', 'sql`update project set tags_json = 1`'],
  ['src/server/views/save.ts', "transaction.insertInto('view')"],
  ['src/server/findings/list.ts', "reader.selectFrom('finding')"],
  ['src/server/projects/labels.ts', "const title = 'Delete from the project, or update project settings'"],
  ['src/server/demo/load.ts', 'insertRows(transaction, table, rows)'],
  ['src/server/db/sqlite/bulk.ts', 'insertRows(transaction, table, rows)'],
  ['src/server/changes/change.ts', 'database.write(work)'],
  ['src/server/findings/undo.test.ts', "transaction.deleteFrom('finding')\ndatabase.write(work)"],
  ['src/server/findings/testing/build.ts', "transaction.deleteFrom('finding')"],
]

it.each(allowed)('%s may %s', (path, text) => {
  expect(faultsOf(path, text)).toEqual([])
})
