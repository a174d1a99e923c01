import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { openWriter } from '../connection.ts'
import { migrationProvider } from './index.ts'

test('the last reopening is read from the history', async () => {
  const { raw: connection, query } = openWriter(':memory:')
  onTestFinished(() => connection.close())
  const migrator = new Migrator({ db: query, provider: migrationProvider })
  const to = async (name: string) => expect((await migrator.migrateTo(name)).error).toBeUndefined()
  await to('0026-people')
  connection.exec('pragma foreign_keys = off')
  /** Inserts a row, with 0 in each other column that must have a value. */
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const required = connection
      .prepare(`select name from pragma_table_info('${table}') where "notnull" = 1 and dflt_value is null`)
      .all()
    const values = { ...Object.fromEntries(required.map(({ name }) => [String(name), 0])), ...row }
    const names = Object.keys(values)
    connection
      .prepare(`insert into ${table} (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`)
      .run(...Object.values(values))
  }
  let event = 0
  const finding = (
    id: number,
    triage_state: number,
    ...events: [at: number, kind: string, from: string, to: string][]
  ) => {
    insert('finding', { deployment_id: 1, id, triage_state, document_json: '{}', match_based_id: String(id) })
    for (const [at, kind, from_state, to_state] of events)
      insert('finding_event', {
        deployment_id: 1,
        id: ++event,
        finding_id: id,
        at,
        kind,
        from_state,
        to_state,
      })
  }
  finding(1, 0)
  finding(2, 1, [10, 'triaged', 'untriaged', 'ignored'], [20, 'triaged', 'ignored', 'reopened'])
  finding(3, 3, [20, 'triaged', 'ignored', 'reopened'], [30, 'triaged', 'reopened', 'reviewing'])
  finding(4, 2, [20, 'triaged', 'ignored', 'reopened'], [30, 'triaged', 'reopened', 'ignored'])
  finding(5, 0, [40, 'unmuted', 'muted', 'unresolved'])
  finding(6, 2, [40, 'triaged', 'ignored', 'ignored'])
  await to('0027-due-dates')
  const rows = connection.prepare('select id, reopened_at from finding order by id').all()
  expect(rows.map((row) => row['reopened_at'])).toEqual([null, 20, 20, null, 40, null])
})
