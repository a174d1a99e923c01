import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { dataFolder, gatehouse, ownCompileCache, serveFor } from '#server/testing/command-line.ts'
import { locationFile, trustedSocket } from './socket.ts'

const bill = new URL('../../reports/fixtures/cyclonedx_juice_shop_nested.json.gz', import.meta.url).pathname
const importBill = ['import', bill, '--project', 'acme/shop']
const makeToken = ['token', 'mine']
/** A caller whose own files are open to everybody. */
const wide = ['sh', '-c', 'umask 0; exec "$@"', 'sh'] as const
const isRoot = process.getuid?.() === 0
const nobody = 65_534

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8)

/** What lies in a folder with its mode, the folder itself as ''. */
function modesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(['', ...names].map((name) => [name, modeOf(join(folder, name))]))
}

/** What others than the owner may do anything with. */
const openTo = (folder: string) => [...modesIn(folder)].filter(([, mode]) => !/^[0-7]00$/.test(mode))

/** A folder whose socket has no room in it: the system bounds the name of a socket. */
async function longFolder(): Promise<string> {
  const folder = join(await dataFolder(), 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Listens on a name and counts the bytes that anybody sends. */
async function eavesdrop(path: string) {
  const heard = { bytes: 0 }
  const listener = createServer((socket) => {
    socket.on('data', (part) => {
      heard.bytes += part.length
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(path, resolve))
  onTestFinished(() => void listener.close())
  return heard
}

it('makes a folder with files for its owner alone, whatever the caller’s own files are open to', async () => {
  const folder = join(await dataFolder(), 'data')
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_DEMO: '1' }
  const served = await serveFor(environment, [], wide)
  expect(await gatehouse([...importBill, '--deployment', 'acme'], environment, wide)).toMatchObject({
    status: 0,
  })
  const running = modesIn(folder)
  expect(running.get('')).toBe('700')
  for (const name of ['gatehouse.db', 'gatehouse.db-wal', 'lock.db', 'lock.holder', 'gatehouse.sock'])
    expect([name, running.get(name)]).toEqual([name, '600'])
  expect(openTo(folder)).toEqual([])
  expect(await served.stop()).toBe(0)
  expect(openTo(folder)).toEqual([])
  expect(modesIn(folder).get('columns/findings-1')).toBe('600')

  const own = join(await dataFolder(), 'own')
  expect(await gatehouse(importBill, { GATEHOUSE_DATA: own }, wide)).toMatchObject({ status: 0 })
  expect(openTo(own)).toEqual([])
})

it('narrows a wider folder at the start, and says so once', async () => {
  const folder = await dataFolder()
  await (await serveFor({ ...ownCompileCache, GATEHOUSE_DATA: folder })).stop()
  for (const name of modesIn(folder).keys()) {
    const isFolder = lstatSync(join(folder, name)).isDirectory()
    chmodSync(join(folder, name), isFolder ? 0o755 : 0o644)
  }
  writeFileSync(join(folder, 'notes of the owner'), '', { mode: 0o644 })
  const outside = join(await dataFolder(), 'outside')
  writeFileSync(outside, '', { mode: 0o644 })
  chmodSync(outside, 0o644)
  symlinkSync(outside, join(folder, 'compiled', 'link'))
  const first = await gatehouse(makeToken, { GATEHOUSE_DATA: folder })
  expect(first).toMatchObject({ status: 0 })
  expect(first.errors).toContain(`gatehouse: The folder ${folder} was accessible to other users (mode 755)`)
  expect(
    openTo(folder)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(['compiled/link', 'notes of the owner'])
  expect(modeOf(outside)).toBe('644')
  const again = await gatehouse(makeToken, { GATEHOUSE_DATA: folder })
  expect(again.errors).not.toContain('accessible to other users')
})

it('takes no code from a folder that others could write to', async () => {
  const folder = await dataFolder()
  await (await serveFor({ ...ownCompileCache, GATEHOUSE_DATA: folder })).stop()
  mkdirSync(join(folder, 'compiled', 'planted'))
  chmodSync(folder, 0o777)
  await (await serveFor({ ...ownCompileCache, GATEHOUSE_DATA: folder })).stop()
  expect(readdirSync(folder)).not.toContain('compiled')
  await (await serveFor({ ...ownCompileCache, GATEHOUSE_DATA: folder })).stop()
  expect(readdirSync(join(folder, 'compiled'))).not.toContain('planted')
})

it.runIf(isRoot)('names a folder of somebody else that it may not narrow, and stops', async () => {
  const folder = join(tmpdir(), `gatehouse-others-${process.pid}`)
  mkdirSync(folder)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o777)
  const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] as const
  const { status, errors } = await gatehouse(makeToken, { GATEHOUSE_DATA: folder }, asNobody)
  expect(status).toBe(1)
  expect(errors).toMatch(
    /^gatehouse: The folder .* is accessible to other users \(mode 777\).*chmod 700.*\n$/,
  )
})

it('reaches a service whose folder has no room for a socket through a private directory', async () => {
  const folder = await longFolder()
  const served = await serveFor({ GATEHOUSE_DATA: folder })
  const socket = trustedSocket(folder) ?? ''
  expect(modeOf(join(socket, '..'))).toBe('700')
  expect(modeOf(socket)).toBe('600')
  expect(await gatehouse(makeToken, { GATEHOUSE_DATA: folder })).toMatchObject({ status: 0 })
  await served.stop('SIGKILL')
  const second = await serveFor({ GATEHOUSE_DATA: folder })
  // Of the one that was killed nothing is left either.
  expect(readdirSync(tmpdir())).not.toContain(socket.split('/').at(-2))
  const { length } = readdirSync(folder)
  await second.stop()
  expect(readdirSync(folder).length).toBeLessThan(length)
  expect(trustedSocket(folder)).toBeNull()
})

it('sends nothing to who listens where a socket could be', async () => {
  const folder = await longFolder()
  const guessed = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  const heard = await eavesdrop(join(tmpdir(), `gatehouse-${guessed}.sock`))
  expect(await gatehouse(makeToken, { GATEHOUSE_DATA: folder })).toMatchObject({ status: 0 })
  expect(heard.bytes).toBe(0)
})

it('sends nothing through a directory that is open to others', async () => {
  const folder = await longFolder()
  const place = await dataFolder()
  const heard = await eavesdrop(join(place, 'gatehouse.sock'))
  writeFileSync(join(folder, locationFile), place)
  expect(trustedSocket(folder)).toBe(join(place, 'gatehouse.sock'))
  chmodSync(place, 0o755)
  expect(trustedSocket(folder)).toBeNull()
  expect(await gatehouse(makeToken, { GATEHOUSE_DATA: folder })).toMatchObject({ status: 0 })
  expect(heard.bytes).toBe(0)
})

it.runIf(isRoot)('sends nothing to a socket, or through a directory, of another user', async () => {
  const long = await longFolder()
  const place = await dataFolder()
  await eavesdrop(join(place, 'gatehouse.sock'))
  writeFileSync(join(long, locationFile), place)
  chownSync(place, nobody, nobody)
  expect(trustedSocket(long)).toBeNull()

  const folder = await dataFolder()
  const heard = await eavesdrop(join(folder, 'gatehouse.sock'))
  chownSync(join(folder, 'gatehouse.sock'), nobody, nobody)
  expect(trustedSocket(folder)).toBeNull()
  expect(await gatehouse(makeToken, { GATEHOUSE_DATA: folder })).toMatchObject({ status: 0 })
  expect(heard.bytes).toBe(0)
})
