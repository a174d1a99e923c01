import { expect, it, onTestFinished } from 'vitest'
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts'
import { assertAllOf, changeUntil, nothingPromised } from '../stress/change-model.ts'
import { requestJson, scanFile } from '../stress/promises.ts'
import { askMeanwhile, assertAllAnswer } from './ask-meanwhile.ts'
import { startCluster } from './cluster.ts'

/** A server whose commits are written to the disk before they are answered. */
async function ownServer(): Promise<PostgresServer> {
  const server = await startPostgres({ synchronous_commit: 'on' })
  onTestFinished(async () => {
    await server.stop('immediate')
    server.remove()
  })
  return server
}

it.each([
  ['fast', 20],
  ['immediate', 60],
] as const)(
  'keeps every change that was answered when the database restarts (%s) under load, without a restart of ours',
  async (how, moment) => {
    const server = await ownServer()
    const cluster = await startCluster(server.url, 3)
    const promised = nothingPromised()
    for (const project of ['acme/shop', 'acme/bulk'])
      await requestJson(cluster, 'POST', `scans?project=${project}`, scanFile)
    const meanwhile = askMeanwhile(cluster)
    const end = async () => {
      await server.stop(how)
      await server.start()
    }
    await changeUntil(cluster, promised, { round: 0, moment, end })
    await assertAllAnswer(cluster)
    await meanwhile.stop()
    expect(meanwhile.statuses.get(200)).toBeGreaterThan(0)
    await assertAllOf(cluster, promised)
    expect(promised.tags.things().length).toBeGreaterThan(0)
  },
)
