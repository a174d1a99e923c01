import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { follow } from '#server/http/events/testing/follow.ts'
import { result, semgrep } from '#server/scans/testing/upload.ts'
import { newPostgresUrl } from '../database.ts'
import { requestJson, scanFile, sendRequest } from '../stress/promises.ts'
import { startCluster } from './cluster.ts'

async function started() {
  const url = await newPostgresUrl()
  const cluster = await startCluster(url, 2)
  const [first, second] = cluster.processes
  if (!first || !second) throw new Error('there are not two processes')
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return { cluster, first, second, client }
}

const triage = (id: number) => JSON.stringify({ issue_type: 'sast', issue_ids: [id], new_note: 'seen' })

it('events go on at another process, after the last one of a process that was killed', async () => {
  const { cluster, first, second } = await started()
  await requestJson(second, 'POST', 'scans?project=acme/shop', scanFile)
  const events = await follow(first)
  await events.next()
  await requestJson(second, 'POST', 'triage', triage(3))
  const told = await events.next()
  expect(told).toMatchObject({ event: 'finding.changed', data: { ids: [3] } })
  await cluster.kill(0)
  for (const id of [4, 7]) await requestJson(second, 'POST', 'triage', triage(id))
  const again = await follow(second, told.id)
  const missed: unknown[] = []
  while (missed.length < 2) missed.push(...[(await again.next()).data['ids']].flat())
  expect(missed).toEqual([4, 7])
  await requestJson(second, 'POST', 'triage', triage(9))
  expect(await again.next()).toMatchObject({ event: 'finding.changed', data: { ids: [9] } })
})

it('an export breaks off with its process, leaves nothing in the database, and is complete elsewhere', async () => {
  const { cluster, first, second, client } = await started()
  const count = 6000
  const findings = Array.from({ length: count }, (_, at) =>
    result('rule', `src/${at}.py`, `call(${at}, "${'x'.repeat(1000)}")`),
  )
  await requestJson(second, 'POST', 'scans?project=acme/shop', JSON.stringify(semgrep(findings)))
  // A large file is applied after the answer.
  const total = () => requestJson(first, 'GET', 'findings/facets')
  await expect.poll(total).toMatchObject({ total: count })
  const response = await sendRequest(first, 'GET', 'findings/export?format=json')
  expect(response.headers.get('x-total-count')).toBe(String(count))
  const reader = response.body?.getReader()
  await reader?.read()
  await cluster.kill(0)
  const readOn = async () => {
    for (let end = false; !end; ) end = (await reader?.read())?.done ?? true
  }
  await expect(readOn()).rejects.toThrow()
  const openTransactions = async () => {
    const { rows } = await client.query<{ n: string }>(
      "select count(*) n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    )
    return Number(rows[0]?.n)
  }
  await expect.poll(openTransactions).toBe(0)
  const exported = await requestJson(second, 'GET', 'findings/export?format=json')
  expect(exported).toMatchObject({ findings: { length: count } })
})

it('an SBOM is finished on another process when the one that writes it is killed', async () => {
  const { cluster, client } = await started()
  const lockfile = [{ package: 'left-pad', version: '1.0.0', ecosystem: 'npm' }]
  const report = { ...semgrep([]), dependencies: { 'package-lock.json': lockfile } }
  await requestJson(cluster, 'POST', 'scans?project=acme/shop', JSON.stringify(report))
  // The export waits for the dependencies until the lock is released.
  await client.query('begin')
  await client.query('lock table dependency in access exclusive mode')
  // parse: held by the tests of exports.
  const { taskToken } = (await requestJson(cluster, 'POST', 'sbom/export', '{}')) as { taskToken: string }
  const writer = async () => {
    const { rows } = await client.query<{ holder: string | null }>('select holder from sbom_export')
    return cluster.processes.findIndex(({ pid }) => rows[0]?.holder?.split(' ').includes(String(pid)))
  }
  await expect.poll(writer).toBeGreaterThanOrEqual(0)
  await cluster.kill(await writer())
  await client.query('rollback')
  const state = () => requestJson(cluster, 'GET', `sbom/export/${taskToken}`)
  await expect
    .poll(state)
    .toMatchObject({ status: 'SBOM_EXPORT_STATUS_COMPLETED', downloadUrl: expect.any(String) })
  // parse: as above.
  const { downloadUrl } = (await state()) as { downloadUrl: string }
  const file = await fetch(new URL(new URL(downloadUrl).pathname, cluster.base))
  expect(await file.json()).toMatchObject({ components: [{ components: [{ name: 'left-pad' }] }] })
  const { rows } = await client.query('select count(*)::int n from sbom_export')
  expect(rows).toEqual([{ n: 1 }])
})
