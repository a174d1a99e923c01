import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { reports } from './formats/reports.ts'
import { type Row, rowOf } from './row.ts'
import { type Running, sendRequest, startService } from './service/processes.ts'
import { slugOf } from './service/setup.ts'

const results = 30_000
const turns = 5

/** Measures the import of 30,000 results of each format into a service with no other data, and the scan after it. */
export async function measureFormats(): Promise<Row[]> {
  const rows: Row[] = []
  for (const report of reports) rows.push(...(await oneFormat(report)))
  return rows
}

async function oneFormat({ name, text }: (typeof reports)[number]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const service = await startService({ GATEHOUSE_DATA: folder })
  try {
    const path = `/api/v1/deployments/${await slugOf(service)}/scans?project=bench`
    // The first file loads the readers.
    await send(service, `${path}/first`, text(10, false))
    const [first, moved] = [text(results, false), text(results, true)]
    const before = service.memory()
    let peak = before ?? 0
    const watching = setInterval(() => {
      peak = Math.max(peak, service.memory() ?? 0)
    }, 20)
    const [imports, again]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < turns; turn++) {
      imports.push(await send(service, `${path}/shop-${turn}`, first))
      again.push(await send(service, `${path}/shop-${turn}`, moved))
    }
    clearInterval(watching)
    const time = { part: 'ingest', unit: 'ms', target: '≤ 10 s' } as const
    const isMet = (p95: number) => p95 <= 10_000
    return [
      rowOf({ ...time, what: `${results} results: ${name}` }, imports, null, isMet),
      rowOf({ ...time, what: `the same moved, in a second scan: ${name}` }, again, null, isMet),
      ...(before === null
        ? []
        : [
            rowOf(
              { part: 'ingest', unit: 'MB', what: `memory beyond rest: ${name}`, target: '≤ 400 MB' },
              [peak - before],
              null,
              (p95) => p95 <= 400,
            ),
          ]),
    ]
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Uploads a file and waits until it is applied, even if the import becomes a job. @returns milliseconds. */
async function send({ base }: Running, path: string, body: string): Promise<number> {
  const begun = performance.now()
  let answer = JSON.parse((await sendRequest(base, path, { method: 'POST', body })).text)
  while (answer.state === 'queued' || answer.state === 'running') {
    await delay(20)
    answer = JSON.parse((await sendRequest(base, answer.location)).text)
  }
  if (answer.state === 'failed' || answer.state === 'cancelled')
    throw new Error(`${path}: the import ${answer.state}: ${answer.error}`)
  return performance.now() - begun
}
