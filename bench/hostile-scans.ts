import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type HostileScan, hostileScans } from '#server/testing/stress/hostile-scans.ts'
import { quantile, type Row, rowOf } from './row.ts'
import { type Running, sendRequest, startService, token } from './service/processes.ts'
import { slugOf } from './service/setup.ts'

const turns = 3

/** Measures how long others wait for the service while files that are made to be dear are read and applied. */
export async function measureHostile(): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, scan] of Object.entries<HostileScan>(hostileScans)) {
    const slowest: number[] = []
    for (let turn = 0; turn < turns; turn++) slowest.push(quantile(await pingsDuring(scan), 0.99))
    rows.push(
      rowOf(
        {
          part: 'ingest',
          unit: 'ms',
          what: `p99 of a ping during the import of ${name}`,
          target: '≤ 100 ms',
        },
        slowest,
        null,
        (p95) => p95 <= 100,
      ),
    )
  }
  return rows
}

/** How long each ping takes, of a service with no other data, until the file is applied or refused. */
async function pingsDuring({ before, body }: HostileScan): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const service = await startService({ GATEHOUSE_DATA: folder })
  try {
    const path = `/api/v1/deployments/${await slugOf(service)}/scans?project=bench/hostile`
    // The first file loads the readers.
    await send(service, path, Buffer.from('{"version":"1.100.0","errors":[],"results":[]}'))
    if (before) await send(service, path, before())
    const file = body()
    const pings: number[] = []
    let isOver = false
    const pinging = async () => {
      while (!isOver) {
        pings.push((await sendRequest(service.base, '/api/v1/ping', { keep: false })).took)
        await delay(5)
      }
    }
    const sending = send(service, path, file).finally(() => {
      isOver = true
    })
    await Promise.all([pinging(), sending])
    return pings
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Uploads a file and waits until it is applied or rejected, even if the import becomes a job. */
async function send({ base }: Running, path: string, body: Buffer): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${base}${path}`, { method: 'POST', headers, body: new Uint8Array(body) })
  let response = JSON.parse(await answer.text())
  if (answer.status >= 500) throw new Error(`the file was answered with ${answer.status}: ${response.detail}`)
  while (response.state === 'queued' || response.state === 'running') {
    await delay(20)
    response = JSON.parse((await sendRequest(base, response.location)).text)
  }
}
