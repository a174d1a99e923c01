import { setTimeout as delay } from 'node:timers/promises'
import { type Row, rowOf } from '../row.ts'
import { sendRequest } from './processes.ts'
import type { BenchSetup } from './setup.ts'

/**
 * Simulates other users during a long operation: one reads pages, one triages, one sets modes and one edits tags, each
 * repeatedly until `end`. Resolves to the rows.
 */
export async function runConcurrently(
  setup: BenchSetup,
  end: AbortSignal,
  description: Pick<Row, 'part'> & { during: string },
): Promise<Row[]> {
  const [triageOnce, setModeOnce, editTagOnce] = await Promise.all([
    triageWork(setup),
    modeWork(setup),
    tagWork(setup),
  ])
  const samplesOf = async (work: (turn: number) => Promise<{ took: number }>, rest: number) => {
    const samples: number[] = []
    for (let turn = 0; !end.aborted; turn++) {
      samples.push((await work(turn)).took)
      await delay(rest)
    }
    return samples
  }
  const read = () => sendRequest(setup.service.base, setup.at('/findings?status=open'), { keep: false })
  const [reads, ...writes] = await Promise.all([
    samplesOf(read, 20),
    samplesOf(triageOnce, 200),
    samplesOf(setModeOnce, 200),
    samplesOf(editTagOnce, 200),
  ])
  const { part, during } = description
  const page = { part, unit: 'ms', what: `a page during ${during}`, target: 'p95 ≤ 100 ms' } as const
  return [
    rowOf(page, reads, null, (p95) => p95 <= 100),
    ...['triage of one finding', 'a mode change', 'a tag edit'].map((name, at) => {
      const samples = writes[at] ?? []
      const target = 'p95 ≤ 250 ms, none over 1 s'
      return rowOf({ part, unit: 'ms', what: `${name} during ${during}`, target }, samples, null, (p95) => {
        return p95 <= 250 && Math.max(...samples) <= 1000
      })
    }),
  ]
}

/** Adds a note to one finding after the other. */
async function triageWork(setup: BenchSetup) {
  const { text } = await sendRequest(setup.service.base, setup.at('/findings?status=fixed'))
  const ids = [...text.matchAll(/"id":(\d+),"first_seen_scan_id"/g)].map(([, id]) => Number(id))
  return (turn: number) => {
    const body = { issue_type: 'sast', issue_ids: [ids[turn % ids.length]], new_note: `seen ${turn}` }
    return sendRequest(setup.service.base, setup.at('/triage'), { method: 'POST', body })
  }
}

/** Changes the mode of a rule back and forth. */
async function modeWork(setup: BenchSetup) {
  const { base } = setup.service
  const getJson = async (path: string) => JSON.parse((await sendRequest(base, path)).text)
  const { id } = (await getJson('/api/v1/deployments')).deployments[0]
  const policies = `/api/v1/deployments/${id}/policies`
  const policy: string = (await getJson(policies)).policies[0].id
  const rulePath: string = (await getJson(`${policies}/${policy}?limit=1`)).rules[0].path
  return (turn: number) => {
    const body = { rulePath, policyMode: turn % 2 === 0 ? 'MODE_BLOCK' : 'MODE_MONITOR' }
    return sendRequest(base, `${policies}/${policy}`, { method: 'PUT', body })
  }
}

/** Adds a tag to a project and removes it. */
async function tagWork(setup: BenchSetup) {
  const path = setup.at(`/projects/${encodeURIComponent(setup.project)}/tags`)
  return (turn: number) =>
    turn % 2 === 0
      ? sendRequest(setup.service.base, path, { method: 'PUT', body: { tags: ['measured'] } })
      : sendRequest(setup.service.base, `${path}?tags=measured`, { method: 'DELETE' })
}
