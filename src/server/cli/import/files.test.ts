import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { dataFolder } from '../../testing/command-line.ts'
import { findFiles } from './files.ts'

it('takes of a folder what looks like a report, by name, and files as they are named', async () => {
  const folder = await dataFolder()
  const names = ['b.sarif', 'a.JSON', 'd.sarif.gz', 'c.json.gz', '.hidden.json', 'notes.txt', 'e.json.bak']
  for (const name of names) await writeFile(join(folder, name), '{}')
  await mkdir(join(folder, 'below.json'))
  await symlink(join(folder, 'b.sarif'), join(folder, 'link.sarif'))
  const { files, folders } = await findFiles(['-', folder, join(folder, 'notes.txt')])
  expect(files.map(({ name }) => basename(name))).toEqual([
    '-',
    'a.JSON',
    'b.sarif',
    'c.json.gz',
    'd.sarif.gz',
    'link.sarif',
    'notes.txt',
  ])
  expect(folders).toEqual([{ name: folder, files: 5 }])
})
