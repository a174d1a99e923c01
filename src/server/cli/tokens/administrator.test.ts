import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { dataFolder, gatehouse, type Served, serveFor } from '../../testing/command-line.ts'

const first = 'first-token-of-automation-0123456789'
const second = 'second-token-of-automation-012345678'

const statusOf = async ({ base }: Served, token: string) =>
  (await fetch(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status

const signIn = ({ base }: Served, link: string) =>
  fetch(`${base}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: new URL(link).hash.replace('#code=', '') }),
  })

/** The cookie of somebody who signed in by the link that the start printed. */
async function cookieOf(served: Served): Promise<string> {
  const response = await signIn(served, served.signInLink)
  expect(response.status).toBe(200)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** The token that the start showed, after the link. */
async function shownToken({ output }: Served): Promise<string> {
  const shown = () => /shown once\): (gate_\S+)\n/.exec(output())?.[1] ?? ''
  await expect.poll(shown).not.toBe('')
  return shown()
}

/** Every token of a data folder whose service has ended. */
function tokensIn(folder: string) {
  const database = openFile(join(folder, 'gatehouse.db'))
  try {
    return database.prepare('select name, revoked_at is null as stands from token order by id').all()
  } finally {
    database.close()
  }
}

describe('GATEHOUSE_TOKEN', () => {
  it('ends with the start that has another one or none, with its sessions, and is good again once set again', async () => {
    const folder = await dataFolder()
    const start = (token: string) => serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
    const one = await start(first)
    expect(await statusOf(one, first)).toBe(200)
    const cookie = await cookieOf(one)
    await one.stop('SIGKILL')

    const two = await start(second)
    expect(await statusOf(two, second)).toBe(200)
    expect(await statusOf(two, first)).toBe(401)
    const request = await fetch(`${two.base}/api/v1/me`, { headers: { cookie } })
    expect(request.status).toBe(401)
    await two.stop()

    const none = await start('')
    expect(await statusOf(none, first)).toBe(401)
    expect(await statusOf(none, second)).toBe(401)
    const shown = await shownToken(none)
    expect(await statusOf(none, shown)).toBe(200)
    await none.stop()

    const again = await start(first)
    expect(await statusOf(again, first)).toBe(200)
    expect(await statusOf(again, second)).toBe(401)
    const headers = { authorization: `Bearer ${first}` }
    const log = await fetch(`${again.base}/api/v1/deployments/main/audit?action=token`, { headers })
    const { events } = await log.json()
    const told = events.map(({ action, target }: Record<string, string>) => `${action} ${target}`)
    expect(told.filter((line: string) => !line.startsWith('token.refused'))).toEqual([
      'token.restored GATEHOUSE_TOKEN',
      'token.made Local administrator',
      'token.revoked GATEHOUSE_TOKEN',
      'token.made GATEHOUSE_TOKEN',
      'token.revoked GATEHOUSE_TOKEN',
      'token.made GATEHOUSE_TOKEN',
    ])
    await again.stop()
  })

  it('is the only token that a start makes where it is set, and the link signs in with it', async () => {
    const folder = await dataFolder()
    const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: first })
    await cookieOf(served)
    expect(served.output()).not.toContain('gate_')
    await served.stop()
    expect(tokensIn(folder)).toEqual([{ name: 'GATEHOUSE_TOKEN', stands: 1 }])
  })

  it('stays revoked where a person revoked it, and the start says so', async () => {
    const folder = await dataFolder()
    const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: first }
    const served = await serveFor(environment)
    const list = await gatehouse(['token', 'list'], environment)
    const [, id = ''] = /^(\d+) +GATEHOUSE_TOKEN/m.exec(list.output) ?? []
    expect(await gatehouse(['token', 'revoke', id], environment)).toMatchObject({ status: 0, errors: '' })
    expect(await statusOf(served, first)).toBe(401)
    expect((await signIn(served, served.signInLink)).status).toBe(401)
    await served.stop()

    const again = await serveFor(environment)
    expect(again.signInLink).toBe('')
    expect(again.lines.at(-1)).toMatch(/^No sign-in link: GATEHOUSE_TOKEN was revoked on \d{4}-/)
    expect(await statusOf(again, first)).toBe(401)
    expect(await gatehouse(['sign-in-link'], environment)).toMatchObject({
      status: 1,
      errors: expect.stringMatching(/GATEHOUSE_TOKEN was revoked/),
    })
    await again.stop()
  })

  it('may be the token that an earlier start showed, and not one that was made for something else', async () => {
    const folder = await dataFolder()
    const served = await serveFor({ GATEHOUSE_DATA: folder })
    const shown = await shownToken(served)
    const { output } = await gatehouse(['token', 'Ann'], { GATEHOUSE_DATA: folder })
    await served.stop()
    const taken = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: shown })
    expect(await statusOf(taken, shown)).toBe(200)
    await taken.stop()
    const removed = await serveFor({ GATEHOUSE_DATA: folder })
    expect(await statusOf(removed, shown)).toBe(401)
    await removed.stop()
    const refused = await gatehouse(['serve'], { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: output.trim() })
    expect(refused).toMatchObject({ status: 2, output: '' })
    expect(refused.errors).toMatch(/^gatehouse: GATEHOUSE_TOKEN is \(hidden\), but .*"Ann"/)
  })
})

describe('gatehouse token', () => {
  it('lists every token of all deployments, and revokes the ones that are named or none', async () => {
    const folder = await dataFolder()
    const environment = { GATEHOUSE_DATA: folder }
    await gatehouse(['deployment', 'add', 'other:Other'], environment)
    const ann = await gatehouse(['token', 'Ann', '--deployment', 'other'], environment)
    const served = await serveFor(environment)
    const shown = await shownToken(served)
    const robot = ['token', 'robot', '--role', 'ci', '--project', 'acme/shop', '--deployment', 'other']
    await gatehouse(robot, environment)
    await gatehouse(
      ['token', 'off', '--no-web-api', '--compatible', '--expires', '2999-01-01T00:00:00Z'],
      environment,
    )
    const rowsOf = async (...words: string[]) => {
      const { output, status } = await gatehouse(['token', 'list', ...words], environment)
      expect(status).toBe(0)
      expect(output).not.toMatch(/gate_/)
      const [head, ...rows] = output.trim().split('\n')
      expect(head).toMatch(
        /^ID +NAME +PERSON +DEPLOYMENT +PERMISSIONS +CREATED +LAST USED +EXPIRES +WEB API$/,
      )
      return rows.map((row) => row.split(/ {2,}/))
    }
    const day = new Date().toISOString().slice(0, 10)
    expect(await statusOf(served, ann.output.trim())).toBe(200)
    expect(await statusOf(served, shown)).toBe(200)
    const [first, ...rows] = await rowsOf()
    expect(first).toEqual(['1', 'Ann', 'Ann', 'other', 'viewer', day, day, 'never', 'on'])
    expect(rows).toEqual([
      ['2', 'Local administrator', 'Administrator', '(all)', 'admin', day, day, 'never', 'on'],
      ['3', 'robot', '(machine)', 'other', 'ci of acme/shop', day, 'never', 'never', 'on'],
      ['4', 'off', 'off', 'other', 'viewer', day, 'never', '2999-01-01', 'off (compatible)'],
    ])
    expect((await rowsOf('--deployment', 'other')).map(([id]) => id)).toEqual(['1', '2', '3', '4'])

    const revoke = (...ids: string[]) => gatehouse(['token', 'revoke', ...ids], environment)
    expect(await revoke('1', '99')).toMatchObject({
      status: 1,
      output: '',
      errors: expect.stringMatching(/token 99 does not exist/),
    })
    expect(await revoke()).toMatchObject({ status: 2 })
    expect(await statusOf(served, ann.output.trim())).toBe(200)
    expect(await revoke('1', '2')).toEqual({
      status: 0,
      output: 'Token 1 "Ann" was revoked.\nToken 2 "Local administrator" was revoked.\n',
      errors: '',
    })
    expect(await statusOf(served, ann.output.trim())).toBe(401)
    expect(await statusOf(served, shown)).toBe(401)
    await served.stop()
    expect((await rowsOf()).map(([id]) => id)).toEqual(['3', '4'])
  })
})

describe('a sign-in link', () => {
  it('is valid after a restart, once', async () => {
    const environment = { GATEHOUSE_DATA: await dataFolder() }
    const before = await serveFor(environment)
    await before.stop()
    const served = await serveFor(environment)
    expect((await signIn(served, before.signInLink)).status).toBe(200)
    expect((await signIn(served, before.signInLink)).status).toBe(401)
    await served.stop()
  })

  it('is printed anew by a command, works once, and leaves the others as they are', async () => {
    const environment = { GATEHOUSE_DATA: await dataFolder() }
    const served = await serveFor(environment)
    const { status, output } = await gatehouse(['sign-in-link'], environment)
    expect(status).toBe(0)
    expect(output).toMatch(new RegExp(`^${served.base}/sign-in#code=code_\\S{43}\\n$`))
    expect((await signIn(served, output.trim())).status).toBe(200)
    expect((await signIn(served, output.trim())).status).toBe(401)
    expect((await signIn(served, served.signInLink)).status).toBe(200)
    await served.stop()
    const alone = await gatehouse(['sign-in-link'], environment)
    expect(alone).toMatchObject({ status: 1, output: '' })
    expect(alone.errors).toMatch(/^gatehouse: No service is running with .*\n$/)
  })
})
