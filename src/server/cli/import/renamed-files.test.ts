import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Sender } from '#server/operations/client/connection.ts'
import { createProgress } from '#server/operations/progress.ts'
import { result, semgrep, upload } from '../../scans/testing/upload.ts'
import { dataFolder } from '../../testing/command-line.ts'
import { startTestService, type TestService } from '../../testing/service.ts'
import { renamedSinceBase, withCheckout } from './renamed-files.ts'
import { partsOf, uploadFiles } from './upload.ts'

const lines = (name: string) => Array.from({ length: 20 }, (_, at) => `${name} ${at}\n`).join('')

/** A repository with a branch that renames files, which git in this process takes for the checkout. */
async function checkout() {
  const folder = await dataFolder()
  const run = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  run('init', '-q', '-b', 'trunk')
  for (const name of ['src/app.py', 'same.py', 'gone.py', 'line\nbreak.py']) await write(name, lines(name))
  // A driver that the repository names must not be asked for what differs.
  await write('.gitattributes', '*.py diff=hostile\n')
  run('add', '.')
  run('commit', '-qm', 'one')
  run('config', 'diff.hostile.command', `touch ${join(folder, 'ran')}`)
  run('checkout', '-qb', 'topic')
  run('mv', 'src/app.py', 'app.py')
  run('mv', 'line\nbreak.py', 'other\nbreak.py')
  run('rm', '-q', 'gone.py')
  await write('app.py', `${lines('src/app.py')}one more\n`)
  await write('made.py', 'something else\n')
  run('add', '.')
  run('commit', '-qm', 'two')
  vi.stubEnv('GIT_DIR', join(folder, '.git'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  return { commit: run('rev-parse', 'HEAD'), hasRun: () => existsSync(join(folder, 'ran')) }
}

/** Sends what a command sends to a service in this process. */
const senderTo = (service: TestService): Sender => ({
  isServed: true,
  send: async (method, path, payload, mediaType) => {
    const type = payload instanceof Readable ? mediaType : 'application/json'
    return service.send(method, path, {
      body: payload instanceof Readable ? await buffer(payload) : payload,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  },
})

const renamed = [
  { from: 'linebreak.py', to: 'otherbreak.py' },
  { from: 'src/app.py', to: 'app.py' },
]

it('sends what git calls renamed since the branch left the base of the project', async () => {
  const service = await startTestService()
  const sender = senderTo(service)
  const { commit, hasRun } = await checkout()
  const scanned = { project: 'acme/shop', commit, ref: 'topic', base: null }
  // Nothing is known of the project, so there is nothing to compare.
  expect(await renamedSinceBase(sender, 'main', scanned)).toEqual([])
  await upload(service, semgrep([result('xss', 'src/app.py', 'render(name)')]), { ref: 'trunk' })
  await service.send('PATCH', '/api/v1/deployments/main/projects/acme%2Fshop', {
    body: { primary_branch: 'refs/heads/trunk' },
  })

  const files = await renamedSinceBase(sender, 'main', scanned)
  expect(files.toSorted((a, b) => a.from.localeCompare(b.from))).toEqual(renamed)
  expect(await renamedSinceBase(sender, 'main', { ...scanned, commit: null })).toEqual(files)
  for (const other of [
    { ref: null },
    { ref: 'trunk' },
    { commit: '0123456789abcdef' },
    { commit: '--output=x' },
    { base: 'elsewhere' },
  ])
    expect(await renamedSinceBase(sender, 'main', { ...scanned, ...other })).toEqual([])
  expect(hasRun()).toBe(false)

  const content = JSON.stringify(semgrep([result('xss', 'app.py', 'render(name)')]))
  const report = { name: 'report.json', open: () => Readable.from([content]) }
  const [outcome] = await uploadFiles(
    {
      connection: sender,
      slug: 'main',
      query: new URLSearchParams({ project: 'acme/shop', ref: 'topic' }),
      partOf: partsOf(1, { part: 1, parts: 2 }),
      renamedFiles: files,
      progress: createProgress(process.stderr),
    },
    [report],
  )
  expect(outcome).toMatchObject({ status: 202 })
  const { facts_json } = await service.services.database.read
    .selectFrom('stored_report')
    .select('facts_json')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(facts_json)).toMatchObject({ renamedFiles: files })
})

it('sends the folder of the checkout, and none outside of one', async () => {
  const folder = await realpath(await dataFolder())
  execFileSync('git', ['init', '-q', folder])
  vi.stubEnv('GIT_DIR', join(folder, '.git'))
  vi.stubEnv('GIT_WORK_TREE', folder)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const query = new URLSearchParams({ project: 'acme/shop' })
  const sent = await withCheckout(query)
  expect(sent.get('project')).toBe('acme/shop')
  expect(sent.get('checkout_uri')).toBe(pathToFileURL(`${folder}/`).href)
  vi.stubEnv('GIT_DIR', join(folder, 'none'))
  expect((await withCheckout(query)).toString()).toBe('project=acme%2Fshop')
})
