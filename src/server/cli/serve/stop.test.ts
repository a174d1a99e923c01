import { expect, it } from 'vitest'
import { dataFolder, serveFor } from '../../testing/command-line.ts'
import { filledFolder } from '../../testing/filled-folder.ts'

const token = 'token-of-automation-0123456789abcdef'

/** A data folder with more findings than the buffers of a connection hold, so that an export that nobody reads cannot end. */
function filled() {
  return filledFolder(async (rows, { project_id, ref_id }) => {
    const rule_id = await rows.rule()
    const triage_comment = 'x'.repeat(3000)
    for (let at = 0; at < 6000; at++) await rows.finding({ project_id, ref_id, rule_id, triage_comment })
  })
}

it('stops cleanly within bounds while somebody does not read an export, which breaks off', async () => {
  const { folder } = await filled()
  const served = await serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  const response = await fetch(`${served.base}/api/v1/deployments/main/findings/export`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.headers.get('x-total-count')).toBe('6000')
  expect(await served.stop()).toBe(0)
  await expect(response.text()).rejects.toThrow()
})

it('stops cleanly in the moment in which it says that it is ready', async () => {
  const folder = await dataFolder()
  for (let turn = 0; turn < 3; turn++)
    expect(await (await serveFor({ GATEHOUSE_DATA: folder })).stop()).toBe(0)
})

it('still answers requests for the delay, while it tells proxies to send no more', async () => {
  const folder = await dataFolder()
  const served = await serveFor({
    GATEHOUSE_DATA: folder,
    GATEHOUSE_TOKEN: token,
    // Longer than two requests take, on the slowest machine too.
    GATEHOUSE_STOP_DELAY: '8',
  })
  const ask = (path: string) =>
    fetch(`${served.base}${path}`, { headers: { authorization: `Bearer ${token}` } })
  expect((await ask('/readyz')).status).toBe(200)
  const events = await ask('/api/v1/deployments/main/events')
  const stopped = served.stop()
  await expect.poll(async () => (await ask('/readyz')).status, { interval: 10 }).toBe(503)
  const response = await ask('/api/v1/me')
  expect(response.status).toBe(200)
  expect(response.headers.get('connection')).toBe('close')
  // Only then do streams end, which never end by themselves.
  expect(await events.text()).toMatch(/^retry: 2000/)
  expect(await stopped).toBe(0)
  expect(served.log()).not.toContain('failed')
})
