import { expect, it, onTestFinished } from 'vitest'
import { newPostgresUrl } from '#server/testing/database.ts'
import { hasPgBouncer, startPgBouncer } from '#server/testing/postgres/pgbouncer.ts'
import { migratePostgres, openPostgres } from './open.ts'

const test = it.runIf(hasPgBouncer)

test('refuses a transaction pooler, unless another URL leads past it', async () => {
  const url = await newPostgresUrl()
  const pooled = (await startPgBouncer(url, 'transaction')).urlOf(url)
  const message =
    /is behind a transaction pooler\. Set DATABASE_DIRECT_URL to a URL of the same database that leads/
  await expect(openPostgres(pooled)).rejects.toThrow(message)
  await expect(migratePostgres({ url: pooled, directUrl: pooled })).rejects.toThrow(message)
  const { href } = Object.assign(new URL(pooled), { search: '?application_name=other' })
  await expect(openPostgres(pooled, { directUrl: href })).rejects.toThrow(
    /^DATABASE_DIRECT_URL leads to a transaction pooler \(postgres:[^?]+\)\. Set it/,
  )
  const database = await openPostgres(pooled, { directUrl: url })
  await database.close()
})

test('uses a pooler that leaves connections to their clients', async () => {
  const url = await newPostgresUrl()
  const database = await openPostgres((await startPgBouncer(url, 'session')).urlOf(url))
  await database.check()
  await database.close()
})

test('works on a pooler with fewer connections than it has itself, and hears of changes past it', async () => {
  const url = await newPostgresUrl()
  const pooled = (await startPgBouncer(url, 'transaction')).urlOf(url)
  const [one, other] = [
    await openPostgres(pooled, { directUrl: url }),
    await openPostgres(pooled, { directUrl: url }),
  ]
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()])
  })
  const heard: number[] = []
  other.onHint((deploymentId) => heard.push(deploymentId))
  // Hints before the first connection for them are lost.
  await expect
    .poll(() => {
      one.hint(7)
      return heard.at(-1)
    })
    .toBe(7)
  const counted = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      (at % 2 === 0 ? one : other).snapshot(async ({ read }) => {
        const rows = await read.selectFrom('deployment').select('id').execute()
        return rows.length
      }),
    ),
  )
  expect(new Set(counted)).toEqual(new Set([0]))
  // The locks of a start are taken past it, so that none stays.
  await one.exclusively(async () => undefined)
  await other.exclusively(async () => undefined)
})
