import { watch } from 'node:fs'
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { expect, it } from 'vitest'
import { dataFolder, gatehouse, launchCommand, serveFor } from '#server/testing/command-line.ts'
import { newPostgresUrl } from '#server/testing/database.ts'
import {
  contentOf,
  emptyUrl,
  filledDataFolder,
  filledUrl,
  onPostgres,
  relationsOf,
  runMigrate,
} from '#server/testing/postgres/moved.ts'
import { bucketVariables, startS3 } from '#server/testing/s3/s3-server.ts'
import { scanFile, sendRequest, token } from '#server/testing/stress/promises.ts'
import { givesDisks, smallDisk } from '#server/testing/stress/small-disk.ts'
import { newClient, queryOnClient } from './connection.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

const exported = '{"bomFormat":"CycloneDX"}'

/** A PostgreSQL database with rows in all tables and the file of an export, the folder it came from, and a place. */
async function filled() {
  const [folder, url] = [await filledDataFolder(), await filledUrl()]
  await onPostgres(
    url,
    `insert into export_file (deployment_id, task_token, part, content)
      values (1, 't', 0, convert_to('${exported.slice(0, 5)}', 'UTF8')), (1, 't', 1, convert_to('${exported.slice(5)}', 'UTF8'))`,
  )
  const place = await dataFolder()
  const own = await dataFolder()
  const environment = { DATABASE_URL: url, GATEHOUSE_DATA: own, TMPDIR: await dataFolder() }
  return { folder, url, place, file: join(place, 'gatehouse.tar'), own, environment }
}

async function backedUp() {
  const made = await filled()
  expect(await gatehouse(['backup', made.file], made.environment)).toMatchObject({ status: 0, errors: '' })
  return made
}

async function manifestIn(file: string): Promise<{
  source: string
  tables: Record<string, number>
  deployments: { changeNumber: number }[]
}> {
  const [manifest] = await unpackTar(await readFile(file))
  return JSON.parse(Buffer.from(manifest?.data ?? []).toString())
}

/** The files of exports that a database stores, by their tokens. */
const filesIn = (url: string) =>
  onPostgres(
    url,
    `select task_token, string_agg(convert_from(content, 'UTF8'), '' order by part) as content from export_file group by 1`,
  )

it('backs up to a file that restores with equal rows and files on either engine', async () => {
  const { folder, file, own, environment } = await backedUp()
  expect(await manifestIn(file)).toMatchObject({ source: 'postgres', tables: { session: 1 } })
  expect((await readdir(own)).toSorted()).toEqual(['backup.json', 'backup.lock'])

  const embedded = join(await dataFolder(), 'new')
  expect(await gatehouse(['restore', file], { GATEHOUSE_DATA: embedded })).toMatchObject({ status: 0 })
  expect(contentOf(embedded)).toEqual(contentOf(folder))
  expect(await readFile(join(embedded, 'exports', 't'), 'utf8')).toBe(exported)

  const url = await emptyUrl()
  const restored = await gatehouse(['restore', file], { ...environment, DATABASE_URL: url })
  expect(restored).toMatchObject({ status: 0, errors: '' })
  expect(restored.output).toMatch(
    /^Restored the backup of .* into PostgreSQL: 1 deployment, 6 projects, .*1 export file.*all tables are equal\.\n$/,
  )
  expect(await relationsOf(url)).toEqual(await relationsOf(await newPostgresUrl()))
  expect(await filesIn(url)).toEqual([{ task_token: 't', content: exported }])
  const back = join(await dataFolder(), 'back')
  expect(await runMigrate(['--to', back], { DATABASE_URL: url })).toMatchObject({ status: 0 })
  expect(contentOf(back)).toEqual(contentOf(folder))
  expect(await readdir(environment.TMPDIR)).toEqual([])
})

it('backs up files of exports from the folder of this process, and says how many it lacks', async () => {
  const { own, file, environment } = await filled()
  const inFolder = { ...environment, EXPORT_STORAGE: 'folder' }
  const lacking = await gatehouse(['backup', file], inFolder)
  expect(lacking).toMatchObject({ status: 0, output: expect.stringContaining(' 0 export files') })
  expect(lacking.errors).toMatch(/^gatehouse: 1 file of SBOM exports is not where this process stores them/)
  await mkdir(join(own, 'exports'), { mode: 0o700 })
  await writeFile(join(own, 'exports', 't'), exported)
  expect(await gatehouse(['backup', file, '--force'], inFolder)).toMatchObject({ status: 0, errors: '' })
  const [url, other] = [await emptyUrl(), await dataFolder()]
  const restored = await gatehouse(['restore', file], {
    ...inFolder,
    DATABASE_URL: url,
    GATEHOUSE_DATA: other,
  })
  expect(restored).toMatchObject({ status: 0, errors: '' })
  expect(await readFile(join(other, 'exports', 't'), 'utf8')).toBe(exported)
  expect(await filesIn(url)).toEqual([])
})

