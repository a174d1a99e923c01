import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startPostgres, startReplica } from '../postgres/postgres-server.ts'
import { assertAllOf, changeUntil, nothingPromised } from '../stress/change-model.ts'
import { requestJson, scanFile } from '../stress/promises.ts'
import { askMeanwhile, assertAllAnswer } from './ask-meanwhile.ts'
import { startCluster } from './cluster.ts'
import { startSwitch } from './tcp-switch.ts'

const remote = { synchronous_commit: 'on' }

async function runOn(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

/** A primary whose commits wait for its streaming replica. */
async function startPair() {
  const primary = await startPostgres(remote)
  const replica = await startReplica(primary, remote)
  onTestFinished(async () => {
    for (const server of [primary, replica]) {
      await server.stop('immediate')
      server.remove()
    }
  })
  await runOn(primary.url, "alter system set synchronous_standby_names = '*'")
  await runOn(primary.url, 'select pg_reload_conf()')
  const states = () => runOn(primary.url, 'select sync_state from pg_stat_replication')
  await expect.poll(states).toEqual([{ sync_state: 'sync' }])
  return { primary, replica }
}

it('keeps every change that was answered when the primary is lost and its replica takes over', async () => {
  const { primary, replica } = await startPair()
  const address = await startSwitch(primary.url)
  const cluster = await startCluster(address.urlOf(primary.url), 3)
  const promised = nothingPromised()
  for (const project of ['acme/shop', 'acme/bulk'])
    await requestJson(cluster, 'POST', `scans?project=${project}`, scanFile)
  const meanwhile = askMeanwhile(cluster)
  const end = async () => {
    await primary.stop('immediate')
    await runOn(replica.url, 'select pg_promote()')
    address.switchTo(replica.url)
  }
  await changeUntil(cluster, promised, { round: 0, moment: 40, end })
  await assertAllAnswer(cluster)
  await meanwhile.stop()
  expect(meanwhile.statuses.get(200)).toBeGreaterThan(0)
  await assertAllOf(cluster, promised)
  await changeUntil(cluster, promised, { round: 1, moment: 40, end: async () => undefined })
  await assertAllOf(cluster, promised)
})
