import { expect, it } from 'vitest'
import { dataFolder, gatehouse, serveFor } from '../testing/command-line.ts'

it('invites a person by a link, lists who is invited, and revokes an invitation', async () => {
  const environment = { GATEHOUSE_DATA: await dataFolder() }
  const served = await serveFor(environment)
  const invite = async (...words: string[]) => {
    const { status, output, errors } = await gatehouse(['invite', ...words], environment)
    return [status, output || errors] as const
  }
  const accept = (link: string) =>
    fetch(`${served.base}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invitation: new URL(link).hash.replace('#invitation=', '') }),
    })

  const [status, link] = await invite('ann@acme.example', '--role', 'analyst', '--name', 'Ann')
  expect([status, link]).toEqual([0, expect.stringMatching(/^http:\S+\/sign-in#invitation=\S{40,}\n$/)])
  const [, other] = await invite('bob@acme.example')
  const list = async () => (await invite('list'))[1].trim().split('\n')
  expect(await list()).toEqual([
    expect.stringMatching(/^E-MAIL +NAME +ROLE +INVITED +BY +LINK UNTIL$/),
    expect.stringMatching(/^ann@acme\.example +Ann +analyst +\d{4}-\S+ +.* \d{4}-\S+Z$/),
    expect.stringMatching(/^bob@acme\.example +\S+ +viewer +/),
  ])
  expect((await accept(link.trim())).status).toBe(200)
  expect(await list()).toHaveLength(2)

  expect(await invite('revoke', 'BOB@acme.example')).toEqual([
    0,
    'The invitation of BOB@acme.example was revoked.\n',
  ])
  expect((await accept(other.trim())).status).toBe(401)
  expect(await list()).toHaveLength(1)
  expect(await invite('revoke', 'ann@acme.example')).toEqual([1, expect.stringContaining('is invited')])
  expect(await invite('ann@acme.example', '--role', 'owner')).toEqual([2, expect.stringContaining('role')])
  expect(await invite('revoke')).toEqual([2, expect.stringContaining('Usage')])
  await served.stop()
})
