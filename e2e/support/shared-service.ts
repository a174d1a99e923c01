import { startRoundRobin } from '../../src/server/testing/cluster/round-robin.ts'
import { freePort, startPostgres } from '../../src/server/testing/postgres/postgres-server.ts'
import { type RunningService, startService } from './service.ts'

/** Starts processes of the service on one PostgreSQL database, behind a proxy that asks each in turn. */
export async function startSharedService(count: number): Promise<RunningService> {
  const database = await startPostgres()
  const processes: RunningService[] = []
  // They print the public address, which is that of the proxy.
  const addresses: string[] = []
  const proxy = await startRoundRobin(() => addresses)
  const environment = {
    DATABASE_URL: database.url,
    GATEHOUSE_PUBLIC_URL: proxy.base,
    GATEHOUSE_TOKEN: `e2e-token-${crypto.randomUUID()}`,
  }
  const stop = async () => {
    proxy.close()
    for (const one of processes) await one.stop()
    await database.stop('immediate')
    database.remove()
  }
  try {
    for (let started = 0; started < count; started += 1) {
      const port = String(await freePort())
      processes.push(await startService({ ...environment, PORT: port }))
      addresses.push(`http://127.0.0.1:${port}`)
    }
    const [first] = processes
    if (!first) throw new Error('no process was asked for')
    return { ...first, base: proxy.base, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
