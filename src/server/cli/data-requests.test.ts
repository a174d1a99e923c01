import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { dataFolder, gatehouse, serveFor } from '../testing/command-line.ts'

const fixture = new URL('../reports/fixtures/semgrep_many_vulns.json.gz', import.meta.url).pathname

it('exports and deletes a deployment, with and without a running service', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder }
  const run = (...words: string[]) => gatehouse(words, environment)
  await run('import', fixture, '--project', 'acme/shop')
  await run('deployment', 'add', 'other:Other')
  const file = join(await dataFolder(), 'main.ndjson.gz')
  const exported = await run('deployment', 'export', 'main', file)
  expect(exported).toMatchObject({
    status: 0,
    errors: '',
    output: `Exported the deployment main to ${file}.\n`,
  })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  expect(lines.filter((line) => line.startsWith('{"table":"finding",'))).toHaveLength(48)
  expect(await run('deployment', 'export', 'main', file)).toMatchObject({
    status: 2,
    errors: `gatehouse: ${file} exists. Choose another name.\n`,
  })

  const served = await serveFor(environment)
  const again = `${file.slice(0, -'.gz'.length)}`
  expect(await run('deployment', 'export', 'main', again)).toMatchObject({ status: 0 })
  expect(readFileSync(again, 'utf8').split('\n')).toHaveLength(lines.length + 1)
  for (const words of [[], ['--confirm', 'other']]) {
    const refused = await run('deployment', 'delete', 'main', ...words)
    expect(refused).toMatchObject({
      status: 2,
      output: expect.stringContaining('The deployment main contains 1 project, 1 scan, 48 findings'),
      errors: 'gatehouse: Nothing was deleted. To delete all of it for good, add: --confirm main\n',
    })
  }
  const deleted = await run('deployment', 'delete', 'main', '--confirm', 'main')
  expect(deleted).toMatchObject({
    status: 0,
    output: expect.stringContaining('Deleted 1 project, 1 scan, 48 findings'),
  })
  expect(await run('deployment', 'delete', 'main', '--confirm', 'main')).toMatchObject({
    status: 1,
    errors: 'gatehouse: The deployment "main" does not exist.\n',
  })
  expect(await served.stop()).toBe(0)
  expect(await run('deployment', 'delete', 'other', '--confirm', 'other')).toMatchObject({ status: 0 })
})

it('exports and deletes the data of a person', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder }
  const run = (...words: string[]) => gatehouse(words, environment)
  await run('import', fixture, '--project', 'acme/shop')
  await run('token', 'Ada Lovelace', '--role', 'analyst')
  const file = join(folder, 'ada.ndjson')
  expect(await run('person', 'export', 'Ada Lovelace', file)).toMatchObject({
    status: 0,
    output: `Exported 2 rows with the name Ada Lovelace to ${file}.\n`,
  })
  expect(await run('person', 'export', 'Bob', file)).toMatchObject({
    status: 2,
    errors: 'gatehouse: Nothing has the name "Bob".\n',
  })
  expect(await run('person', 'delete', 'Ada Lovelace')).toMatchObject({
    status: 2,
    errors: expect.stringContaining('Nothing was changed.'),
  })
  const deleted = await run('person', 'delete', 'Ada Lovelace', '--confirm', 'Ada Lovelace')
  expect(deleted.output).toMatch(
    /^Deleted Ada Lovelace\. History and audit log now say "deleted user \d+"\.\n$/,
  )
  expect((await run('token', 'list')).output).not.toContain('Ada')
})

it.each([
  ['deployment', 'delete'],
  ['deployment', 'export', 'main'],
  ['deployment', 'delete', 'main', 'file'],
  ['deployment', 'remove', 'main'],
  ['person', 'export', 'Ada'],
  ['person', 'delete', 'Ada', 'file'],
])('says how it is used: %s %s %s', async (...words) => {
  const { status, errors } = await gatehouse(words, { GATEHOUSE_DATA: await dataFolder() })
  expect([status, errors]).toEqual([2, expect.stringContaining(`Usage: gatehouse ${words[0]}`)])
})
