import { existsSync, watch } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { takeFileLock } from '#server/db/engine.ts'
import { dataFolder, gatehouse, launchCommand, serveFor } from '#server/testing/command-line.ts'
import { requestJson, scanFile, sendRequest, token } from '#server/testing/stress/promises.ts'
import { givesDisks, smallDisk } from '#server/testing/stress/small-disk.ts'
import { backedUp, exported, filled, manifestOf } from './testing/backed-up.ts'

/** What the service of a folder answers about its findings. */
async function facetsIn(folder: string): Promise<unknown> {
  const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  const facets = await requestJson(served, 'GET', 'findings/facets')
  await served.stop()
  return facets
}

describe('gatehouse backup', () => {
  it('writes one private file that restores to the same data and files', async () => {
    const { folder, file, environment } = await filled()
    const ended = await gatehouse(['backup', file], environment)
    expect(ended).toMatchObject({ status: 0, errors: '' })
    expect(ended.output).toMatch(
      /^Backed up to .*gatehouse\.tar: 1 deployment, 1 project, 40 findings, .*1 export file, /,
    )
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const restored = join(await dataFolder(), 'new')
    expect(await gatehouse(['restore', file], { GATEHOUSE_DATA: restored })).toMatchObject({
      status: 0,
      errors: '',
      output: expect.stringContaining(`into ${restored}: 1 deployment, 1 project, 40 findings`),
    })
    expect(await readFile(join(restored, exported.name), 'utf8')).toBe(exported.content)
    expect((await readdir(restored)).toSorted()).toEqual(['exports', 'gatehouse.db', 'lock.db'])
    for (const name of ['', 'exports']) expect((await stat(join(restored, name))).mode & 0o777).toBe(0o700)
    for (const name of ['gatehouse.db', exported.name])
      expect((await stat(join(restored, name))).mode & 0o777).toBe(0o600)
    expect(await facetsIn(restored)).toEqual(await facetsIn(folder))
  })

  it('records when it succeeded, and leaves nothing else in the data folder', async () => {
    const { folder, file, environment } = await filled()
    const before = await readdir(folder)
    const began = Date.now()
    await gatehouse(['backup', file], environment)
    const record = JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8'))
    expect(record).toEqual({ finishedAt: expect.any(String), file })
    expect(Date.parse(record.finishedAt)).toBeGreaterThanOrEqual(began)
    // Reading a database that nobody uses leaves its empty log.
    const left = (await readdir(folder)).filter((name) => !/-(wal|shm)$/.test(name))
    expect(left.toSorted()).toEqual([...before, 'backup.json', 'backup.lock'].toSorted())
    const replaced = await readFile(join(folder, 'backup.json'), 'utf8')
    expect(await gatehouse(['backup', file], environment)).toMatchObject({ status: 1 })
    expect(await readFile(join(folder, 'backup.json'), 'utf8')).toBe(replaced)
  })

  it('is one moment of a service that goes on writing', async () => {
    const { folder, place } = await filled(300, 30_000)
    const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
    let isDone = false
    const writing = (async () => {
      let written = 0
      for (; !isDone; written++) await sendRequest(served, 'POST', `scans?project=busy/p${written}`, scanFile)
      return written
    })()
    const numbers: number[] = []
    for (const name of ['one.tar', 'two.tar']) {
      const file = join(place, name)
      expect(await gatehouse(['backup', file], { GATEHOUSE_DATA: folder })).toMatchObject({ status: 0 })
      const manifest = await manifestOf(file)
      // Each import is one change of one project and all of its findings.
      expect(manifest.tables['finding']).toBe(300 + ((manifest.tables['project'] ?? 0) - 1) * 300)
      numbers.push(manifest.deployments[0]?.changeNumber ?? 0)
      expect(await gatehouse(['backup', '--verify', file])).toMatchObject({ status: 0, errors: '' })
    }
    isDone = true
    const written = await writing
    await served.stop()
    // It neither waited for a pause of the writer nor stopped it.
    expect(numbers[1]).toBeGreaterThan(numbers[0] ?? 0)
    expect(written).toBeGreaterThan(2)
  })

  it('contains the changes of a service that was killed', async () => {
    const { folder, file } = await filled(10)
    const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
    await sendRequest(served, 'POST', 'scans?project=a/b', scanFile)
    await served.stop('SIGKILL')
    expect(await gatehouse(['backup', file], { GATEHOUSE_DATA: folder })).toMatchObject({ status: 0 })
    expect((await manifestOf(file)).tables['finding']).toBe(310)
  })

  it('replaces a file only with --force', async () => {
    const { file, environment } = await filled()
    await writeFile(file, 'precious')
    const refused = await gatehouse(['backup', file], environment)
    expect(refused).toMatchObject({ status: 1, output: '' })
    expect(refused.errors).toMatch(
      /^gatehouse: .*gatehouse\.tar exists\. Choose another name, or replace it with --force\.\n$/,
    )
    expect(await readFile(file, 'utf8')).toBe('precious')
    expect(await gatehouse(['backup', file, '--force'], environment)).toMatchObject({ status: 0 })
    expect(await gatehouse(['backup', '--verify', file])).toMatchObject({ status: 0 })
  })

  it('refuses places that it must not write, with one line', async () => {
    const { folder, place, environment } = await filled()
    await symlink(folder, join(place, 'link'))
    await mkdir(join(place, 'folder'))
    for (const [file, line] of [
      [join(folder, 'gatehouse.db'), /is in the data folder/],
      [join(place, 'link', 'inside.tar'), /is in the data folder/],
      [join(place, 'folder'), /exists and is not a file/],
      [join(place, 'not', 'there.tar'), /The folder .*not cannot be used: it does not exist/],
    ] as const)
      for (const force of [[], ['--force']]) {
        const ended = await gatehouse(['backup', file, ...force], environment)
        expect(ended).toMatchObject({ status: 1, output: '', errors: expect.stringMatching(line) })
        expect(ended.errors.trimEnd()).not.toContain('\n')
      }
    const nothing = await gatehouse(['backup', join(place, 'x.tar')], { GATEHOUSE_DATA: join(place, 'none') })
    expect(nothing).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/There is no database in .*none/),
    })
    expect(existsSync(join(place, 'none'))).toBe(false)
  })

  it('is refused while another one of the same folder runs', async () => {
    const { folder, place, file, environment } = await filled()
    const unlock = takeFileLock(join(folder, 'backup.lock'))
    const ended = await gatehouse(['backup', file], environment)
    expect(ended).toMatchObject({ status: 1, errors: `gatehouse: Another backup of ${folder} is running.\n` })
    expect(await readdir(place)).toEqual([])
    unlock?.()
    expect(await gatehouse(['backup', file], environment)).toMatchObject({ status: 0 })
  })

  it('refuses to back up a damaged database', async () => {
    const { folder, file, environment } = await filled()
    const database = join(folder, 'gatehouse.db')
    const bytes = await readFile(database)
    bytes.fill(7, 20 * 4096, 40 * 4096)
    await writeFile(database, bytes)
    const ended = await gatehouse(['backup', file], environment)
    expect(ended).toMatchObject({ status: 1, errors: expect.stringMatching(/damaged/) })
    expect(await readdir(join(file, '..'))).toEqual([])
    expect(existsSync(join(folder, 'backup.json'))).toBe(false)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('leaves no file under the name after %s', async (signal) => {
    const { folder, place, file, environment } = await filled(600, 30_000)
    const child = launchCommand(['backup', file], environment)
    const ended = new Promise((resolve) => child.on('close', resolve))
    const watcher = watch(folder, (_, name) => {
      if (name === 'backup.partial') child.kill(signal)
    })
    await ended
    watcher.close()
    expect(existsSync(file)).toBe(false)
    if (signal === 'SIGTERM') {
      expect(await readdir(place)).toEqual([])
      expect(existsSync(join(folder, 'backup.partial'))).toBe(false)
    }
    expect(await gatehouse(['backup', file], environment)).toMatchObject({ status: 0 })
    expect(await readdir(place)).toEqual(['gatehouse.tar'])
    expect(existsSync(join(folder, 'backup.partial'))).toBe(false)
  })

  it.runIf(process.getuid?.() !== 0)('says which folder cannot be written', async () => {
    const { place, file, environment } = await filled()
    await chmod(place, 0o500)
    const ended = await gatehouse(['backup', file], environment)
    await chmod(place, 0o700)
    expect(ended.errors).toMatch(/cannot be used: this user has no permission/)
  })
})

describe.runIf(givesDisks)('a disk that is too small', () => {
  it('is not filled, and no file is left', async () => {
    const { folder } = await filled(200, 30_000)
    const disk = await smallDisk(await dataFolder(), 4)
    const file = join(disk.folder, 'gatehouse.tar')
    const ended = await gatehouse(['backup', file], { GATEHOUSE_DATA: folder }, disk.run)
    expect(ended).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/The backup needs .* MB of free space in .*, which has .* MB/),
    })
    expect(await readdir(disk.outside)).toEqual([])
  })

  it('leaves nothing of a restore', async () => {
    const { file } = await backedUp()
    const disk = await smallDisk(await dataFolder(), 1)
    await writeFile(join(disk.outside, 'lost+found'), Buffer.alloc(900_000))
    const ended = await gatehouse(['restore', file], { GATEHOUSE_DATA: disk.folder }, disk.run)
    expect(ended).toMatchObject({ status: 1, errors: expect.stringMatching(/needs .* of free space/) })
    expect(await readdir(disk.outside)).not.toContain('gatehouse.db')
    expect(await readdir(disk.outside)).not.toContain('restore.partial')
  })
})
