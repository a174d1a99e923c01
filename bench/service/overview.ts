import { type Row, rowOf } from '../row.ts'
import { timeInTurn } from './processes.ts'
import type { BenchSetup } from './setup.ts'

/** The overview of a deployment and of a project, and the longest period. */
export async function overview(setup: BenchSetup): Promise<Row[]> {
  const cases: [what: string, query: string][] = [
    ['overview, 90 days', ''],
    ['overview of a project, 90 days', `?project=${encodeURIComponent(setup.project)}`],
    ['overview, a year', '?period=1y'],
    ['overview, two years', '?period=2y'],
  ]
  const rows: Row[] = []
  for (const [what, query] of cases) {
    const address = [setup.service.base, setup.at(`/overview${query}`)] as const
    const [samples = []] = await timeInTurn([address], { before: setup.change })
    const labels = {
      part: 'service',
      unit: 'ms',
      what: `${what}, after a change`,
      target: 'p95 ≤ 150 ms',
    } as const
    rows.push(rowOf(labels, samples, null, (p95) => p95 <= 150))
  }
  return rows
}
