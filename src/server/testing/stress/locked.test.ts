import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { dataFolder, gatehouse, type Served, serveFor } from '../command-line.ts'
import { requestJson, scanFile, token } from './promises.ts'
import { forced } from './repetitions.ts'

/** What another program has hold of. */
const locks = ['begin immediate', 'begin exclusive']

/** A write that changes something each time. */
const note = (served: Served, text: string) =>
  fetch(`${served.base}/api/v1/deployments/main/triage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ issue_type: 'sast', issue_ids: [1], new_note: text }),
  })

it('answers others while another program holds the database, writes again once it lets go, and keeps its folder from a second', async () => {
  const folder = await dataFolder()
  const environment = { GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token }
  const served = await serveFor(environment)
  // A folder is for one process alone: a second waits for ten seconds, names it and stops.
  const second = gatehouse(['serve'], environment)
  await requestJson(served, 'POST', 'scans?project=acme/shop', scanFile)
  const other = openFile(join(folder, 'gatehouse.db'))
  onTestFinished(() => other.close())
  for (let turn = 0; turn < forced(2); turn++) {
    other.exec(locks[turn % locks.length] ?? '')
    let answered = false
    const held = note(served, `held ${turn}`).finally(() => {
      answered = true
    })
    const started = performance.now()
    for (let reads = 0; reads < 5; reads++) await requestJson(served, 'GET', `findings?page=${reads}`)
    // A write that has waited for five seconds is refused, and rightly: the reads of a slow machine may take as long.
    const inTime = performance.now() - started < 4000
    if (inTime) expect(answered).toBe(false)
    if (turn % 2 === 0) {
      const refused = await held
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await refused.json()).toMatchObject({
        detail: expect.stringMatching(/Another program.*Nothing was changed/),
      })
      other.exec('rollback')
      expect((await note(served, `held ${turn}`)).status).toBe(200)
    } else {
      // One that waits is done as soon as the lock is gone.
      other.exec('rollback')
      expect(inTime ? [200] : [200, 503]).toContain((await held).status)
    }
  }
  expect(await second).toMatchObject({ status: 1, output: '' })
  const holder = `in use by process ${served.pid} \\(serve\\)\\. `
  expect((await second).errors).toMatch(new RegExp(`^gatehouse: The folder .* is ${holder}.*\\n$`))
  expect((await fetch(`${served.base}/readyz`)).status).toBe(200)
  expect(await served.stop()).toBe(0)
})
