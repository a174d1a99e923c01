import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { type PostgresServer, startPostgres, startReplica } from '#server/testing/postgres/postgres-server.ts'
import { openPostgres } from './open.ts'

async function runOn({ url }: PostgresServer, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function started() {
  const primary = await startPostgres({ synchronous_commit: 'on' })
  await (await openPostgres(primary.url)).close()
  const replica = await startReplica(primary)
  const database = await openPostgres(primary.url, { readUrl: replica.url })
  onTestFinished(async () => {
    await database.close()
    for (const server of [replica, primary]) {
      await server.stop('immediate')
      server.remove()
    }
  })
  const add = (slug: string) =>
    database.write((transaction) =>
      transaction
        .insertInto('deployment')
        .values({ slug, name: slug, demo: 0, change_number: 0, secret_salt: '', created_at: 0 })
        .execute(),
    )
  /** The deployments of a snapshot, and the port of the server that read them. */
  const read = () =>
    database.snapshot(async (snapshot) => ({
      slugs: (await snapshot.read.selectFrom('deployment').select('slug').orderBy('id').execute()).map(
        ({ slug }) => slug,
      ),
      isReplica: (
        await snapshot.read
          .selectNoFrom((eb) => eb.fn<number>('pg_is_in_recovery', []).as('answer'))
          .executeTakeFirst()
      )?.answer,
    }))
  return { primary, replica, add, read }
}

it('reads from the replica once it has what was committed, and from the primary while it lags or is away', async () => {
  const { replica, add, read } = await started()
  const slugs: string[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    slugs.push(`d${turn}`)
    await add(`d${turn}`)
    expect(await read()).toEqual({ slugs, isReplica: 1 })
  }
  await runOn(replica, 'select pg_wal_replay_pause()')
  await add('late')
  expect(await read()).toEqual({ slugs: [...slugs, 'late'], isReplica: 0 })
  await runOn(replica, 'select pg_wal_replay_resume()')
  await expect.poll(read).toEqual({ slugs: [...slugs, 'late'], isReplica: 1 })
  await replica.stop('immediate')
  expect(await read()).toEqual({ slugs: [...slugs, 'late'], isReplica: 0 })
})

it('reads from the primary when the replica was promoted', async () => {
  const { replica, add, read } = await started()
  await runOn(replica, 'select pg_promote()')
  await add('new')
  expect(await read()).toEqual({ slugs: ['new'], isReplica: 0 })
})
