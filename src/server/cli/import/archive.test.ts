import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { result, semgrep } from '../../scans/testing/upload.ts'
import { dataFolder, gatehouse, serveFor } from '../../testing/command-line.ts'
import { type ZippedFile, zipArchive } from '../../testing/zip-archive.ts'
import { findFiles } from './files.ts'

const front = JSON.stringify(semgrep([result('xss', 'front.js', 'render(name)')], { scanned: ['front.js'] }))
const back = JSON.stringify(semgrep([result('sqli', 'back.py', 'query(name)')], { scanned: ['back.py'] }))

/** An archive in a folder of its own, under a name that says nothing. */
async function archive(files: readonly ZippedFile[], count?: number) {
  const folder = await dataFolder()
  const path = join(folder, 'artifact')
  await writeFile(path, zipArchive(files, count))
  return { folder, path }
}

it('takes the reports out of an archive, whatever it is called', async () => {
  const { path } = await archive([
    { name: 'out/', content: '' },
    { name: 'out/b.sarif', content: 'second', method: 0 },
    { name: 'out/a.json.gz', content: 'first' },
    { name: 'out/log.txt', content: 'log' },
    { name: 'out/sales.csv', content: 'date,amount,customer\n2026-01-15,12.50,7\n' },
    { name: 'out/c.csv', content: 'rule,path\nr,a.py\n' },
    { name: '.hidden.json', content: '{}' },
    { name: '__MACOSX/out/a.json', content: 'fork' },
    { name: 'link.json', content: '/etc/passwd', mode: 0o120777 },
  ])
  const { files, searched } = await findFiles([path])
  expect(files.map(({ name }) => name)).toEqual([
    `${path}/out/b.sarif`,
    `${path}/out/a.json.gz`,
    `${path}/out/c.csv`,
  ])
  const contents = await Promise.all(files.map(({ open }) => buffer(open())))
  expect(contents.map(String)).toEqual(['second', 'first', 'rule,path\nr,a.py\n'])
  expect(searched).toEqual([{ name: path, files: 3, skipped: 3 }])
})

const megabyte = 1024 * 1024
const report = { name: 'a.json', content: '{}' }

it.each<[string, ZippedFile[], RegExp, number?]>([
  ['a name that leaves it', [{ ...report, name: '../a.json' }], /artifact cannot be read: .*\.\.\/a\.json/],
  ['an absolute name', [{ ...report, name: '/etc/a.json' }], /artifact cannot be read: .*\/etc\/a\.json/],
  ['a name of Windows that leaves it', [{ ...report, name: 'b\\..\\..\\a.json' }], /cannot be read: .*\.\./],
  ['an encrypted report', [report, { ...report, name: 'b.json', encrypted: true }], /\/b\.json is encrypted/],
  ['an unknown compression', [{ ...report, method: 93 }], /a\.json is compressed with method 93/],
  [
    'a report that inflates to many times its size',
    [{ ...report, content: Buffer.alloc(20 * megabyte) }],
    /a\.json inflates to more than 250 times its size/,
  ],
  [
    'a report that claims to be larger than the limit',
    [{ ...report, size: 2 ** 30 + 1 }],
    /a\.json is larger than 1 GB/,
  ],
  ['no report', [{ ...report, name: 'a.txt' }], /contains no reports: none of its 1 file is named \*\.json/],
  ['nothing', [], /contains no reports/],
  ['fewer files than it claims', [report], /artifact cannot be read/, 2],
  ['more files than the limit', [report], /contains more than 10,000 files/, 10_001],
])('refuses an archive with %s', async (_, files, message, count) => {
  const { path } = await archive(files, count)
  const fault = await findFiles([path]).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(Error)
  expect(String(fault)).toMatch(message)
})

it('refuses an archive whose reports are larger than the limit together', async () => {
  const content = Buffer.alloc(5 * megabyte, 'x')
  const large = { content, size: 0.9 * 2 ** 30, method: 8 }
  const { path } = await archive(
    // Noise, so that the ratio is not what is refused.
    ['a', 'b', 'c'].map((name) => ({ ...large, name: `${name}.json`, content: noise(5 * megabyte) })),
  )
  await expect(findFiles([path])).rejects.toThrow('its reports are larger than 2 GB uncompressed')
})

function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let at = 0; at < length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes.writeUInt32LE(state, at)
  }
  return bytes
}

it('stops where a report is not what the archive says of it', async () => {
  const { path } = await archive([
    { ...report, name: 'sum.json', checksum: 1 },
    { ...report, name: 'long.json', content: 'x'.repeat(1000), size: 999 },
    { ...report, name: 'short.json', content: 'x'.repeat(1000), size: 1001 },
  ])
  const { files } = await findFiles([path])
  const faults = await Promise.all(files.map(({ open }) => buffer(open()).catch(String)))
  expect(faults).toEqual([
    expect.stringMatching(/sum\.json cannot be read: its checksum is wrong/),
    expect.stringMatching(/long\.json cannot be read: /),
    expect.stringMatching(/short\.json cannot be read: /),
  ])
})

it('imports the reports of an archive as one scan, with a line for each', async () => {
  const { folder, path } = await archive([
    { name: 'front.json', content: front },
    { name: 'back.json', content: gzipSync(back) },
    { name: 'readme.txt', content: 'two reports' },
  ])
  const environment = { GATEHOUSE_DATA: folder }
  const words = ['import', path, '--project', 'acme/shop']
  const ended = await gatehouse(words, environment)
  expect(ended).toMatchObject({ status: 0, errors: `gatehouse: ${path}: 2 reports, 1 other file skipped\n` })
  expect(ended.output.split('\n').slice(0, 3)).toEqual([
    `${path}/front.json: accepted`,
    `${path}/back.json: accepted`,
    `${path}/front.json, ${path}/back.json: read 2: 2 new, 0 fixed, 0 unchanged; nothing skipped`,
  ])
  const json = await gatehouse([...words, '--ref', 'dev', '--json'], environment)
  expect(JSON.parse(json.output)).toEqual([
    { file: `${path}/front.json`, status: 202, waiting: expect.objectContaining({ part: 1, parts: 2 }) },
    { file: `${path}/back.json`, status: 201, scan: expect.objectContaining({ id: 2 }) },
  ])
})

it('imports nothing of an archive in which a report is refused or damaged', async () => {
  const { folder, path } = await archive([
    { name: 'front.json', content: front },
    { name: 'cut.json', content: back.slice(0, -10) },
  ])
  const environment = { GATEHOUSE_DATA: folder }
  const words = ['import', path, '--project', 'acme/shop']
  const refused = await gatehouse(words, environment)
  expect(refused).toMatchObject({ status: 1, output: `${path}/front.json: valid, but not imported\n` })
  expect(refused.errors).toMatch(/artifact\/cut\.json:1:\d+ .*cut off.*\n.*1 of 2 files were rejected/)

  const wrong = { name: 'back.json', content: back, checksum: 1 }
  await writeFile(path, zipArchive([{ name: 'front.json', content: front }, wrong]))
  const line = /gatehouse: .*\/back\.json cannot be read: its checksum is wrong\.\n$/
  const alone = await gatehouse(words, environment)
  expect(alone).toMatchObject({ status: 1, output: '', errors: expect.stringMatching(line) })
  const served = await serveFor(environment)
  const beside = await gatehouse(words, environment)
  expect(beside).toMatchObject({ status: 1, output: '', errors: expect.stringMatching(line) })
  await served.stop()
})
