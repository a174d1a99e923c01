import { chmod, chown, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { dataFolder, gatehouse, serveFor } from '#server/testing/command-line.ts'
import { runDoctor } from './testing/results.ts'

/** A data folder with the database of a service that has stopped. */
async function stoppedFolder(): Promise<string> {
  const folder = await dataFolder()
  expect((await gatehouse(['token', 'Ann'], { GATEHOUSE_DATA: folder })).status).toBe(0)
  return folder
}

describe('gatehouse doctor', () => {
  it('finds nothing wrong with a service that runs, and tells its own configuration', async () => {
    const folder = await dataFolder()
    const served = await serveFor({ GATEHOUSE_DATA: folder, METRICS_PORT: '0' })
    // Only the service has the variable.
    const { exit, running, result, checks } = await runDoctor({ GATEHOUSE_DATA: folder })
    expect([exit, running]).toEqual([0, true])
    expect(checks.filter(({ status }) => status === 'failed')).toEqual([])
    expect(result('service').detail).toContain(`Process ${served.pid} has been running`)
    expect(result('data-folder').status).toBe('ok')
    expect(result('database')).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^SQLite .* No page is damaged\.$/),
    })
    expect(result('public-url').detail).toBe(`${served.base} reaches this service.`)
    expect(result('memory').detail).toMatch(/^The service uses \d+ MB of/)
    expect(result('metrics')).toMatchObject({ status: 'ok', detail: expect.stringContaining('127.0.0.1') })
    expect(await served.stop()).toBe(0)
  })

  it('checks what is on disk where no service runs', async () => {
    const folder = await stoppedFolder()
    const { exit, running, result } = await runDoctor({ GATEHOUSE_DATA: folder })
    expect([exit, running]).toEqual([0, false])
    expect(result('service').status).toBe('skipped')
    expect(result('public-url').status).toBe('skipped')
    expect(result('database').status).toBe('ok')
    // Nothing was locked or left in the way of the next start.
    const served = await serveFor({ GATEHOUSE_DATA: folder })
    expect(await served.stop()).toBe(0)
  })

  it('creates nothing where there is nothing', async () => {
    const folder = join(await dataFolder(), 'none')
    const { exit, result } = await runDoctor({ GATEHOUSE_DATA: folder })
    expect(exit).toBe(0)
    expect(result('data-folder')).toMatchObject({ status: 'warning' })
    await expect(readFile(folder)).rejects.toThrow('ENOENT')
  })

  it('prints for people a line for each check, with what to do below it', async () => {
    const folder = await stoppedFolder()
    const { status, output } = await gatehouse(['doctor'], { GATEHOUSE_DATA: folder })
    expect(status).toBe(0)
    expect(output).toMatch(/^Gatehouse [\d.]+, data folder /)
    expect(output).toMatch(
      /\nwarning {2}Backup {7}No backup has been made\.\n +→ Run "gatehouse backup FILE"/,
    )
    expect(output).toMatch(/\n\d+ ok, 1 warning, \d+ skipped\.\n$/)
  })

  it.each([
    [['doctor', '--backup-age', 'old'], {}, /--backup-age is "old", but must be a number of hours/],
    [['doctor', '--quick'], {}, /--quick/],
    [['doctor'], { PORT: 'http' }, /^gatehouse: PORT is "http"/],
  ])('stops at wrong use %j %j with status 2', async (words, environment, line) => {
    const ended = await gatehouse(words, { GATEHOUSE_DATA: await dataFolder(), ...environment })
    expect([ended.status, ended.output]).toEqual([2, ''])
    expect(ended.errors).toMatch(line)
  })
})

describe('the data folder', () => {
  it('fails where others can open it', async () => {
    const folder = await stoppedFolder()
    await chmod(folder, 0o755)
    const { exit, result } = await runDoctor({ GATEHOUSE_DATA: folder })
    expect(exit).toBe(1)
    expect(result('data-folder')).toEqual({
      id: 'data-folder',
      title: 'Data folder',
      status: 'failed',
      detail: `Other users can access the folder ${folder} (mode 755).`,
      advice: expect.stringContaining(`chmod 700 ${folder}`),
    })
  })

  it.runIf(process.getuid?.() === 0)(
    'fails where it belongs to another user, and is left alone',
    async () => {
      const folder = await stoppedFolder()
      const before = await readdir(folder)
      await chown(folder, 65_534, 65_534)
      const { exit, result } = await runDoctor({ GATEHOUSE_DATA: folder })
      expect(exit).toBe(1)
      expect(result('data-folder')).toMatchObject({
        status: 'failed',
        advice: expect.stringContaining("sudo -u '#65534' gatehouse doctor"),
      })
      expect(result('database').status).toBe('skipped')
      expect(await readdir(folder)).toEqual(before)
    },
  )

  it('warns where a process holds it and does not answer', async () => {
    const folder = await stoppedFolder()
    const holder = `process ${process.pid} (serve)`
    await writeFile(join(folder, 'lock.holder'), holder)
    expect((await runDoctor({ GATEHOUSE_DATA: folder })).result('service')).toMatchObject({
      status: 'warning',
      detail: `The data folder is in use by ${holder}, which does not answer.`,
    })
    // One that a killed process left behind means nothing.
    await writeFile(join(folder, 'lock.holder'), 'process 999999999 (serve)')
    expect((await runDoctor({ GATEHOUSE_DATA: folder })).result('service').status).toBe('skipped')
  })

  it('is no file', async () => {
    const file = join(await dataFolder(), 'file')
    await writeFile(file, '')
    const { exit, result } = await runDoctor({ GATEHOUSE_DATA: file })
    expect(exit).toBe(1)
    expect(result('data-folder').detail).toBe(`${file} is not a folder.`)
  })
})

