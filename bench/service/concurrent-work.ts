import { setTimeout as pause } from 'node:timers/promises'
import { type Row, rowOf } from '../row.ts'
import { ask } from './processes.ts'
import type { Place } from './setup.ts'

/**
 * What others do while something large goes on: one reads pages, one decides, one sets a mode and one tags, each again
 * and again until `end`. Resolves then to the rows.
 */
export async function workBeside(
  place: Place,
  end: AbortSignal,
  said: Pick<Row, 'part'> & { during: string },
): Promise<Row[]> {
  const [decided, moded, tagged] = await Promise.all([decisions(place), modes(place), tags(place)])
  const samplesOf = async (work: (turn: number) => Promise<{ took: number }>, rest: number) => {
    const samples: number[] = []
    for (let turn = 0; !end.aborted; turn++) {
      samples.push((await work(turn)).took)
      await pause(rest)
    }
    return samples
  }
  const read = () => ask(place.service.base, place.at('/findings?status=open'), { keep: false })
  const [reads, ...writes] = await Promise.all([
    samplesOf(read, 20),
    samplesOf(decided, 200),
    samplesOf(moded, 200),
    samplesOf(tagged, 200),
  ])
  const { part, during } = said
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

/** Somebody who takes notes of one finding after the other. */
async function decisions(place: Place) {
  const { text } = await ask(place.service.base, place.at('/findings?status=fixed'))
  const ids = [...text.matchAll(/"id":(\d+),"first_seen_scan_id"/g)].map(([, id]) => Number(id))
  return (turn: number) => {
    const body = { issue_type: 'sast', issue_ids: [ids[turn % ids.length]], new_note: `seen ${turn}` }
    return ask(place.service.base, place.at('/triage'), { method: 'POST', body })
  }
}

/** Somebody who sets the mode of a rule, and back. */
async function modes(place: Place) {
  const { base } = place.service
  const asked = async (path: string) => JSON.parse((await ask(base, path)).text)
  const { id } = (await asked('/api/v1/deployments')).deployments[0]
  const policies = `/api/v1/deployments/${id}/policies`
  const policy: string = (await asked(policies)).policies[0].id
  const rulePath: string = (await asked(`${policies}/${policy}?limit=1`)).rules[0].path
  return (turn: number) => {
    const body = { rulePath, policyMode: turn % 2 === 0 ? 'MODE_BLOCK' : 'MODE_MONITOR' }
    return ask(base, `${policies}/${policy}`, { method: 'PUT', body })
  }
}

/** Somebody who gives a project a tag, and takes it away. */
async function tags(place: Place) {
  const path = place.at(`/projects/${encodeURIComponent(place.project)}/tags`)
  return (turn: number) =>
    turn % 2 === 0
      ? ask(place.service.base, path, { method: 'PUT', body: { tags: ['measured'] } })
      : ask(place.service.base, `${path}?tags=measured`, { method: 'DELETE' })
}
