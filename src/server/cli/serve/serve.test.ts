import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { packageFolder } from '#server/base/package-folder.ts'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { dataFolder, gatehouse, serveFor } from '../../testing/command-line.ts'

const one = (text: string) => text.trim().split('\n')

describe('gatehouse serve', () => {
  it('says first that it is ready, then how to sign in, and stops cleanly', async () => {
    const folder = await dataFolder()
    const served = await serveFor({ GATEHOUSE_DATA: folder })
    expect(served.lines[0]).toMatch(/^Gatehouse is ready at http:\/\/127\.0\.0\.1:\d+$/)
    expect(served.lines[1]).toMatch(/sign-in#code=/)
    expect((await fetch(`${served.base}/healthz`)).status).toBe(200)
    expect((await fetch(`${served.base}/readyz`)).status).toBe(200)

    const code = new URL(served.signInLink).hash.replace('#code=', '')
    const signIn = () =>
      fetch(`${served.base}/api/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ code }),
      })
    expect((await signIn()).status).toBe(200)
    expect((await signIn()).status).toBe(401)
    expect(await served.stop()).toBe(0)
  })

  it('says whether the dashboard is built, and serves it only then', async () => {
    const isBuilt = existsSync(join(packageFolder, 'dist', 'web', 'index.html'))
    const served = await serveFor({ GATEHOUSE_DATA: await dataFolder() })
    const page = await fetch(`${served.base}/sign-in`)
    const text = await page.text()
    expect(await served.stop()).toBe(0)
    expect([page.status, text.includes('npm run build')]).toEqual(isBuilt ? [200, false] : [503, true])
    expect(one(served.log()).filter((line) => line.includes('npm run build'))).toHaveLength(isBuilt ? 0 : 1)
  })

  it('takes the token of the environment, and keeps everything over a restart', async () => {
    const folder = await dataFolder()
    const token = 'token-of-automation-0123456789abcdef'
    const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token }
    const headers = { authorization: `Bearer ${token}` }
    for (const _ of [1, 2]) {
      const served = await serveFor(environment)
      expect((await fetch(`${served.base}/api/v1/me`, { headers })).status).toBe(200)
      expect(await served.stop('SIGKILL')).toBe(null)
    }
  })

  it.each([
    ['a port in use', 1, /^gatehouse: Port \d+ on 127\.0\.0\.1 is in use/],
    ['a bad value', 2, /^gatehouse: PORT is "no", but must be a number/],
    ['a file that is no database', 1, /^gatehouse: The database .* is damaged or not a database/],
    ['a database of a newer version', 1, /^gatehouse: The database .* was written by a newer Gatehouse/],
    ['a locked database', 1, /^gatehouse: The database .* is locked by another program/],
  ])('stops at %s with one line', async (fault, status, line) => {
    const folder = await dataFolder()
    const file = join(folder, 'gatehouse.db')
    const environment: Record<string, string> = { GATEHOUSE_DATA: folder }
    if (fault === 'a port in use') environment['PORT'] = String(await takenPort())
    if (fault === 'a bad value') environment['PORT'] = 'no'
    if (fault === 'a file that is no database') await writeFile(file, 'a letter, no database. '.repeat(500))
    if (/newer|locked/.test(fault)) {
      await (await serveFor({ GATEHOUSE_DATA: folder })).stop()
      const connection = openFile(file)
      onTestFinished(() => connection.close())
      if (/locked/.test(fault)) connection.exec('pragma locking_mode = exclusive; begin exclusive')
      else connection.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2999')")
    }
    const ended = await gatehouse(['serve'], environment)
    expect(one(ended.errors)).toHaveLength(1)
    expect(ended.errors).toMatch(line)
    expect(ended.status).toBe(status)
    expect(ended.output).toBe('')
  })
})

describe('the command line', () => {
  it('makes a token while the service runs and while it does not', async () => {
    const folder = await dataFolder()
    const environment = { GATEHOUSE_DATA: folder }
    const alone = await gatehouse(['token', 'Ann'], environment)
    expect(alone.output).toMatch(/^gate_\S+\n$/)
    const served = await serveFor(environment)
    const beside = await gatehouse(['token', 'Ben', '--role', 'ci'], environment)
    for (const [token, status] of [
      [alone.output, 200],
      [beside.output, 403],
    ] as const) {
      const headers = { authorization: `Bearer ${token.trim()}` }
      expect((await fetch(`${served.base}/api/v1/deployments`, { headers })).status).toBe(status)
    }
    await served.stop()
  })

  it.each([
    [['fly'], /Unknown command "fly"/],
    [['backup'], /Usage: gatehouse backup FILE/],
    [['backup', 'one', '--verify', '--force'], /--force has no meaning/],
    [['restore'], /Usage: gatehouse restore FILE/],
    [['migrate', '--from', 'a', '--to', 'b'], /only one of --dry-run, --from and --to/],
    [['migrate', '--from', 'a'], /--from needs DATABASE_URL/],
    [['token'], /Usage: gatehouse token NAME/],
    [['token', 'x', '--role', 'king'], /--role is "king", but must be one of viewer/],
    [['deployment', 'add', 'Bad Name'], /slug:Name/],
    [['serve', '--colour'], /--colour/],
    [['serve', '--now', 'soon'], /--now is "soon", but must be a timestamp/],
  ])('stops at wrong use %j with one line and status 2', async (words, line) => {
    const ended = await gatehouse(words, { GATEHOUSE_DATA: await dataFolder() })
    expect(one(ended.errors)).toHaveLength(1)
    expect(ended.errors).toMatch(line)
    expect(ended.status).toBe(2)
  })

  it('helps on each command', async () => {
    const whole = await gatehouse(['--help'])
    expect(whole.output).toMatch(/serve .*start the service/)
    expect((await gatehouse(['token', '--help'])).output).toMatch(/--role ROLE/)
  })
})

async function takenPort(): Promise<number> {
  const taken = createServer()
  onTestFinished(() => void taken.close())
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
