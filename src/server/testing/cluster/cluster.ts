import { expect, onTestFinished } from 'vitest'
import { dataFolder, type Served, serveFor } from '../command-line.ts'
import { token } from '../stress/promises.ts'
import { startRoundRobin } from './round-robin.ts'

/** Several processes of the service on one PostgreSQL database, behind a proxy. */
export interface Cluster {
  /** The URL of the proxy. */
  base: string
  processes: readonly Served[]
  /** Kills a process, which the proxy no longer asks. */
  kill(index: number): Promise<void>
  /** Stops a process, which the proxy no longer asks from when it is not ready; its exit status. */
  drain(index: number): Promise<number | null | undefined>
  /** Starts a process again that was killed or drained. */
  restart(index: number): Promise<void>
}

/** Starts processes that share a database and nothing else, each with a data folder of its own. @param environment of all */
export async function startCluster(
  databaseUrl: string,
  count: number,
  environment: Record<string, string> = {},
): Promise<Cluster> {
  const folders = await Promise.all(Array.from({ length: count }, dataFolder))
  const start = (index: number) =>
    serveFor({
      DATABASE_URL: databaseUrl,
      GATEHOUSE_DATA: folders[index] ?? '',
      GATEHOUSE_TOKEN: token,
      ...environment,
    })
  const processes = await Promise.all(folders.map((_, index) => start(index)))
  const dead = new Set<number>()
  const proxy = await startRoundRobin(() =>
    processes.flatMap((one, index) => (dead.has(index) ? [] : [one.base])),
  )
  onTestFinished(proxy.close)
  return {
    base: proxy.base,
    processes,
    async kill(index) {
      dead.add(index)
      await processes[index]?.stop('SIGKILL')
    },
    async drain(index) {
      const stopping = processes[index]
      const ended = stopping?.stop('SIGTERM')
      const isReady = () => fetch(`${stopping?.base}/readyz`).then(({ ok }) => ok)
      await expect.poll(isReady, { interval: 10 }).toBe(false)
      dead.add(index)
      return ended
    },
    async restart(index) {
      processes[index] = await start(index)
      dead.delete(index)
    },
  }
}
