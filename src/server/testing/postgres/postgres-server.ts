import { type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgres } from './find-postgres.ts'

/** A PostgreSQL server for tests on loopback, with data of its own. */
export interface PostgresServer {
  /** The URL of its database `postgres`, of a user who may create databases. */
  url: string
  folder: string
  stop(how?: 'fast' | 'immediate'): Promise<void>
  start(): Promise<void>
  /** Deletes its data. */
  remove(): void
}

/** Settings for tests: nothing survives a crash of the machine, which a test does not need. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Compiling a statement takes longer than running it on the few rows of a test.
  jit: 'off',
  // Vacuuming, parallel workers and a process title for each statement took a seventh of the time of all tests.
  autovacuum: 'off',
  max_parallel_workers_per_gather: '0',
  update_process_title: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  listen_addresses: '127.0.0.1',
}

/**
 * Prepares and starts a server. It does not run as root, so root starts it as another user.
 * @param existing the folder of a server that was stopped, which is started again.
 */
export const startPostgres = (
  more: Readonly<Record<string, string>> = {},
  existing?: string,
): Promise<PostgresServer> =>
  startWith(
    'initdb',
    (data) => ['-D', data, '-U', 'gatehouse', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'],
    more,
    existing,
  )

/** Copies a running server and starts the copy, which follows it and answers reads. */
export const startReplica = (
  { url }: PostgresServer,
  more: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> =>
  startWith(
    'pg_basebackup',
    (data) => ['-D', data, '-d', url, '-X', 'stream', '-c', 'fast', '--no-sync', '-R'],
    more,
  )

/** @param program makes the data of the server in a folder, with the words for it. */
async function startWith(
  program: string,
  words: (data: string) => string[],
  more: Readonly<Record<string, string>>,
  existing?: string,
): Promise<PostgresServer> {
  const bin = findPostgres()
  const folder = existing ?? mkdtempSync(join(tmpdir(), 'gatehouse-postgres-'))
  const user = unprivilegedUser()
  const data = join(folder, 'data')
  if (existing === undefined) {
    if (user) chownSync(folder, user.uid, user.gid)
    const options: ExecFileSyncOptions = {
      ...user,
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    }
    execFileSync(join(bin, program), words(data), options)
  }
  const port = await freePort()
  const url = `postgres://gatehouse@127.0.0.1:${port}/postgres`
  const options = { ...settings, ...more, port: String(port), unix_socket_directories: folder }
  const start = () => run(bin, data, { options, user, url })
  let server = await start()
  return {
    url,
    folder,
    async start() {
      server = await start()
    },
    async stop(how = 'fast') {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await once(server, 'exit')
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' }

interface RunOptions {
  options: Readonly<Record<string, string>>
  user: { uid: number; gid: number } | undefined
  url: string
}

async function run(bin: string, data: string, { options, user, url }: RunOptions) {
  const words = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...words], {
    ...user,
    cwd: data,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  server.stderr.on('data', (text: Buffer) => {
    log = `${log}${text}`.slice(-10_000)
  })
  process.once('exit', () => server.kill('SIGQUIT'))
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended: ${log}`)
    if (await answers(url)) return server
    await delay(50)
  }
}

/** Whether a server accepts connections. */
export async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** For root: the user of the distribution's server, else `nobody`. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const found =
    users.find((line) => line.startsWith('postgres:')) ?? users.find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = found?.split(':') ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

/** A port on loopback that nothing listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
