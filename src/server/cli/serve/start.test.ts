import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readColumnFileHead } from '../../columns/column-file.ts'
import { ColumnStores } from '../../columns/column-stores.ts'
import { schemaVersion } from '../../db/engine.ts'
import { loadFindings } from '../../findings/snapshot.ts'
import { Build } from '../../findings/testing/build.ts'
import { dataFolder, gatehouse, ownCompileCache, serveFor } from '../../testing/command-line.ts'
import { startTestService } from '../../testing/service.ts'

/** Runs in the service before it: writes down what is loaded by the time that it says that it is ready. */
const watcher = `
  import { writeFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
  const write = process.stdout.write
  process.stdout.write = function (text, ...more) {
    if (String(text).includes('is ready')) writeFileSync(process.env.LOADED_FILE, loaded.join('\\n'))
    return write.call(this, text, ...more)
  }`

/** The modules that a start on a database with data loads before the service is ready. */
async function loadedForReady(): Promise<string[]> {
  const folder = await dataFolder()
  await (await serveFor({ GATEHOUSE_DATA: folder })).stop()
  const file = join(folder, 'loaded')
  const served = await serveFor({
    GATEHOUSE_DATA: folder,
    LOADED_FILE: file,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watcher)}`,
  })
  await served.stop()
  return (await readFile(file, 'utf8')).split('\n')
}

it('loads nothing to become ready that only demos, scans, licenses or exports need', async () => {
  const loaded = await loadedForReady()
  const packages = new Set(loaded.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]))
  expect(packages).toContain('fastify')
  for (const late of [
    '@cyclonedx/cyclonedx-library',
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
    'ajv',
    're2js',
    'spdx-expression-parse',
    'spdx-license-list',
    'xmlbuilder2',
  ])
    expect(packages).not.toContain(late)
  const own = loaded.map((url) => /\/src\/(.*)/.exec(url)?.[1] ?? '')
  expect(
    own.filter((path) =>
      /^server\/(demo\/(?!seed-routes)|reports\/|scans\/(lifecycle|matching)\/)/.test(path),
    ),
  ).toEqual([])
})

it('keeps what the runtime made of its code in the folder of the data, and makes no folder for it', async () => {
  const folder = await dataFolder()
  const served = await serveFor({ ...ownCompileCache, GATEHOUSE_DATA: folder })
  await served.stop()
  expect(await readdir(join(folder, 'compiled'))).toHaveLength(1)
  const unmade = join(folder, 'not', 'there')
  await (await serveFor({ ...ownCompileCache, GATEHOUSE_DATA: unmade })).stop()
  expect(existsSync(join(unmade, 'gatehouse.db'))).toBe(true)
  expect(existsSync(join(unmade, 'compiled'))).toBe(false)
})

it('keeps what it searches in for the next start, also where it is killed', async () => {
  const folder = await dataFolder()
  const token = 'token-of-automation-0123456789abcdef'
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token }
  const bill = new URL('../../reports/fixtures/cyclonedx_juice_shop_nested.json.gz', import.meta.url).pathname
  expect(await gatehouse(['import', bill, '--project', 'acme/shop'], environment)).toMatchObject({
    status: 0,
  })
  const kept = () => (existsSync(join(folder, 'columns')) ? readdir(join(folder, 'columns')) : [])
  const matches: unknown[] = []
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGKILL', 'SIGTERM'] as const) {
    const served = await serveFor(environment)
    const response = await fetch(`${served.base}/api/v1/deployments/main/dependencies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pageSize: 1000 }),
    })
    matches.push((await response.json()).dependencies.length)
    await served.stop(signal)
    expect(await kept()).toEqual(expect.arrayContaining(['dependencies-1', 'findings-1']))
  }
  expect(matches[0]).toBeGreaterThan(10)
  expect(new Set(matches).size).toBe(1)
})

it('reads the columns of a large deployment again before it is ready, where an older version wrote them', async () => {
  const { services, deployment, ...service } = await startTestService({ onDisk: true })
  await new Build({ services, deployment, ...service }).add(
    ...Array.from({ length: 10_200 }, (_, at) => ({ key: `one ${at}` })),
  )
  const { database, config } = services
  const folder = join(config.dataFolder, 'columns')
  const log = { error: () => undefined }
  const older = new ColumnStores({ database, folder, schema: '0001-older', log })
  await loadFindings(older, deployment.id)
  await older.stop()
  const file = join(folder, `findings-${deployment.id}`)
  const format = async () => (await readColumnFileHead(file))?.format.split(' ')[0]
  expect(await format()).toBe('0001-older')
  const served = await serveFor({ GATEHOUSE_DATA: config.dataFolder })
  expect(await format()).toBe(schemaVersion)
  await served.stop()
})
