import { type Row, rowOf } from '../row.ts'
import { sendRequest } from './processes.ts'
import type { BenchSetup } from './setup.ts'

const limit = 3000

/** Previews of deleting what is older than 30 days, and how long the longest request of another user takes meanwhile. */
export async function retention(setup: BenchSetup): Promise<Row[]> {
  const { base } = setup.service
  const id: string = JSON.parse((await sendRequest(base, '/api/v1/deployments')).text).deployments[0].id
  const path = `/api/v1/deployments/${id}/settings/retention?scans=30&history=30&exports=30&audit=30`
  const previews: number[] = []
  const others: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    let isDone = false
    const beside = (async () => {
      let longest = 0
      while (!isDone)
        longest = Math.max(longest, (await sendRequest(base, setup.at('/findings?status=open'))).took)
      others.push(longest)
    })()
    previews.push((await sendRequest(base, path)).took)
    isDone = true
    await beside
    await setup.change()
  }
  const labels = { part: 'service', unit: 'ms' } as const
  const what = 'preview of retention of 30 days'
  return [
    rowOf({ ...labels, what, target: `p95 ≤ ${limit} ms` }, previews, null, (p95) => p95 <= limit),
    rowOf(
      { ...labels, what: `longest list of findings during a ${what}`, target: 'p95 ≤ 250 ms' },
      others,
      null,
      (p95) => p95 <= 250,
    ),
  ]
}
