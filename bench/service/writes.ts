import { setTimeout as delay } from 'node:timers/promises'
import { type Row, rowOf } from '../row.ts'
import { runConcurrently } from './concurrent-work.ts'
import { sendRequest } from './processes.ts'
import { total } from './reads.ts'
import type { BenchSetup } from './setup.ts'

const part = 'service'
const unit = 'ms'

/** Triage of 3000 findings, undone each time. */
export async function triage(setup: BenchSetup): Promise<Row[]> {
  const samples: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const body = { issue_type: 'sast', status: ['open'], new_triage_state: 'reviewing', limit: 3000 }
    const { took, text } = await sendRequest(setup.service.base, setup.at('/triage'), {
      method: 'POST',
      body,
    })
    samples.push(took)
    const change: string = JSON.parse(text).change_id
    await sendRequest(setup.service.base, setup.at(`/triage/changes/${change}/undo`), { method: 'POST' })
  }
  const labels = { part, unit, what: 'triage of 3000 findings', target: '≤ 500 ms' } as const
  return [rowOf(labels, samples, null, (p95) => p95 <= 500)]
}

/** A job of about 100,000 findings, with other users at the same time. */
export async function job(setup: BenchSetup): Promise<Row[]> {
  const { base } = setup.service
  const body = { issue_type: 'sast', ...(await filterOfHundredThousand(setup)), new_triage_state: 'fixing' }
  const previews: number[] = []
  let count = 0
  for (let turn = 0; turn < 5; turn++) {
    const preview = await sendRequest(base, setup.at('/triage/jobs?preview=true'), { method: 'POST', body })
    previews.push(preview.took)
    count = JSON.parse(preview.text).count
  }
  const begun = performance.now()
  const options = { method: 'POST', body: { ...body, expected_count: count } }
  const { id } = JSON.parse((await sendRequest(base, setup.at('/triage/jobs'), options)).text)
  const end = new AbortController()
  const concurrentRows = runConcurrently(setup, end.signal, { part, during: 'a job' })
  let state = ''
  while (state !== 'done') {
    await delay(100)
    state = JSON.parse((await sendRequest(base, setup.at(`/jobs/${id}`))).text).state
    if (state === 'failed' || state === 'cancelled') throw new Error(`the job ended as ${state}`)
  }
  const took = performance.now() - begun
  end.abort()
  const limit = Math.max(1, count / 100_000) * 15_000
  const labels = { part, unit } as const
  return [
    rowOf(
      { ...labels, what: 'preview of a job', target: 'p95 ≤ 100 ms' },
      previews,
      null,
      (p95) => p95 <= 100,
    ),
    rowOf(
      { ...labels, what: `a job of ${count} findings`, target: '≤ 15 s for 100,000' },
      [took],
      null,
      (p95) => p95 <= limit,
    ),
    ...(await concurrentRows),
  ]
}

/** The filter whose number of findings is closest to a hundred thousand. */
async function filterOfHundredThousand(setup: BenchSetup): Promise<object> {
  const filters = [
    { status: ['open'] },
    { status: ['open'], severities: ['medium'] },
    { status: ['open'], primary_ref: true },
    { status: ['open'], severities: ['high', 'low'] },
    { status: ['open'], severities: ['high'] },
  ]
  const sized = []
  for (const set of filters) {
    const query = Object.entries(set)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    sized.push({ set, away: Math.abs((await total(setup, query)) - 100_000) })
  }
  sized.sort((one, other) => one.away - other.away)
  return sized[0]?.set ?? {}
}
