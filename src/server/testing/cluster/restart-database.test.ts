import { expect, it, onTestFinished } from 'vitest'
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts'
import { assertAllOf, changeUntil, nothingPromised } from '../stress/change-model.ts'
import { requestJson, scanFile, token } from '../stress/promises.ts'
import { type Cluster, startCluster } from './cluster.ts'

/** A server whose commits are written to the disk before they are answered. */
async function ownServer(): Promise<PostgresServer> {
  const server = await startPostgres({ synchronous_commit: 'on' })
  onTestFinished(async () => {
    await server.stop('immediate')
    server.remove()
  })
  return server
}

/** Asks for counts and makes changes until it is stopped; every answer is a success, or says to come back. */
function askMeanwhile({ base, processes }: Cluster) {
  let isStopped = false
  const statuses = new Map<number, number>()
  const ask = async (method: string, path: string, body?: string) => {
    const response = await fetch(`${base}/api/v1/deployments/main/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    else if (response.status !== 200) {
      const log = processes.map((one) => one.log()).join('\n')
      expect.fail(`${path} was answered with ${response.status} ${text}: ${log}`)
    }
  }
  const reads = async () => {
    while (!isStopped) await ask('GET', 'findings/facets?facet=repos')
  }
  const writes = async () => {
    for (let turn = 0; !isStopped; turn++) await ask('PUT', 'projects/acme/bulk/tags', `["t${turn % 5}"]`)
  }
  const all = Promise.all([reads(), reads(), writes()])
  return {
    statuses,
    async stop() {
      isStopped = true
      await all
    },
  }
}

/** Waits until each process answers by itself again. */
async function assertAllAnswer({ processes }: Cluster) {
  for (const { base } of processes) {
    const status = () => fetch(`${base}/readyz`).then((response) => response.status)
    await expect.poll(status, { timeout: 15_000 }).toBe(200)
  }
}

it.each(['fast', 'immediate'] as const)(
  'keeps every change that was answered when the database restarts (%s) under load, without a restart of ours',
  async (how) => {
    const server = await ownServer()
    const cluster = await startCluster(server.url, 3)
    const promised = nothingPromised()
    for (const project of ['acme/shop', 'acme/bulk'])
      await requestJson(cluster, 'POST', `scans?project=${project}`, scanFile)
    for (const [round, moment] of [20, 60].entries()) {
      const meanwhile = askMeanwhile(cluster)
      const end = async () => {
        await server.stop(how)
        await server.start()
      }
      await changeUntil(cluster, promised, { round, moment, end })
      await assertAllAnswer(cluster)
      await meanwhile.stop()
      expect(meanwhile.statuses.get(200)).toBeGreaterThan(0)
      await assertAllOf(cluster, promised)
    }
    expect(promised.tags.things().length).toBeGreaterThan(0)
  },
)
