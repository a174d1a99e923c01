import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { poolerProgram } from './find-postgres.ts'
import { answers, freePort, unprivilegedUser } from './postgres-server.ts'

/** A pooler in front of a server. */
export interface PgBouncer {
  /** The URL of a database of the server, by way of the pooler. */
  urlOf(url: string): string
}

/** Whether the machine has a pooler. */
export const hasPgBouncer = existsSync(poolerProgram)

/** Few connections for transactions, so that those of one client are on different ones; a session keeps one. */
const poolSizes = { transaction: 4, session: 40 }

/**
 * Starts a pooler for the server of a URL, which gives a connection of the server to each session, or to each transaction. It
 * ends with the test.
 */
export async function startPgBouncer(serverUrl: string, mode: 'transaction' | 'session'): Promise<PgBouncer> {
  const server = new URL(serverUrl)
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pgbouncer-'))
  const port = await freePort()
  const configuration = join(folder, 'pgbouncer.ini')
  writeFileSync(
    configuration,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${server.username}${server.password && ` password='${decodeURIComponent(server.password)}'`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSizes[mode]}
max_client_conn = 500
`,
  )
  if (user) for (const path of [folder, configuration]) chownSync(path, user.uid, user.gid)
  const child: ChildProcess = spawn(poolerProgram, ['--quiet', configuration], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const end = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGQUIT')
    await end
    rmSync(folder, { recursive: true, force: true })
  })
  const urlOf = (url: string) => {
    const address = new URL(url)
    address.port = String(port)
    return address.href
  }
  while (!(await answers(urlOf(serverUrl)))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with status ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { urlOf }
}
