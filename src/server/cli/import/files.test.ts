import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { dataFolder } from '../../testing/command-line.ts'
import { findFiles } from './files.ts'

it('takes of a folder what looks like a report, by name, and files as they are named', async () => {
  const folder = await dataFolder()
  const names = ['b.sarif', 'a.JSON', 'd.sarif.gz', 'c.json.gz', '.hidden.json', 'notes.txt', 'e.json.bak']
  names.push('junit.xml', 'bom.xml', 'web.cdx.xml.gz')
  for (const name of names) await writeFile(join(folder, name), '{}')
  await mkdir(join(folder, 'below.json'))
  await symlink(join(folder, 'b.sarif'), join(folder, 'link.sarif'))
  const { files, searched } = await findFiles(['-', folder, join(folder, 'notes.txt')])
  expect(files.map(({ name }) => basename(name))).toEqual([
    '-',
    'a.JSON',
    'b.sarif',
    'bom.xml',
    'c.json.gz',
    'd.sarif.gz',
    'link.sarif',
    'web.cdx.xml.gz',
    'notes.txt',
  ])
  expect(searched).toEqual([{ name: folder, files: 7, skipped: 0 }])
})

it('takes what a pattern matches, by name and each once, as a shell would', async () => {
  const folder = await dataFolder()
  await mkdir(join(folder, 'api', 'deep.json'), { recursive: true })
  await mkdir(join(folder, 'web'))
  const names = ['web/b.json', 'api/a.json', 'api/c.sarif', 'api/deep.json/d.json', 'api/.e.json', '[x].json']
  for (const name of names) await writeFile(join(folder, name), '{}')
  const found = async (...patterns: string[]) => {
    const { files } = await findFiles(patterns.map((pattern) => join(folder, pattern)))
    return files.map(({ name }) => relative(folder, name))
  }
  expect(await found('*/*.json')).toEqual(['api/a.json', 'web/b.json'])
  expect(await found('**/*.json')).toEqual(['[x].json', 'api/a.json', 'api/deep.json/d.json', 'web/b.json'])
  expect(await found('api/{a.json,c.sarif}', 'web/?.json')).toEqual([
    'api/a.json',
    'api/c.sarif',
    'web/b.json',
  ])
  expect(await found('[x].json')).toEqual(['[x].json'])
  const { searched } = await findFiles([join(folder, '*/*.json')])
  expect(searched).toEqual([{ name: join(folder, '*/*.json'), files: 2, skipped: 0 }])
  await expect(found('api/*.xml')).rejects.toThrow(/api\/\*\.xml matches no file\.$/)
  await expect(found('nowhere/a.json')).rejects.toThrow(/nowhere\/a\.json cannot be read: no such file$/)
})
