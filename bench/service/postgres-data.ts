import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type PostgresServer, startPostgres } from '#server/testing/postgres/postgres-server.ts'
import type { ProfileName } from '../../src/server/demo/generate/profile.ts'
import { type ProfileData, seededFolder } from './data.ts'
import { processorTime, root } from './processes.ts'

/** As an operator would set a server of this size up; unlike in tests, what is committed is on the disk. */
const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  work_mem: '16MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
}

/** A PostgreSQL server with the data of a profile. */
export interface ProfileServer {
  /** A copy of the profile's data that may be written to. */
  copy(): Promise<ProfileData>
  /** Runs statements on one of its databases in one transaction. @returns the rows of a single one. */
  run(url: string, statements: string): Promise<Record<string, unknown>[]>
  /** Milliseconds of processor time that the server took so far; null where the system does not tell. */
  processorTime(): number | null
  stop(): Promise<void>
}

const profileDatabase = 'profile'

/** Starts a server of the distribution with the data of a profile, which is moved to it once. */
export async function startProfileServer(profile: ProfileName): Promise<ProfileServer> {
  const seeded = seededFolder(profile)
  const folder = `${seeded}-postgres`
  if (!existsSync(folder)) await moveOnce(seeded, folder)
  const server = await startPostgres(settings, folder)
  let copies = 0
  return {
    copy: () => copyDatabase(server, `copy_${process.pid}_${++copies}`),
    run: runOn,
    processorTime: () => timeOfServer(server),
    async stop() {
      // Those of interrupted runs too.
      await dropCopies(server)
      await server.stop()
    },
  }
}

async function moveOnce(seeded: string, folder: string): Promise<void> {
  const server = await startPostgres(settings)
  try {
    await runOn(server.url, `create database ${profileDatabase}`)
    const begun = performance.now()
    moveTo(urlOf(server, profileDatabase), seeded)
    await runOn(urlOf(server, profileDatabase), 'vacuum analyze')
    console.error(`  moved to PostgreSQL: ${Math.round((performance.now() - begun) / 1000)} s`)
  } catch (error) {
    await server.stop()
    server.remove()
    throw error
  }
  await server.stop()
  // The folder of temporary files may be on another file system.
  execFileSync('mv', [server.folder, folder])
}

async function dropCopies({ url }: PostgresServer): Promise<void> {
  const copies = await runOn(url, "select datname as name from pg_database where datname like 'copy_%'")
  for (const { name } of copies) await runOn(url, `drop database ${name} with (force)`)
}

async function copyDatabase(server: PostgresServer, name: string): Promise<ProfileData> {
  await runOn(server.url, `create database ${name} template ${profileDatabase} strategy file_copy`)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  return {
    environment: { GATEHOUSE_DATA: folder, DATABASE_URL: urlOf(server, name) },
    async remove() {
      await runOn(server.url, `drop database ${name} with (force)`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const urlOf = ({ url }: PostgresServer, database: string) => url.replace(/[^/]+$/, database)

function moveTo(url: string, folder: string) {
  const { status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/server/main.ts', 'migrate', '--from', folder],
    { cwd: root, env: { PATH: process.env['PATH'], DATABASE_URL: url }, stdio: ['ignore', 2, 'inherit'] },
  )
  if (status !== 0) throw new Error(`the data of ${folder} could not be moved`)
}

async function runOn(url: string, statements: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statements)).rows
  } finally {
    await client.end()
  }
}

/** The processes of the server are children of its first one, which counts the time of those that ended. */
function timeOfServer({ folder }: PostgresServer): number | null {
  try {
    const [first = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
    const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === first)
    const times = [first, ...children].map((pid) => processorTime(Number(pid)) ?? 0)
    return times.reduce((sum, time) => sum + time, 0) + timeOfEnded(first)
  } catch {
    return null
  }
}

const fieldsOf = (pid: string) => (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ')

function parentOf(pid: string): string | undefined {
  try {
    return fieldsOf(pid)[1]
  } catch {
    return undefined
  }
}

function timeOfEnded(pid: string): number {
  const fields = fieldsOf(pid)
  return 10 * (Number(fields[13]) + Number(fields[14]))
}
