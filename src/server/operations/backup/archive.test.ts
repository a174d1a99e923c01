import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dataFolder } from '#server/testing/command-line.ts'
import { givesDisks, smallDisk } from '#server/testing/stress/small-disk.ts'
import { readArchive, writeArchive } from './archive.ts'
import { placeFault } from './backup-fault.ts'

const text = (name: string, content: string) => ({
  name,
  size: Buffer.byteLength(content),
  content: Buffer.from(content),
})

async function read(archive: string) {
  const found: [string, string][] = []
  for await (const { header, chunks } of readArchive(archive)) {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    found.push([header.name, Buffer.concat(parts).toString()])
  }
  return found
}

it('reads what it wrote, from memory and from files, empty ones too', async () => {
  const folder = await dataFolder()
  const archive = join(folder, 'a.tar')
  const large = 'large '.repeat(700_000)
  await writeFile(join(folder, 'large'), large)
  await writeFile(join(folder, 'empty'), '')
  await writeArchive(archive, [
    text('one', '1'),
    { name: 'large', size: large.length, content: { path: join(folder, 'large') } },
    { name: 'empty', size: 0, content: { path: join(folder, 'empty') } },
    text('last', 'end'),
  ])
  expect(await read(archive)).toEqual([
    ['one', '1'],
    ['large', large],
    ['empty', ''],
    ['last', 'end'],
  ])
})

it('fails where a file is gone, or has another size than before', async () => {
  const folder = await dataFolder()
  const content = { path: join(folder, 'file') }
  const entry = { name: 'file', size: 10, content }
  await expect(writeArchive(join(folder, 'a.tar'), [entry])).rejects.toThrow(/ENOENT/)
  await writeFile(content.path, 'short')
  await expect(writeArchive(join(folder, 'b.tar'), [entry])).rejects.toThrow(/[Ss]ize/)
  await writeFile(content.path, 'too long for it')
  await expect(writeArchive(join(folder, 'c.tar'), [entry])).rejects.toThrow(/size/)
})

it('does not read an archive without its end', async () => {
  const archive = join(await dataFolder(), 'a.tar')
  await writeArchive(archive, [text('one', 'x'.repeat(3_000_000))])
  const { length } = await readFile(archive)
  for (const size of [length - 1, length - 1024, length - 2048, 1_000_000, 513, 1]) {
    await truncate(archive, size)
    await expect(read(archive)).rejects.toThrow(/truncated/)
  }
})

it.runIf(givesDisks)('fails with the error of a disk that is full', async () => {
  const disk = await smallDisk(await dataFolder(), 1)
  const error = await writeArchive(join(disk.outside, 'a.tar'), [text('one', 'x'.repeat(3_000_000))]).catch(
    (reason: unknown) => reason,
  )
  expect(error).toMatchObject({ code: 'ENOSPC' })
  expect(placeFault(error, 'The folder')).toMatchObject({
    message: 'The folder cannot be used: the disk is full.',
  })
  expect(await readdir(disk.outside)).toEqual(['a.tar'])
})
