import { type Row, rowOf } from '../row.ts'
import { ask } from './processes.ts'
import type { Place } from './setup.ts'

const part = 'service'
const rowsAtOnce = 50_000

/** Exports of all findings: until they begin, how fast they go on, and what memory they take. */
export async function exports(place: Place): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, query] of [
    ['CSV', 'format=csv'],
    ['CSV, by severity', 'format=csv&sort=-severity'],
    ['CSV, dedup=true', 'format=csv&dedup=true'],
  ] as const) {
    rows.push(...(await exported(place, what, query)))
  }
  return rows
}

async function exported(place: Place, what: string, query: string): Promise<Row[]> {
  const path = place.at(`/findings/export?${query}`)
  const [begins, speeds, growth]: [number[], number[], number[]] = [[], [], []]
  for (let turn = 0; turn < 3; turn++) {
    const before = place.service.memory()
    let most = before ?? 0
    let heard = 0
    const { first, took, headers } = await ask(place.service.base, path, {
      keep: false,
      onPiece: () => {
        if (++heard % 100 === 0) most = Math.max(most, place.service.memory() ?? 0)
      },
    })
    begins.push(first)
    speeds.push((took / Number(headers['x-total-count'])) * rowsAtOnce)
    if (before !== null) growth.push(most - before)
  }
  const said = { part, unit: 'ms' } as const
  return [
    rowOf(
      { ...said, what: `export as ${what} begins`, target: '≤ 200 ms' },
      begins,
      null,
      (p95) => p95 <= 200,
    ),
    rowOf(
      { ...said, what: `each 50,000 rows of an export as ${what}`, target: '≥ 50,000 rows/s: ≤ 1 s' },
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
