import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { runDoctor } from '#server/operations/doctor/testing/results.ts'
import { dataFolder, gatehouse, serveFor } from '#server/testing/command-line.ts'
import { newPostgresUrl } from '#server/testing/database.ts'
import { emptyUrl, onPostgres } from '#server/testing/postgres/moved.ts'
import { startPostgres, startReplica } from '#server/testing/postgres/postgres-server.ts'

const environmentOf = async (url: string) => ({ DATABASE_URL: url, GATEHOUSE_DATA: await dataFolder() })

it('checks the database of a running service', async () => {
  const url = await newPostgresUrl()
  await onPostgres(
    url,
    "do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$",
  )
  const environment = await environmentOf(url)
  const served = await serveFor(environment)
  const { exit, running, result, checks } = await runDoctor(environment)
  expect([exit, running]).toEqual([0, true])
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([])
  expect(result('database').detail).toMatch(
    /^PostgreSQL \d+\.\d+, [\d.]+ MB, the schema of this version\. The disk of its server is not visible from here\.$/,
  )
  expect(result('database-permissions').status).toBe('ok')
  expect(result('database-connections').detail).toMatch(
    /^\d+ of \d+ connections are open \(1 process of the service, up to 32 each\)\.$/,
  )
  expect(result('database-notifications').status).toBe('ok')
  expect(result('database-encryption')).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('on this machine'),
  })
  expect(result('database-clock').detail).toMatch(/differ by at most \d+ ms\.$/)
  expect(result('database-maintenance')).toMatchObject({
    status: 'warning',
    detail: expect.stringMatching(/can lose what was answered: .*synchronous_commit (is|are) off/),
  })
  expect(result('database-replica').status).toBe('skipped')
  expect(result('backup')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('data folder'),
  })
  expect(await served.stop()).toBe(0)
})

it('takes no other database for that of the running service, as without its variables after a move', async () => {
  const environment = await environmentOf(await newPostgresUrl())
  const { DATABASE_URL: _, ...embedded } = environment
  expect((await gatehouse(['token', 'Ann'], embedded)).status).toBe(0)
  const served = await serveFor(environment)
  const { exit, result } = await runDoctor(embedded)
  expect([exit, result('database')]).toEqual([
    1,
    expect.objectContaining({
      status: 'failed',
      detail: 'The running service uses PostgreSQL, but DATABASE_URL is not set for this command.',
    }),
  ])
  const file = join(await dataFolder(), 'gatehouse.tar')
  expect(await gatehouse(['backup', file], embedded)).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/uses PostgreSQL, but DATABASE_URL is not set for this command/),
  })
  expect(await gatehouse(['backup', file], environment)).toMatchObject({ status: 0 })
  expect(await served.stop()).toBe(0)
})

it('says what to do where the database cannot be used', async () => {
  const url = await newPostgresUrl()
  const away = new URL(url)
  away.port = '1'
  const missing = new URL(url)
  missing.pathname = '/none_of_this_name'
  const nobody = new URL(url)
  nobody.username = 'nobody_of_this_name'
  for (const [address, advice] of [
    [away, /Check the host and the port/],
    [missing, /Create the database, or correct its name/],
    [nobody, /Check the user and the password/],
  ] as const) {
    const { exit, result } = await runDoctor(await environmentOf(address.href))
    expect(exit).toBe(1)
    expect(result('database')).toMatchObject({ status: 'failed', advice: expect.stringMatching(advice) })
    expect(result('database-permissions').status).toBe('skipped')
  }
  const none = await runDoctor(await environmentOf(await emptyUrl()))
  expect(none.result('database')).toMatchObject({
    status: 'skipped',
    detail: expect.stringContaining('no tables yet'),
  })
})

it('tells the schema of another version, and a database that only answers reads', async () => {
  const url = await newPostgresUrl()
  const environment = await environmentOf(url)
  const check = async () => (await runDoctor(environment)).result('database')
  await onPostgres(url, "delete from kysely_migration where name = '0003-shared'")
  expect(await check()).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('schema of an earlier'),
  })
  await onPostgres(url, "insert into kysely_migration (name, timestamp) values ('9999-later', 'now')")
  expect(await check()).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('a later version'),
  })
  await onPostgres(
    url,
    "do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$",
  )
  expect(await check()).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('read-only by default'),
  })
})

it('finds missing permissions, and a limit of connections that is too low', async () => {
  const url = await newPostgresUrl()
  const role = `doctor_${Math.random().toString(36).slice(2)}`
  await onPostgres(
    url,
    `create role ${role} login connection limit 10; grant usage on schema public to ${role};
      grant select on all tables in schema public to ${role}`,
  )
  onTestFinished(async () => {
    await onPostgres(url, `drop owned by ${role}; drop role ${role}`)
  })
  const address = new URL(url)
  address.username = role
  const { exit, result } = await runDoctor(await environmentOf(address.href))
  expect(exit).toBe(1)
  expect(result('database-permissions')).toMatchObject({
    status: 'failed',
    detail: expect.stringMatching(
      /^The role doctor_\w+ may not create tables in its schema, and \d+ more\.$/,
    ),
    advice: expect.stringContaining('alter database'),
  })
  expect(result('database-connections')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('32 may be needed'),
  })
})

it('measures how far a replica is behind, and refuses it as the database', async () => {
  const primary = await startPostgres()
  const replica = await startReplica(primary)
  onTestFinished(async () => {
    for (const server of [replica, primary]) {
      await server.stop('immediate')
      server.remove()
    }
  })
  const environment = { ...(await environmentOf(primary.url)), DATABASE_READ_URL: replica.url }
  const { result } = await runDoctor(environment)
  expect(result('database-replica')).toMatchObject({
    status: 'ok',
    detail: expect.stringMatching(/ is \d+ ms behind\.$/),
  })
  const standby = await runDoctor(await environmentOf(replica.url))
  expect(standby.result('database')).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('is a standby'),
  })
  const wrong = { ...environment, DATABASE_READ_URL: inject('postgresUrl') }
  expect((await runDoctor(wrong)).result('database-replica')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('it is not a replica'),
  })
})

it('prints a line for each check', async () => {
  const { status, output } = await gatehouse(['doctor'], await environmentOf(await newPostgresUrl()))
  expect(status).toBe(0)
  expect(output).toMatch(/^ok +Permissions +The role \w+ may create and change the tables\.$/m)
})
