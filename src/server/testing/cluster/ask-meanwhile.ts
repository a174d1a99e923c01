import { expect } from 'vitest'
import { token } from '../stress/promises.ts'
import type { Cluster } from './cluster.ts'

/** Asks for counts and makes changes until it is stopped; every answer is a success, or says to come back. */
export function askMeanwhile({ base, processes }: Cluster) {
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
export async function assertAllAnswer({ processes }: Cluster) {
  for (const { base } of processes) {
    const status = () =>
      fetch(`${base}/readyz`, { headers: { connection: 'close' } }).then((response) => response.status)
    await expect.poll(status).toBe(200)
  }
}