describe('the database', () => {
  const inDatabase = (folder: string, statement: string) => {
    const connection = openFile(join(folder, 'gatehouse.db'))
    connection.exec(statement)
    connection.close()
  }

  it('fails where a later version wrote it', async () => {
    const folder = await stoppedFolder()
    inDatabase(folder, "insert into kysely_migration (name, timestamp) values ('9999-later', 'now')")
    const { exit, result } = await runDoctor({ GATEHOUSE_DATA: folder })
    expect(exit).toBe(1)
    expect(result('database').detail).toContain('later version')
  })

  it('warns where the next start updates it', async () => {
    const folder = await stoppedFolder()
    inDatabase(folder, 'delete from kysely_migration where name = (select max(name) from kysely_migration)')
    const { exit, result } = await runDoctor({ GATEHOUSE_DATA: folder })
    expect(exit).toBe(0)
    expect(result('database')).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('Make a backup before'),
    })
  })

  it('fails where it is damaged, empty, or of another program', async () => {
    const folder = await stoppedFolder()
    const file = join(folder, 'gatehouse.db')
    const whole = await readFile(file)
    const damaged = Buffer.from(whole)
    damaged.fill(0xff, 8192, 20_000)
    await writeFile(file, damaged)
    const first = await runDoctor({ GATEHOUSE_DATA: folder })
    expect([first.exit, first.result('database').status]).toEqual([1, 'failed'])
    expect(first.result('database').advice).toContain('restore')
    await truncate(file, 0)
    expect((await runDoctor({ GATEHOUSE_DATA: folder })).result('database').detail).toContain('empty')
    await writeFile(file, 'no database at all, but a long enough text to be mistaken for one'.repeat(100))
    expect((await runDoctor({ GATEHOUSE_DATA: folder })).result('database').status).toBe('failed')
  })

  it('is not told from a clock that is behind it', async () => {
    const folder = await stoppedFolder()
    inDatabase(
      folder,
      `insert into change_log (deployment_id, number, part, at, actor, changes) values (1, 1, 0, ${Date.now() + 3_600_000}, 'Ann', '{}');
      update deployment set change_number = 1`,
    )
    const { result } = await runDoctor({ GATEHOUSE_DATA: folder })
    expect(result('clock')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('the newest change is from'),
    })
  })
})

describe('the clock', () => {
  it('is synchronized, as far as the system says', async () => {
    const tools = join(await dataFolder(), 'tools')
    await mkdir(tools)
    const clock = async (answer: string) => {
      await writeFile(join(tools, 'timedatectl'), `#!/bin/sh\n${answer}\n`, { mode: 0o755 })
      const environment = { GATEHOUSE_DATA: tools, PATH: `${tools}:/usr/bin:/bin` }
      return (await runDoctor(environment)).result('clock')
    }
    expect(await clock('echo yes')).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/is synchronized\.$/),
    })
    expect(await clock('echo no')).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('timedatectl set-ntp true'),
    })
    expect(await clock('exit 1')).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('not known'),
    })
  })
})

describe('the backup', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

  it('is told by its age', async () => {
    const folder = await stoppedFolder()
    const record = (text: string) => writeFile(join(folder, 'backup.json'), text)
    const check = async (words: string[] = []) =>
      (await runDoctor({ GATEHOUSE_DATA: folder }, words)).result('backup')
    await record(JSON.stringify({ finishedAt: hoursAgo(3), file: '/elsewhere/backup.tar' }))
    expect(await check()).toMatchObject({
      status: 'ok',
      detail: 'The last backup is 3 hours old: /elsewhere/backup.tar, which has been moved since.',
    })
    expect(await check(['--backup-age', '2'])).toMatchObject({ status: 'warning' })
    await record(JSON.stringify({ finishedAt: hoursAgo(72), file: '/elsewhere/backup.tar' }))
    expect(await check()).toMatchObject({ status: 'warning', detail: expect.stringContaining('3 days old') })
    await record(JSON.stringify({ finishedAt: hoursAgo(-5), file: '/elsewhere/backup.tar' }))
    expect(await check()).toMatchObject({ detail: 'The last backup is dated in the future.' })
    await record('{"finishedAt":')
    expect(await check()).toMatchObject({ detail: 'No backup has been made.' })
  })
})
