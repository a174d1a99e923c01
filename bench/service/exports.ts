import { type Row, rowOf } from '../row.ts'
import { sendRequest } from './processes.ts'
import type { BenchSetup } from './setup.ts'

const part = 'service'
const rowsAtOnce = 50_000

/** Exports of all findings: the time until they begin, their speed, and their memory. */
export async function exports(setup: BenchSetup): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, query] of [
    ['CSV', 'format=csv'],
    ['CSV, by severity', 'format=csv&sort=-severity'],
    ['CSV, dedup=true', 'format=csv&dedup=true'],
  ] as const) {
    rows.push(...(await exportRows(setup, what, query)))
  }
  return rows
}

async function exportRows(setup: BenchSetup, what: string, query: string): Promise<Row[]> {
  const path = setup.at(`/findings/export?${query}`)
  const [begins, speeds, growth]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn < 3; turn++) {
    const before = setup.service.memory()
    let peakMemory = before ?? 0
    let chunks = 0
    const { first, took, headers } = await sendRequest(setup.service.base, path, {
      keep: false,
      onPiece: () => {
        if (++chunks % 100 === 0) peakMemory = Math.max(peakMemory, setup.service.memory() ?? 0)
      },
    })
    begins.push(first)
    speeds.push((took / Number(headers['x-total-count'])) * rowsAtOnce)
    if (before !== null) growth.push(peakMemory - before)
  }
  const labels = { part, unit: 'ms' } as const
  return [
    rowOf(
      { ...labels, what: `export as ${what} begins`, target: '≤ 200 ms' },
      begins,
      null,
      (p95) => p95 <= 200,
    ),
    rowOf(
      { ...labels, what: `each 50,000 rows of an export as ${what}`, target: '≥ 50,000 rows/s: ≤ 1 s' },
      speeds,
      null,
      (p95) => p95 <= 1000,
    ),
    ...(growth.length > 0
      ? [
          rowOf(
            { part, unit: 'MB', what: `memory that an export as ${what} takes`, target: '± 50 MB' },
            growth,
            null,
            (p95) => p95 <= 50,
          ),
        ]
      : []),
  ]
}
