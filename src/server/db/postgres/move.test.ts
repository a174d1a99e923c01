import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dataFolder, serveFor } from '#server/testing/command-line.ts'
import { newPostgresUrl } from '#server/testing/database.ts'
import {
  answersOf,
  contentOf,
  emptyUrl,
  execute,
  filledDataFolder,
  filledUrl,
  moveInProcess,
  onPostgres,
  relationsOf,
  runMigrate,
} from '#server/testing/postgres/moved.ts'
import { copiedTables } from '../copy/copied-tables.ts'
import { openDatabase, openDatabaseIn } from '../engine.ts'
import { connectionOf } from '../sqlite/testing/connection.ts'
import { openPostgres } from './open.ts'

it('copies every table, by its primary key', async () => {
  const database = await openDatabase(':memory:')
  onTestFinished(() => database.close())
  const described = connectionOf(database)
    .prepare(
      `select made.name, (select group_concat(name) from (select name from pragma_table_info(made.name) where pk > 0 order by pk)) as key
        from sqlite_schema as made where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%' order by made.name`,
    )
    .all()
    .map(({ name, key }) => [name, key])
  expect(copiedTables.map(({ name, key }) => [name, key.join(',')]).toSorted()).toEqual(described)
})

it('moves a database to PostgreSQL and back, with equal answers', async () => {
  const folder = await filledDataFolder()
  const before = contentOf(folder)
  const url = await emptyUrl()
  const moved = await runMigrate(['--from', folder], { DATABASE_URL: url })
  expect(moved.errors).toMatch(
    /^gatehouse: 1 file of SBOM exports can be downloaded and was not moved\..*\n$/,
  )
  expect(moved.status).toBe(0)
  expect(moved.output).toMatch(/^finding +\d+ +[0-9a-f]{64}$/m)
  expect(moved.output).toMatch(/Moved [\d,]+ rows of 65 tables .* All tables are equal\.\n$/)
  expect(contentOf(folder)).toEqual(before)
  // The indexes were created after the rows, and must be those of every database.
  expect(await relationsOf(url)).toEqual(await relationsOf(await newPostgresUrl()))

  const back = join(await dataFolder(), 'new')
  const returned = await runMigrate(['--to', back], { DATABASE_URL: url })
  expect([returned.errors, returned.status]).toEqual([moved.errors, 0])
  expect(returned.output.replace(/ in .*/, '')).toEqual(moved.output.replace(/ in .*/, ''))
  expect(contentOf(back)).toEqual(before)

  const postgres = await openPostgres(url)
  onTestFinished(() => postgres.close())
  const embedded = await openDatabaseIn(folder)
  onTestFinished(() => embedded.close())
  const expected = await answersOf(embedded)
  const answers = await answersOf(postgres)
  expect(expected.size).toBeGreaterThan(20)
  for (const [request, answer] of expected) expect([request, answers.get(request)]).toEqual([request, answer])
  // A deleted row's id is not used again.
  const [session] = await onPostgres(
    url,
    "insert into session (hash, token_id, person, created_at, last_seen_at) values ('n', 1, 'a', 1, 1) returning id",
  )
  expect(session).toEqual({ id: 91 })
})

it('moves to a database that was migrated before', async () => {
  const folder = await filledDataFolder()
  const url = await newPostgresUrl()
  expect(await moveInProcess(folder, url)).toMatchObject({ replacedTexts: 0 })
  expect(await relationsOf(url)).toEqual(await relationsOf(await newPostgresUrl()))
})

it('stores texts that PostgreSQL cannot store with the replacement character, and says in how many', async () => {
  const folder = await filledDataFolder()
  execute(folder, (run) => {
    run('update finding set document_json = \'{"rule_message":"a\\u0000b"}\' where id = 1')
    run('update message set content = ?', 'a\0b')
  })
  const url = await emptyUrl()
  const moved = await runMigrate(['--from', folder], { DATABASE_URL: url })
  expect(moved.errors).toMatch(/in 2 texts they became U\+FFFD/)
  expect(moved.status).toBe(0)
  const [row] = await onPostgres(
    url,
    "select document_json::json ->> 'rule_message' as message, (select content from message) as content from finding where id = 1",
  )
  expect(row).toEqual({ message: 'a\ufffdb', content: 'a\ufffdb' })
})

it.each([
  ['before the first row', 'deployment'],
  ['among the findings', 'finding'],
  ['before the indexes', 'indexes'],
])('leaves the database as it was after an interruption %s, and can be started again', async (_, at) => {
  const folder = await filledDataFolder()
  const url = await emptyUrl()
  const moving = moveInProcess(folder, url, {
    onProgress(part) {
      if (part === at) throw new Error('interrupted')
    },
  })
  await expect(moving).rejects.toThrow('interrupted')
  expect(await relationsOf(url)).toEqual([])
  expect((await moveInProcess(folder, url)).rows).toBeGreaterThan(1_000)
})

