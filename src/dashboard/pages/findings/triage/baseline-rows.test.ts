import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Finding, readFinding } from '#api/dialects/dialects.ts'
import { baselineOf, nextOf, nextUntriaged, previousOf, triagedSince } from './baseline-rows.ts'

function finding(id: number, status = 'open'): Finding {
  const row = readFinding({ id, status, triage_state: 'untriaged', repository: { name: 'acme/shop' } })
  if (!row) throw new Error('not a finding')
  return row
}

const list = (count: number, from = 1) => Array.from({ length: count }, (_, index) => finding(from + index))
const ignore = (row: Finding): Finding => ({
  ...row,
  status: 'ignored',
  triage_state: 'ignored',
  triage_reason: 'no_time',
})

describe('rows that were decided in the list', () => {
  it('stay, and are told from the others', () => {
    const rows = list(3)
    const baseline = baselineOf(rows)
    const now = rows.map((row) => (row.id === 2 ? ignore(row) : row))
    expect(triagedSince(rows, baseline, { status: ['open'] })).toEqual({ triagedIds: new Set(), left: 0 })
    expect(triagedSince(now, baseline, { status: ['open'] })).toEqual({ triagedIds: new Set(['2']), left: 1 })
  })

  it('leave the filter only where it asks for what they no longer are', () => {
    const rows = list(1)
    const now = rows.map(ignore)
    const baseline = baselineOf(rows)
    expect(triagedSince(now, baseline, {}).left).toBe(0)
    expect(triagedSince(now, baseline, { status: ['open', 'ignored'] }).left).toBe(0)
    expect(triagedSince(now, baseline, { triage_reasons: ['no_time'] }).left).toBe(0)
    expect(triagedSince(now, baseline, { triage_reasons: ['false_positive'] }).left).toBe(1)
  })

  it('are passed over by the focus, which goes down, then to what was left above', () => {
    const rows = list(4)
    expect(nextUntriaged(rows, 1, new Set(['2', '3']))?.id).toBe(4)
    expect(nextUntriaged(rows, 3, new Set(['2', '4']))?.id).toBe(1)
    expect(nextUntriaged(rows, 0, new Set(['1', '2', '3', '4']))).toBeUndefined()
  })
})

describe('the way to the next page', () => {
  const shown = { rows: list(100), page: 0, after: undefined, start: 0, left: 0, total: 250, pageSize: 100 }

  it('is the next number while nothing has left, and ends at the end', () => {
    expect(nextOf(shown)).toEqual({ page: 1 })
    expect(nextOf({ ...shown, page: 2, start: 200, rows: list(50), total: 250 })).toBeUndefined()
    expect(nextOf({ ...shown, rows: [] })).toBeUndefined()
  })

  it('is after the last row shown once decided rows have left', () => {
    expect(nextOf({ ...shown, left: 7, total: 243 })).toEqual({ after: 100, start: 93 })
    expect(nextOf({ ...shown, left: 100, total: 150 })).toEqual({ after: 100, start: 0 })
  })

  it('goes back without passing over a row', () => {
    expect(previousOf(shown)).toBeUndefined()
    expect(previousOf({ ...shown, page: 2 })).toEqual({ page: 1 })
    expect(previousOf({ ...shown, after: 100, start: 93 })).toEqual({ page: 0 })
    expect(previousOf({ ...shown, after: 200, start: 130 })).toEqual({ page: 1 })
  })

  it('shows every row exactly once, whichever are decided on the way', () => {
    const decisions = fc.array(fc.boolean(), { minLength: 1, maxLength: 700 })
    fc.assert(
      fc.property(decisions, (decide) => {
        // The service: rows in order, those that were decided no longer match.
        let matching = list(decide.length)
        const seen: number[] = []
        let at: { page: number; after: number | undefined; start: number | undefined } = {
          page: 0,
          after: undefined,
          start: 0,
        }
        for (let turn = 0; turn < 20; turn += 1) {
          const { after } = at
          const from = after === undefined ? at.page * 100 : matching.filter(({ id }) => id <= after).length
          const rows = matching.slice(from, from + 100)
          seen.push(...rows.map(({ id }) => id))
          const gone = new Set(rows.filter(({ id }) => decide[id - 1]).map(({ id }) => id))
          matching = matching.filter(({ id }) => !gone.has(id))
          const next = nextOf({ ...at, rows, left: gone.size, total: matching.length, pageSize: 100 })
          if (!next) break
          at = {
            page: next.page ?? 0,
            after: next.after,
            start: next.after === undefined ? (next.page ?? 0) * 100 : next.start,
          }
        }
        expect(seen).toEqual(list(decide.length).map(({ id }) => id))
      }),
    )
  })
})