it('takes files of exports from a bucket, and restores them into one', async () => {
  const { file, environment } = await filled()
  const [from, to] = [await startS3(), await startS3()]
  from.objects.set(`${from.config.prefix}t`, Buffer.from(exported))
  const inBucket = { ...environment, ...bucketVariables(from.config) }
  expect(await gatehouse(['backup', file], inBucket)).toMatchObject({ status: 0, errors: '' })
  const there = { ...inBucket, ...bucketVariables(to.config) }
  const url = await emptyUrl()
  for (const target of [
    { DATABASE_URL: url },
    { DATABASE_URL: '', GATEHOUSE_DATA: join(await dataFolder(), 'new') },
  ]) {
    to.objects.clear()
    expect(await gatehouse(['restore', file], { ...there, ...target })).toMatchObject({
      status: 0,
      errors: '',
    })
    expect(to.objects.get(`${to.config.prefix}t`)?.toString()).toBe(exported)
  }
  expect(await filesIn(url)).toEqual([])
})

it('restores a backup of the embedded engine, also of an earlier version', async () => {
  const folder = await dataFolder()
  const before = new URL('../sqlite/migrations/fixtures/secrets-before.db.gz', import.meta.url)
  await writeFile(join(folder, 'gatehouse.db'), gunzipSync(await readFile(before)))
  await mkdir(join(folder, 'exports'), { mode: 0o700 })
  const file = join(await dataFolder(), 'old.tar')
  expect(await gatehouse(['backup', file], { GATEHOUSE_DATA: folder })).toMatchObject({ status: 0 })
  const url = await emptyUrl()
  const environment = { DATABASE_URL: url, GATEHOUSE_DATA: await dataFolder() }
  expect(await gatehouse(['restore', file], environment)).toMatchObject({ status: 0 })
  const served = await serveFor(environment)
  expect(await served.stop()).toBe(0)
  expect(await onPostgres(url, 'select count(*) as findings from finding')).toEqual([{ findings: 9 }])
})

it('is one moment of a service that goes on writing, with all that was answered before', async () => {
  const url = await newPostgresUrl()
  const environment = { DATABASE_URL: url, GATEHOUSE_DATA: await dataFolder(), GATEHOUSE_TOKEN: token }
  const served = await serveFor(environment)
  let isDone = false
  let answered = 0
  const writing = (async () => {
    for (; !isDone; answered++) await sendRequest(served, 'POST', `scans?project=busy/p${answered}`, scanFile)
  })()
  const place = await dataFolder()
  await expect.poll(() => answered).toBeGreaterThan(2)
  for (const name of ['one.tar', 'two.tar']) {
    const before = answered
    const file = join(place, name)
    expect(await gatehouse(['backup', file], environment)).toMatchObject({ status: 0, errors: '' })
    const { tables } = await manifestIn(file)
    // Each import is one change of one project and all of its findings.
    expect(tables['finding']).toBe((tables['project'] ?? 0) * 300)
    expect(tables['project']).toBeGreaterThanOrEqual(before)
    expect(tables['project']).toBeLessThanOrEqual(answered + 1)
    expect(answered).toBeGreaterThan(before)
    expect(await gatehouse(['backup', '--verify', file], environment)).toMatchObject({
      status: 0,
      errors: '',
    })
  }
  isDone = true
  await writing
  expect(await served.stop()).toBe(0)
})

it.each(['SIGTERM', 'SIGKILL', 'a lost connection'] as const)(
  'leaves no file under the name after %s',
  async (interruption) => {
    const { url, place, file, own, environment } = await filled()
    const child = launchCommand(['backup', file], environment)
    const ended = new Promise((resolve) => child.on('close', resolve))
    const copies = join(own, 'backup.partial')
    const watcher = watch(own, (_, name) => {
      if (name !== 'backup.partial') return
      if (interruption !== 'a lost connection') child.kill(interruption)
      else void endConnections(url)
    })
    await ended
    watcher.close()
    expect(child.exitCode).not.toBe(0)
    if (interruption !== 'SIGKILL') {
      expect(await readdir(place)).toEqual([])
      await expect(access(copies)).rejects.toThrow('ENOENT')
    }
    expect(await gatehouse(['backup', file], environment)).toMatchObject({ status: 0 })
    expect(await readdir(place)).toEqual(['gatehouse.tar'])
    await expect(access(copies)).rejects.toThrow('ENOENT')
  },
)

const endConnections = (url: string) =>
  onPostgres(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )

