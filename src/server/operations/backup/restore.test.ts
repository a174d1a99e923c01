import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataFolder, gatehouse, serveFor } from '#server/testing/command-line.ts'
import { forced } from '#server/testing/stress/repetitions.ts'
import { BackupFault } from './backup-fault.ts'
import { restoreBackup } from './restore-backup.ts'
import {
  backedUp,
  craft,
  type Entry,
  entriesOf,
  entry,
  type ManifestDocument,
  manifestOf,
  sha256,
} from './testing/backed-up.ts'

/** Restores into a folder that does not exist, which must not have been made; the sentence that says why not. */
async function refusalOf(file: string): Promise<string> {
  const folder = join(await dataFolder(), 'new')
  const refusal = await restoreBackup(file, { dataFolder: folder, exportStorage: 'folder' }).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(BackupFault)
  expect(await readdir(dirname(folder))).toEqual([])
  return refusal instanceof BackupFault ? refusal.message : ''
}

describe('gatehouse restore', () => {
  it.each(['gatehouse.db', 'notes.txt', 'exports'])('leaves a folder with %s alone', async (name) => {
    const { file } = await backedUp()
    const folder = await dataFolder()
    await writeFile(join(folder, name), 'precious')
    const ended = await gatehouse(['restore', file], { GATEHOUSE_DATA: folder })
    expect(ended).toMatchObject({ status: 1, output: '' })
    expect(ended.errors).toContain(`is not empty: it contains ${name}.`)
    expect(await readdir(folder)).toEqual([name])
    expect(await readFile(join(folder, name), 'utf8')).toBe('precious')
  })

  it('leaves the folder of a running service alone', async () => {
    const { file, folder } = await backedUp()
    const served = await serveFor({ GATEHOUSE_DATA: folder })
    const ended = await gatehouse(['restore', file], { GATEHOUSE_DATA: folder })
    expect(ended).toMatchObject({ status: 1, errors: expect.stringContaining('is not empty') })
    expect(await served.stop()).toBe(0)
  })

  it('goes on where it was killed, also between the files and the database', async () => {
    const { file } = await backedUp()
    const folder = await dataFolder()
    for (const name of ['restore.partial', 'restore.partial/exports', 'exports'])
      await mkdir(join(folder, name))
    for (const name of ['restore.partial/gatehouse.db', 'exports/task-9'])
      await writeFile(join(folder, name), 'half')
    expect(await gatehouse(['restore', file], { GATEHOUSE_DATA: folder })).toMatchObject({ status: 0 })
    expect(await readdir(join(folder, 'exports'))).toEqual(['task-1'])
    expect(existsSync(join(folder, 'restore.partial'))).toBe(false)
  })

  it('refuses what is not a backup', async () => {
    const { file, place } = await backedUp()
    const named = async (name: string, content: Uint8Array | string) => {
      await writeFile(join(place, name), content)
      return join(place, name)
    }
    const ended = await gatehouse(['restore', join(place, 'none.tar')], {
      GATEHOUSE_DATA: join(place, 'new'),
    })
    expect(ended).toMatchObject({ status: 1, output: '' })
    expect(ended.errors).toMatch(/^gatehouse: The file .*none\.tar cannot be used: it does not exist\.\n$/)
    expect(await refusalOf(join(place, 'none.tar'))).toMatch(/none\.tar cannot be used: it does not exist/)
    expect(await refusalOf(place)).toMatch(/is not a file/)
    expect(await refusalOf(await named('empty', ''))).toMatch(/empty is not a backup of Gatehouse/)
    expect(await refusalOf(await named('text', 'hello '.repeat(500)))).toMatch(/is not a backup of Gatehouse/)
    expect(await refusalOf(await named('packed', gzipSync(await readFile(file))))).toMatch(
      /is compressed\. Decompress it first/,
    )
  })

  it('refuses a manifest that is invalid, of another format, or of a newer version', async () => {
    const { file, place } = await backedUp()
    const [, ...files] = await entriesOf(file)
    const manifest = await manifestOf(file)
    const crafted = join(place, 'crafted.tar')
    for (const [changed, line] of [
      ['no JSON', /its manifest is invalid/],
      [{ ...manifest, files: [] }, /lists no database/],
      [{ ...manifest, files: [...manifest.files, ...manifest.files] }, /lists a file twice/],
      [{ ...manifest, formatVersion: 2 }, /has format 2, but this version of Gatehouse reads format 1/],
      [{ ...manifest, engine: 'other' }, /its manifest is invalid \(engine/],
    ] as const)
      expect(await refusalOf(await craft(crafted, changed, files))).toMatch(line)
  })

  it.each([
    ['a path outside', '../outside'],
    ['a path outside of exports', 'exports/../../outside'],
    ['an absolute path', '/tmp/gatehouse-outside'],
    ['another name', 'columns/findings-1'],
    ['a name with a backslash', 'exports\\..\\..\\outside'],
    ['a name with a null character', 'exports/a\0b'],
  ])('refuses %s, in the archive and in its manifest', async (_, name) => {
    const { file, place } = await backedUp()
    const [, ...files] = await entriesOf(file)
    const manifest = await manifestOf(file)
    const hostile = entry(name.split('\0')[0] ?? '', 'hostile')
    const crafted = join(place, 'crafted.tar')
    expect(await refusalOf(await craft(crafted, manifest, [...files, hostile]))).toMatch(
      /which its manifest does not list there/,
    )
    const listed = { ...manifest, files: [...manifest.files, { name, size: 7, sha256: sha256('hostile') }] }
    expect(await refusalOf(await craft(crafted, listed, [...files, hostile]))).toMatch(
      /its manifest is invalid/,
    )
    expect(existsSync('/tmp/gatehouse-outside')).toBe(false)
  })

  it('refuses links, folders and files under the wrong name', async () => {
    const { file, place } = await backedUp()
    const [, database, exported] = await entriesOf(file)
    if (!database || !exported) throw new Error('no files')
    const manifest = await manifestOf(file)
    const crafted = join(place, 'crafted.tar')
    const link = (type: 'symlink' | 'link', linkname: string): Entry =>
      entry('gatehouse.db', '', { type, linkname })
    for (const first of [
      link('symlink', '/etc/passwd'),
      link('link', '/etc/passwd'),
      entry('gatehouse.db', '', { type: 'directory' }),
      entry('gatehouse.db', '', { type: 'fifo' }),
      exported,
    ])
      expect(await refusalOf(await craft(crafted, manifest, [first, database, exported]))).toMatch(
        /which its manifest does not list there/,
      )
  })

  it('says why in one short line, however long the names in the file are', async () => {
    const { file, place } = await backedUp()
    const [, ...files] = await entriesOf(file)
    const manifest = await manifestOf(file)
    const crafted = join(place, 'crafted.tar')
    const long = entry('n'.repeat(100_000), 'x', { pax: { path: 'n'.repeat(100_000) } })
    expect((await refusalOf(await craft(crafted, manifest, [long, ...files]))).length).toBeLessThan(1_000)
    const tables = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`table${at}`, 1]))
    expect((await refusalOf(await craft(crafted, { ...manifest, tables }, files))).length).toBeLessThan(1_000)
  })

  it('refuses files that are larger, smaller, missing or changed', async () => {
    const { file, place } = await backedUp()
    const [, database, exported] = await entriesOf(file)
    if (!database || !exported) throw new Error('no files')
    const manifest = await manifestOf(file)
    const crafted = join(place, 'crafted.tar')
    const sized = (size: number): ManifestDocument => ({
      ...manifest,
      files: manifest.files.map((each, at) => (at === 0 ? { ...each, size } : each)),
    })
    // A manifest that promises more than the file has would fill the disk, if it were believed.
    expect(await refusalOf(await craft(crafted, sized(1e15), [database, exported]))).toMatch(
      /it is incomplete/,
    )
    expect(await refusalOf(await craft(crafted, sized(1), [database, exported]))).toMatch(/another size/)
    expect(await refusalOf(await craft(crafted, manifest, [database]))).toMatch(/exports\/task-1 is missing/)
    const changed = database.data.slice()
    changed[5_000] = (changed[5_000] ?? 0) ^ 1
    expect(
      await refusalOf(await craft(crafted, manifest, [{ ...database, data: changed }, exported])),
    ).toMatch(/the checksum of gatehouse\.db is wrong/)
  })

  it('refuses a database that differs from its manifest, and one that is none', async () => {
    const { file, place } = await backedUp()
    const [, ...files] = await entriesOf(file)
    const manifest = await manifestOf(file)
    const crafted = join(place, 'crafted.tar')
    const tables = { ...manifest.tables, finding: 41 }
    expect(await refusalOf(await craft(crafted, { ...manifest, tables }, files))).toMatch(
      /differs from its manifest: finding has 40 rows instead of 41/,
    )
    const deployments = manifest.deployments.map((each) => ({ ...each, changeNumber: 99 }))
    expect(await refusalOf(await craft(crafted, { ...manifest, deployments }, files))).toMatch(
      /the last change of the deployment main is \d+ instead of 99/,
    )
    const foreign = Buffer.from('not a database '.repeat(1000))
    const lists = [{ name: 'gatehouse.db', size: foreign.length, sha256: sha256(foreign) }]
    expect(
      await refusalOf(await craft(crafted, { ...manifest, files: lists }, [entry('gatehouse.db', foreign)])),
    ).toMatch(/damaged, or not one of Gatehouse/)
  })

  it('refuses a file that ends early or was damaged anywhere', async () => {
    const { file, place } = await backedUp()
    const whole = await readFile(file)
    const broken = join(place, 'broken.tar')
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.boolean(), async (at, isCut) => {
        const bytes = Buffer.from(isCut ? whole.subarray(0, at) : whole)
        if (!isCut) bytes[at] = (bytes[at] ?? 0) ^ 0x55
        await writeFile(broken, bytes)
        const folder = join(await dataFolder(), 'new')
        const restored = await restoreBackup(broken, { dataFolder: folder, exportStorage: 'folder' }).catch(
          (error: unknown) => error,
        )
        if (restored instanceof Error) {
          expect(restored).toBeInstanceOf(BackupFault)
          expect(existsSync(folder)).toBe(false)
          return
        }
        // The bytes that fill a block after a file, and the time of an entry, have no meaning.
        const [before, after] = await Promise.all([entriesOf(file), entriesOf(broken)])
        expect(after.map(({ data }) => sha256(data))).toEqual(before.map(({ data }) => sha256(data)))
      }),
      { numRuns: forced(40) },
    )
  })
})

describe('gatehouse backup --verify', () => {
  it('says what the backup contains, and leaves nothing behind', async () => {
    const { file, place } = await backedUp()
    const ended = await gatehouse(['backup', '--verify', file], { TMPDIR: place })
    expect(ended).toMatchObject({ status: 0, errors: '' })
    expect(ended.output).toMatch(
      /^The backup .* of \d{4}-.*Z can be restored: 1 deployment, 1 project, 40 findings/,
    )
    expect(await readdir(place)).toEqual([basename(file)])
  })

  it('finds a damaged byte, and leaves nothing behind', async () => {
    const { file, place } = await backedUp()
    const opened = await open(file, 'r+')
    await opened.write(Buffer.from([1, 2, 3, 4]), 0, 4, 30_000)
    await opened.close()
    const ended = await gatehouse(['backup', '--verify', file], { TMPDIR: place })
    expect(ended).toMatchObject({ status: 1, output: '', errors: expect.stringContaining('checksum') })
    expect(await readdir(place)).toEqual([basename(file)])
  })
})
