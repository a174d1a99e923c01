import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lint } from './lint.ts'
import { messages } from './lint-rules/counted-tables.ts'

function violationsOf(path: string, text: string) {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-counted-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), `${text}\n`)
  return lint(root)
}

const refused: [message: string, path: string, text: string][] = [
  [
    messages.table('finding'),
    'src/server/triage/bulk/batch.ts',
    "await transaction.updateTable('finding').execute()",
  ],
  [messages.table('finding'), 'src/server/findings/undo.ts', "transaction.deleteFrom('finding')"],
  [messages.table('scan'), 'src/server/findings/writes.ts', "transaction.insertInto('scan')"],
  [
    messages.table('dependency'),
    'src/server/reports/rows.ts',
    "await insertRows(transaction, 'dependency', rows)",
  ],
  [
    messages.table('rule'),
    'src/server/reports/rules.ts',
    "insertNumbered(transaction, 'rule', rows, 'path')",
  ],
  [
    messages.table('finding_event'),
    'src/server/triage/bulk/undo.ts',
    "insertNewRows(transaction, 'finding_event', rows)",
  ],
  [
    messages.table('project'),
    'src/server/records/projects/tags.ts',
    "updateRow(transaction, 'project', id, row)",
  ],
  [messages.table('project'), 'src/server/records/projects/tags.ts', 'sql`update project set tags_json = 1`'],
  [
    messages.table('finding_event'),
    'src/server/catalog/sources/retire.ts',
    "'INSERT INTO finding_event (id) values (1)'",
  ],
  [
    messages.table('ref'),
    'src/server/db/refs.ts',
    'sql`with x as (select 1) delete from "ref" where id = 1`',
  ],
  [messages.unnamed, 'src/server/catalog/projects/delete.ts', 'transaction.deleteFrom(table)'],
  [messages.unnamed, 'src/server/reports/rows.ts', 'insertRows(transaction, table, rows)'],
  [messages.write, 'src/server/access/tokens/mint.ts', 'await database.write(work)'],
  [messages.write, 'src/server/access/tokens/mint.ts', 'const token = this.#database.write(work)'],
  [messages.write, 'src/server/access/tokens/mint.ts', 'services.database.write(work)'],
]

it.each(refused)('%s — %s: %s', (message, path, text) => {
  expect(violationsOf(path, text)).toEqual([{ path, line: 1, message }])
})

const allowed: [path: string, text: string][] = [
  ['src/server/findings/writes.ts', "transaction.updateTable('finding')"],
  ['src/server/records/projects/writes.ts', 'sql`update project set tags_json = 1`'],
  ['src/server/findings/saved/views/save.ts', "transaction.insertInto('view')"],
  ['src/server/findings/list.ts', "reader.selectFrom('finding')"],
  [
    'src/server/catalog/projects/labels.ts',
    "const title = 'Delete from the project, or update project settings'",
  ],
  ['src/server/demo/load.ts', 'insertRows(transaction, table, rows)'],
  ['src/server/db/sqlite/bulk.ts', 'insertRows(transaction, table, rows)'],
  ['src/server/changes/change.ts', 'database.write(work)'],
  ['src/server/findings/undo.test.ts', "transaction.deleteFrom('finding')\ndatabase.write(work)"],
  ['src/server/findings/testing/build.ts', "transaction.deleteFrom('finding')"],
]

it.each(allowed)('%s may %s', (path, text) => {
  expect(violationsOf(path, text)).toEqual([])
})