it('restores nothing into a database that has data, and nothing of a damaged file', async () => {
  const { url, file, environment } = await backedUp()
  const before = await onPostgres(url, 'select count(*) as findings from finding')
  const refused = await gatehouse(['restore', file], environment)
  expect(refused).toMatchObject({ status: 1, output: '' })
  expect(refused.errors).toMatch(
    /^gatehouse: The database .* has data of its own \(in the table deployment\).*Name an empty database\.\n$/,
  )
  expect(await onPostgres(url, 'select count(*) as findings from finding')).toEqual(before)

  const bytes = await readFile(file)
  bytes[40_000] = (bytes[40_000] ?? 0) ^ 1
  await writeFile(file, bytes)
  const other = await emptyUrl()
  for (const words of [
    ['restore', file],
    ['backup', '--verify', file],
  ]) {
    const damaged = await gatehouse(words, { ...environment, DATABASE_URL: other })
    expect(damaged).toMatchObject({ status: 1, output: '' })
    expect(damaged.errors).toMatch(
      /^gatehouse: The backup .* cannot be used: the checksum of gatehouse\.db is wrong\.\n$/,
    )
  }
  expect(await relationsOf(other)).toEqual([])
  expect(await readdir(environment.TMPDIR)).toEqual([])
})

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'restores nothing or all, and can be run again after %s',
  async (signal) => {
    const { file, environment } = await backedUp()
    const url = await emptyUrl()
    const child = launchCommand(['restore', file], { ...environment, DATABASE_URL: url })
    const ended = new Promise((resolve) => child.on('close', resolve))
    await expect.poll(() => isWriting(url), { interval: 5 }).toBe(true)
    child.kill(signal)
    await ended
    expect(child.exitCode).not.toBe(0)
    if (signal === 'SIGTERM') expect(await readdir(environment.TMPDIR)).toEqual([])
    await expect.poll(() => relationsOf(url)).toEqual([])
    const again = await gatehouse(['restore', file], { ...environment, DATABASE_URL: url })
    expect(again).toMatchObject({ status: 0, errors: '' })
  },
)

/** Whether a transaction has locks on tables that it created. */
const isWriting = async (url: string) =>
  (
    await onPostgres(
      url,
      `select 1 from pg_locks join pg_database on pg_database.oid = database
        where datname = current_database() and mode = 'AccessExclusiveLock' limit 1`,
    )
  ).length === 1

it('verifies on a PostgreSQL database that is given for it, and empties it', async () => {
  const { url, file, environment } = await backedUp()
  const alone = await gatehouse(['backup', '--verify', file], environment)
  expect(alone).toMatchObject({ status: 0, errors: '' })
  expect(alone.output).toMatch(
    /restored into a temporary embedded database\. To also .* REHEARSE_DATABASE_URL/,
  )
  const trial = await emptyUrl()
  const both = await gatehouse(['backup', '--verify', file], {
    ...environment,
    REHEARSE_DATABASE_URL: trial,
  })
  expect(both).toMatchObject({ status: 0, errors: '' })
  expect(both.output).toMatch(/also restored into the PostgreSQL database of REHEARSE_DATABASE_URL/)
  expect(await relationsOf(trial)).toEqual([])
  const wrong = await gatehouse(['backup', '--verify', file], { ...environment, REHEARSE_DATABASE_URL: url })
  expect(wrong.errors).toMatch(/of REHEARSE_DATABASE_URL has tables .*left as it is\. Name an empty database/)
  expect(wrong.status).toBe(1)
  expect(await readdir(environment.TMPDIR)).toEqual([])
})

it('says what to do where there is nothing to back up, or the tables of another version', async () => {
  const url = await emptyUrl()
  const environment = { DATABASE_URL: url, GATEHOUSE_DATA: await dataFolder() }
  const file = join(await dataFolder(), 'gatehouse.tar')
  const nothing = await gatehouse(['backup', file], environment)
  expect(nothing).toMatchObject({ status: 1, errors: expect.stringMatching(/has no tables of Gatehouse/) })
  const client = newClient(url)
  await client.connect()
  const [name = '', statements = []] = Object.entries(migrations)[0] ?? []
  await migrate(queryOnClient(client), url, { [name]: statements })
  await client.end()
  const earlier = await gatehouse(['backup', file], environment)
  expect(earlier).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/schema of an earlier version.*Back it up with that version/),
  })
  await onPostgres(url, "insert into kysely_migration (name, timestamp) values ('9999-later', 'now')")
  const later = await gatehouse(['backup', file], environment)
  expect(later).toMatchObject({ status: 1, errors: expect.stringMatching(/written by a newer Gatehouse/) })
})

it.runIf(givesDisks)('does not fill a disk that is too small', async () => {
  const { place, file, environment } = await filled()
  const disk = await smallDisk(await dataFolder(), 4)
  const ended = await gatehouse(['backup', file], { ...environment, GATEHOUSE_DATA: disk.folder }, disk.run)
  expect(ended).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/The backup needs .* MB of free space in .*, which has .* MB/),
  })
  expect(await readdir(place)).toEqual([])
  expect(await readdir(disk.outside)).toEqual(['backup.lock'])
})
