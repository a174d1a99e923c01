import { setTimeout as pause } from 'node:timers/promises'
import { made, semgrepFile } from '../../e2e/scan-file.ts'
import { type Row, rowOf } from '../row.ts'
import type { Place } from './place.ts'
import { total } from './reads.ts'
import { ask } from './running.ts'

const part = 'service'
const unit = 'ms'

/** Decisions of 3000, undone each time. */
export async function triage(place: Place): Promise<Row> {
  const samples: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const body = { issue_type: 'sast', status: ['open'], new_triage_state: 'reviewing', limit: 3000 }
    const { took, text } = await ask(place.service.base, place.at('/triage'), { method: 'POST', body })
    samples.push(took)
    const change: string = JSON.parse(text).change_id
    await ask(place.service.base, place.at(`/triage/changes/${change}/undo`), { method: 'POST' })
  }
  const said = { part, unit, what: 'a decision of 3000 findings', target: '≤ 500 ms' } as const
  return rowOf(said, samples, null, (p95) => p95 <= 500)
}

/** A job of 100,000 findings, or of all where there are fewer, with one reader and one person deciding beside it. */
export async function job(place: Place): Promise<Row[]> {
  const { base } = place.service
  const body = { issue_type: 'sast', ...(await aboutHundredThousand(place)), new_triage_state: 'fixing' }
  const previews: number[] = []
  let count = 0
  for (let turn = 0; turn < 5; turn++) {
    const preview = await ask(base, place.at('/triage/jobs?preview=true'), { method: 'POST', body })
    previews.push(preview.took)
    count = JSON.parse(preview.text).count
  }
  const begun = performance.now()
  const asked = { method: 'POST', body: { ...body, expected_count: count } }
  const { id } = JSON.parse((await ask(base, place.at('/triage/jobs'), asked)).text)
  const end = new AbortController()
  const beside = [readBeside(place, end.signal), decideBeside(place, end.signal)] as const
  let state = ''
  while (state !== 'done') {
    await pause(100)
    state = JSON.parse((await ask(base, place.at(`/jobs/${id}`))).text).state
    if (state === 'failed' || state === 'cancelled') throw new Error(`the job ended as ${state}`)
  }
  const took = performance.now() - begun
  end.abort()
  const [reads, decisions] = await Promise.all(beside)
  const limit = Math.max(1, count / 100_000) * 15_000
  const said = { part, unit } as const
  return [
    rowOf({ ...said, what: 'preview of a job', target: 'p95 ≤ 100 ms' }, previews, null, (p95) => p95 <= 100),
    rowOf(
      { ...said, what: `a job of ${count} findings`, target: '≤ 15 s for 100,000' },
      [took],
      null,
      (p95) => p95 <= limit,
    ),
    rowOf({ ...said, what: 'a page meanwhile', target: 'p95 ≤ 100 ms' }, reads, null, (p95) => p95 <= 100),
    rowOf(
      { ...said, what: 'a single decision meanwhile', target: 'p95 ≤ 250 ms, none over 1 s' },
      decisions,
      null,
      (p95) => p95 <= 250 && Math.max(...decisions) <= 1000,
    ),
  ]
}

/** An import of 30,000 results, with a reader beside it. */
export async function imported(place: Place): Promise<Row[]> {
  const body = semgrepFile(made(30_000))
  const end = new AbortController()
  const beside = readBeside(place, end.signal)
  const slug = JSON.parse((await ask(place.service.base, '/api/v1/deployments')).text).deployments[0].id
  const path = `/api/v1/deployments/${slug}/scans?project=bench/imported`
  const { took } = await ask(place.service.base, path, { method: 'POST', body })
  end.abort()
  const reads = await beside
  const said = { unit } as const
  return [
    rowOf(
      { ...said, part: 'ingest', what: 'import of 30,000 results', target: '≤ 10 s' },
      [took],
      null,
      (p95) => p95 <= 10_000,
    ),
    rowOf(
      { ...said, part: 'ingest', what: 'a page meanwhile', target: 'p95 ≤ 100 ms' },
      reads,
      null,
      (p95) => p95 <= 100,
    ),
  ]
}

async function readBeside(place: Place, end: AbortSignal): Promise<number[]> {
  const samples: number[] = []
  while (!end.aborted) {
    samples.push((await ask(place.service.base, place.at('/findings?status=open'), { keep: false })).took)
    await pause(20)
  }
  return samples
}

/** Somebody who takes notes of one finding after the other. */
async function decideBeside(place: Place, end: AbortSignal): Promise<number[]> {
  const { text } = await ask(place.service.base, place.at('/findings?status=fixed'))
  const ids = [...text.matchAll(/"id":(\d+),"first_seen_scan_id"/g)].map(([, id]) => Number(id))
  const samples: number[] = []
  for (let turn = 0; !end.aborted; turn++) {
    const body = { issue_type: 'sast', issue_ids: [ids[turn % ids.length]], new_note: `seen ${turn}` }
    samples.push((await ask(place.service.base, place.at('/triage'), { method: 'POST', body })).took)
    await pause(200)
  }
  return samples
}

/** The filter that selects about a hundred thousand findings that a decision would change. */
async function aboutHundredThousand(place: Place): Promise<object> {
  const given = [
    { status: ['open'] },
    { status: ['open'], severities: ['medium'] },
    { status: ['open'], primary_ref: true },
    { status: ['open'], severities: ['high', 'low'] },
    { status: ['open'], severities: ['high'] },
  ]
  const sized = []
  for (const set of given) {
    const query = Object.entries(set)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    sized.push({ set, away: Math.abs((await total(place, query)) - 100_000) })
  }
  sized.sort((one, other) => one.away - other.away)
  return sized[0]?.set ?? {}
}
