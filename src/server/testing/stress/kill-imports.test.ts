import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openFile } from '#server/db/sqlite/testing/connection.ts'
import { result, semgrep } from '../../scans/testing/upload.ts'
import { dataFolder, serveFor } from '../command-line.ts'
import { requestJson, scanFile, sendRequest, token } from './promises.ts'
import { forced } from './repetitions.ts'

const large = 12_000
const file = JSON.stringify(
  semgrep(
    Array.from({ length: large }, (_, at) =>
      result(`large-${at % 9}`, `src/${at % 400}.py`, `go(${at})`, at + 1),
    ),
  ),
)

interface Listed {
  projects: { name: string }[]
  total: number
  report: { new: number }
  rules: { path: string }[]
}

/** Kills the service once so many notes were answered since the import was sent. */
async function killAfter(notes: number) {
  const folder = await dataFolder()
  const start = () => serveFor({ GATEHOUSE_DATA: folder, GATEHOUSE_TOKEN: token })
  let served = await start()
  await requestJson(served, 'POST', 'scans?project=acme/shop', scanFile)
  let imported = false
  const importing = sendRequest(served, 'POST', 'scans?project=acme/large', file).then(
    () => {
      imported = true
    },
    () => undefined,
  )
  for (let note = 0; note < notes && !imported; note++) {
    const body = { issue_type: 'sast', issue_ids: [1 + note], new_note: `note ${note}` }
    await requestJson(served, 'POST', 'triage', JSON.stringify(body))
  }
  const answered = imported
  await served.stop('SIGKILL')
  await importing
  served = await start()

  // parse: the shapes are held by the tests of these answers.
  const read = async (path: string) => (await requestJson(served, 'GET', path)) as Listed
  const named = (await read('projects')).projects.map(({ name }) => name).toSorted()
  const whole = named.includes('acme/large')
  if (answered) expect(whole).toBe(true)
  const { total } = await read('findings/facets')
  expect(total).toBe(300 + (whole ? large : 0))
  const { rules } = await read('policies/1?limit=1000')
  expect(rules.some(({ path }) => path.startsWith('large-'))).toBe(whole)

  const again = (await requestJson(served, 'POST', 'scans?project=acme/large', file)) as Listed
  expect(again.report.new).toBe(large)
  expect((await read('findings/facets')).total).toBe(300 + large)
  expect(await served.stop()).toBe(0)
  const connection = openFile(join(folder, 'gatehouse.db'), { readOnly: true })
  const { n } = connection.prepare('select count(*) n from finding_detail').get() ?? {}
  expect(n).toBe(300 + large)
  expect(connection.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  connection.close()
  return whole
}

it('shows nothing of a large import that it was killed in, and takes the same file again', async () => {
  const broken: boolean[] = []
  for (const notes of fc.sample(fc.integer({ min: 1, max: 40 }), forced(2)).with(0, 4))
    broken.push(!(await killAfter(notes)))
  expect(broken).toContain(true)
})
