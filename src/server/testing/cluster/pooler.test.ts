import { expect, it } from 'vitest'
import { serveFor } from '../command-line.ts'
import { newPostgresUrl } from '../database.ts'
import { hasPgBouncer, startPgBouncer } from '../postgres/pgbouncer.ts'
import { assertAllOf, changeUntil, nothingPromised } from '../stress/change-model.ts'
import { requestJson, scanFile } from '../stress/promises.ts'
import { startCluster } from './cluster.ts'

const test = it.runIf(hasPgBouncer)

test('works in two processes behind a transaction pooler, and does not start without a way past it', async () => {
  const url = await newPostgresUrl()
  const pooled = (await startPgBouncer(url, 'transaction')).urlOf(url)
  const [cluster] = await Promise.all([
    startCluster(pooled, 2, { DATABASE_DIRECT_URL: url }),
    expect(serveFor({ DATABASE_URL: pooled })).rejects.toThrow(
      /is behind a transaction pooler\. Set DATABASE_DIRECT_URL/,
    ),
  ])
  for (const project of ['acme/shop', 'acme/bulk'])
    await requestJson(cluster, 'POST', `scans?project=${project}`, scanFile)
  const promised = nothingPromised()
  await changeUntil(cluster, promised, { round: 0, moment: 20, end: async () => undefined })
  await assertAllOf(cluster, promised)
  expect(promised.tags.things().length).toBeGreaterThan(0)
})
