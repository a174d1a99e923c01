import { setTimeout as pause } from 'node:timers/promises'
import { type Row, rowOf } from '../row.ts'
import { workBeside } from './concurrent-work.ts'
import { ask } from './processes.ts'
import { total } from './reads.ts'
import type { Place } from './setup.ts'

const part = 'service'
const unit = 'ms'

/** Decisions of 3000, undone each time. */
export async function triage(place: Place): Promise<Row[]> {
  const samples: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const body = { issue_type: 'sast', status: ['open'], new_triage_state: 'reviewing', limit: 3000 }
    const { took, text } = await ask(place.service.base, place.at('/triage'), { method: 'POST', body })
    samples.push(took)
    const change: string = JSON.parse(text).change_id
    await ask(place.service.base, place.at(`/triage/changes/${change}/undo`), { method: 'POST' })
  }
  const said = { part, unit, what: 'triage of 3000 findings', target: '≤ 500 ms' } as const
  return [rowOf(said, samples, null, (p95) => p95 <= 500)]
}

/** A job of 100,000 findings, or of all where there are fewer, with one reader and one person triaging beside it. */
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
  const beside = workBeside(place, end.signal, { part, during: 'a job' })
  let state = ''
  while (state !== 'done') {
    await pause(100)
    state = JSON.parse((await ask(base, place.at(`/jobs/${id}`))).text).state
    if (state === 'failed' || state === 'cancelled') throw new Error(`the job ended as ${state}`)
  }
  const took = performance.now() - begun
  end.abort()
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
    ...(await beside),
  ]
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