it('ends with an error if its connection is lost', async () => {
  const folder = await filledDataFolder()
  const url = await emptyUrl()
  let ended: Promise<unknown> | null = null
  const moving = moveInProcess(folder, url, {
    onProgress() {
      ended ??= onPostgres(
        url,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    },
  })
  await expect(moving).rejects.toThrow(/cannot be used/)
  await ended
  expect(await relationsOf(url)).toEqual([])
})

it('keeps processes from starting while it runs', async () => {
  const folder = await filledDataFolder()
  const url = await emptyUrl()
  const tries: Promise<unknown>[] = []
  await moveInProcess(folder, url, {
    onCompared({ name }) {
      if (name === 'finding') tries.push(expect(openPostgres(url)).rejects.toThrow(/is being moved/))
    },
  })
  await Promise.all(tries)
  expect(tries).toHaveLength(1)
  await (await openPostgres(url)).close()
})

it('fails if a table differs, and moves nothing', async () => {
  const folder = await filledDataFolder()
  const url = await newPostgresUrl()
  await onPostgres(
    url,
    `create function other() returns trigger language plpgsql as $$ begin new.name = 'x' || new.name; return new; end $$;
      create trigger other before insert on project for each row execute function other()`,
  )
  const ended = await runMigrate(['--from', folder], { DATABASE_URL: url })
  expect(ended.status).toBe(1)
  expect(ended.output).toMatch(/^project .* differs:\n {20}/m)
  expect(ended.errors).toMatch(/These tables differ: project\./)
  expect(await onPostgres(url, 'select count(*) as rows from finding')).toEqual([{ rows: 0 }])
})

it('refuses a database with data, and changes nothing in it', async () => {
  const [folder, url] = [await filledDataFolder(), await filledUrl()]
  const ended = await runMigrate(['--from', folder], { DATABASE_URL: url })
  expect([ended.status, ended.output]).toEqual([1, ''])
  expect(ended.errors).toMatch(/has data of its own \(in the table deployment\), which is not replaced/)
  const none = await dataFolder()
  const missing = await runMigrate(['--from', none], { DATABASE_URL: url })
  expect(missing.errors).toMatch(/There is no database in/)
  expect([missing.status, readdirSync(none)]).toEqual([1, []])
})

it('refuses a folder that is not empty', async () => {
  const folder = await filledDataFolder()
  const url = await newPostgresUrl()
  const before = contentOf(folder)
  const ended = await runMigrate(['--to', folder], { DATABASE_URL: url })
  expect(ended.errors).toMatch(/is not empty: it contains gatehouse.db/)
  expect(ended.status).toBe(1)
  expect(contentOf(folder)).toEqual(before)
})

it('refuses to move what a service uses', async () => {
  const folder = await filledDataFolder()
  const served = await serveFor({ GATEHOUSE_DATA: folder })
  const url = await emptyUrl()
  const ended = await runMigrate(['--from', folder], { DATABASE_URL: url })
  expect(ended.errors).toMatch(/is in use by process \d+ \(serve\)/)
  expect(ended.status).toBe(1)
  await served.stop()
  expect(await relationsOf(url)).toEqual([])

  const used = await newPostgresUrl()
  const other = await serveFor({ GATEHOUSE_DATA: await dataFolder(), DATABASE_URL: used })
  const to = join(await dataFolder(), 'new')
  const back = await runMigrate(['--to', to], { DATABASE_URL: used })
  expect(back.errors).toMatch(/A process of Gatehouse uses the database/)
  expect([back.status, existsSync(to)]).toEqual([1, false])
  await other.stop()
})

it('shows pending migrations without running them, and then runs them', async () => {
  const url = await emptyUrl()
  const shown = await runMigrate(['--dry-run'], { DATABASE_URL: url })
  expect(shown.status).toBe(0)
  expect(shown.output).toMatch(/^0001-tables\n {2}create function upgrade_of/)
  expect(shown.output).toMatch(/^0002-indexes\n(.*\n)* {2}create index finding_recent on finding .*;$/m)
  expect(await relationsOf(url)).toEqual([])
  const ran = await runMigrate([], { DATABASE_URL: url })
  expect(ran.output).toMatch(/^0001-tables\n0002-indexes\n(.*\n)*Ran \d+ migrations\.\n$/)
  expect(await relationsOf(url)).toEqual(await relationsOf(await newPostgresUrl()))
  expect((await runMigrate([], { DATABASE_URL: url })).output).toMatch(/has all migrations of this version/)
  expect((await runMigrate(['--dry-run'], { DATABASE_URL: url })).output).toBe('No migration is pending.\n')
})

it('shows the migrations of an embedded database, and then runs them', async () => {
  const GATEHOUSE_DATA = await dataFolder()
  const shown = await runMigrate(['--dry-run'], { GATEHOUSE_DATA })
  expect(shown.output).toMatch(/^0018-deployment-keys\n0019-indexes\n/)
  expect(readdirSync(GATEHOUSE_DATA)).toEqual([])
  const ran = await runMigrate([], { GATEHOUSE_DATA })
  expect(ran.output).toMatch(/^0018-deployment-keys\n(.*\n)*Ran \d+ migrations\.\n$/)
  const file = join(GATEHOUSE_DATA, 'gatehouse.db')
  const before = readFileSync(file)
  expect((await runMigrate(['--dry-run'], { GATEHOUSE_DATA })).output).toBe('No migration is pending.\n')
  expect(readFileSync(file).equals(before)).toBe(true)
})
