import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { dataFolder } from '../../testing/command-line.ts'
import { findFiles } from './files.ts'

it('takes of a folder what looks like a report, by name, and files as they are named', async () => {
  const folder = await dataFolder()
  const names = ['b.sarif', 'a.JSON', 'd.sarif.gz', 'c.json.gz', '.hidden.json', 'notes.txt', 'e.json.bak']
  names.push(
    'junit.xml',
    'bom.xml',
    'web.cdx.xml.gz',
    'lines.jsonl',
    'more.ndjson',
    'dependency-check-report.xml',
  )
  names.push('coverage.xml', 'jsonl', 'x.jsonlx')
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
    'dependency-check-report.xml',
    'lines.jsonl',
    'link.sarif',
    'more.ndjson',
    'web.cdx.xml.gz',
    'notes.txt',
  ])
  expect(searched).toEqual([{ name: folder, files: 10, skipped: 0 }])
})

const table = 'tool,rule,severity,message\nhouse-rules,house.no-eval,high,Text is run as code\n'
const otherTable = 'date,amount,customer\n2026-01-15,12.50,7\n'

it('takes of the tables of a folder those of findings, and skips the others', async () => {
  const folder = await dataFolder()
  await writeFile(join(folder, 'findings.csv'), table)
  await writeFile(join(folder, 'packed.CSV.gz'), gzipSync(table.repeat(10_000)))
  await writeFile(join(folder, 'sales.csv'), otherTable.repeat(1_000))
  await writeFile(join(folder, 'sales.csv.gz'), gzipSync(otherTable))
  await writeFile(join(folder, 'empty.csv'), '')
  await writeFile(join(folder, 'damaged.csv.gz'), Buffer.from([0x1f, 0x8b, 1, 2, 3]))
  const { files, searched } = await findFiles([folder])
  expect(files.map(({ name }) => basename(name))).toEqual(['damaged.csv.gz', 'findings.csv', 'packed.CSV.gz'])
  expect(searched).toEqual([{ name: folder, files: 3, skipped: 3 }])
  // A table that is named is not skipped: the service says what is wrong with it.
  const named = await findFiles([join(folder, 'sales.csv'), join(folder, 'sale*.csv')])
  expect(named.files).toHaveLength(2)
})

it('says of a folder with other tables alone that it contains no reports', async () => {
  const folder = await dataFolder()
  await writeFile(join(folder, 'sales.csv'), otherTable)
  await expect(findFiles([folder])).rejects.toThrow(
    /contains no reports: 1 table \(\*\.csv\) without the columns of findings\.$/,
  )
})

it('says of a folder without reports that subfolders were not searched, if it has any', async () => {
  const folder = await dataFolder()
  await writeFile(join(folder, 'notes.txt'), '')
  await expect(findFiles([folder])).rejects.toThrow(/contains no reports: .*plain or \.gz\.$/)
  await mkdir(join(folder, 'api'))
  await writeFile(join(folder, 'api', 'a.json'), '{}')
  await expect(findFiles([folder])).rejects.toThrow(
    `Subfolders were not searched: use a pattern such as '${folder}/**/*.json'.`,
  )
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
