import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingTrend, listFindings } from '#contract/operations/findings.ts'
import { triage, undoTriage } from '#contract/operations/triage.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'
import { codeFindings, result, semgrep, upload } from '../testing/upload.ts'

const day = 24 * 3600_000
const rules = ['a', 'b', 'c', 'd']

function scanned(service: TestService, reported: readonly string[], query: Record<string, string> = {}) {
  const file = semgrep(reported.map((rule) => result(rule, `${rule}.py`, `${rule}()`)))
  return upload(service, file, { commit: `c${service.clock.now}`, ...query })
}

async function decided(service: TestService, rule: string, state: string) {
  const ids = (await codeFindings(service)).filter((one) => one.rule_name === rule).map(({ id }) => id)
  if (ids.length === 0) return null
  const body = { issue_type: 'sast', issue_ids: ids.slice(0, 1), new_triage_state: state }
  return (await service.call(triage, { body })).body.change_id
}

const trend = async (service: TestService, query: string) => {
  const response = await service.call(findingTrend, { query })
  expect([query, response.status]).toEqual([query, 200])
  return response.body.days
}

const openNow = async ({ call }: TestService, query: string) =>
  Number((await call(listFindings, { query: `${query}&status=open` })).headers['x-total-count'])

describe('the trend of findings', () => {
  it('tells of each day what became new, fixed, ignored and open again', async () => {
    const service = await startTestService()
    const { clock } = service
    await scanned(service, ['a', 'b', 'c'])
    clock.now += day
    await scanned(service, ['a', 'b'])
    await decided(service, 'a', 'ignored')
    clock.now += day
    await scanned(service, ['a', 'b', 'c', 'd'])
    const change = await decided(service, 'b', 'ignored')
    await service.call(undoTriage, { path: { change_id: change ?? '' } })
    clock.now += 2 * day
    await decided(service, 'd', 'reviewing')
    expect(await trend(service, 'days=6')).toEqual([
      { day: '2026-01-14', open: 0, new: 0, fixed: 0, ignored: 0, reopened: 0 },
      { day: '2026-01-15', open: 3, new: 3, fixed: 0, ignored: 0, reopened: 0 },
      { day: '2026-01-16', open: 1, new: 0, fixed: 1, ignored: 1, reopened: 0 },
      { day: '2026-01-17', open: 3, new: 1, fixed: 0, ignored: 1, reopened: 2 },
      { day: '2026-01-18', open: 3, new: 0, fixed: 0, ignored: 0, reopened: 0 },
      { day: '2026-01-19', open: 2, new: 0, fixed: 0, ignored: 0, reopened: 0 },
    ])
    // What was before the days that are asked for still counts in them.
    expect((await trend(service, 'days=2&status=fixed&rules=b,d')).map(({ open }) => open)).toEqual([2, 1])
    expect(await trend(service, '')).toHaveLength(30)
  })

  it('has of every past day what the list had at its end, whatever happened', async () => {
    const sets = ['dedup=true', 'dedup=false', 'primary_ref=true', 'rules=a,b', 'repos=acme/shop&dedup=true']
    const event = fc.oneof(
      fc.record({
        reported: fc.subarray(rules),
        ref: fc.constantFrom('main', 'next'),
        kind: fc.constantFrom('full', 'diff'),
      }),
      fc.record({
        rule: fc.constantFrom(...rules),
        state: fc.constantFrom('ignored', 'reviewing', 'fixing', 'reopened'),
        undone: fc.boolean(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(event, { maxLength: 3 }), { minLength: 2, maxLength: 5 }),
        async (past) => {
          const service = await startTestService()
          const had: number[][] = []
          for (const events of past) {
            for (const one of events) {
              service.clock.now += 60_000
              if ('reported' in one) await scanned(service, one.reported, { ref: one.ref, kind: one.kind })
              else {
                const change = await decided(service, one.rule, one.state)
                if (one.undone && change) await service.call(undoTriage, { path: { change_id: change } })
              }
            }
            had.push(await Promise.all(sets.map((set) => openNow(service, set))))
            service.clock.now += day
          }
          service.clock.now -= day
          for (const [index, set] of sets.entries()) {
            const told = await trend(service, `${set}&days=${past.length}`)
            expect([set, told.map(({ open }) => open)]).toEqual([set, had.map((totals) => totals[index])])
          }
        },
      ),
      { numRuns: runsOnEngine(25) },
    )
  })

  it.each(['days=0', 'days=367', 'days=1.5', 'days=1&days=2', 'issue_type=mood', 'exposures=reachable'])(
    'is refused with %s',
    async (query) => {
      const { call } = await startTestService()
      expect((await call(findingTrend, { query })).status).toBe(400)
    },
  )

  it('costs no statement of its own for a finding, and another answer when a day is over', async () => {
    const service = await startTestService()
    await scanned(service, ['a'])
    await trend(service, 'days=1')
    const few = await countStatements(() => trend(service, 'days=7'))
    await scanned(service, rules, { project: 'acme/other' })
    await trend(service, 'days=2')
    expect(await countStatements(() => trend(service, 'days=7'))).toBe(few)
    const { headers } = await service.call(findingTrend)
    const again = { headers: { 'if-none-match': String(headers['etag']) } }
    expect((await service.call(findingTrend, again)).status).toBe(304)
    service.clock.now += day
    expect((await service.call(findingTrend, again)).status).toBe(200)
  })
})
