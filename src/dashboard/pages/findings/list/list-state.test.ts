import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupsBy } from '#contract/operations/groups.ts'
import { confidences, findingTypes, groupings, severities, statuses, verdicts } from '#contract/vocabulary.ts'
import { forgetSince, resolveSince } from '#lib/time/relative-time.ts'
import {
  isFiltered,
  type ListState,
  readListState,
  requestOf,
  withFilter,
  withoutFilter,
  writeListState,
} from './list-state.ts'

const read = (search: string, type: 'sast' | 'sca' = 'sast') =>
  readListState(type, new URLSearchParams(search))
const empty = read('').state

describe('the URL of a list of findings', () => {
  it('without parameters means no filter, the worst first, page 0, 100 rows', () => {
    expect(read('')).toEqual({ state: empty, dropped: [] })
    expect(isFiltered(empty)).toBe(false)
    expect(requestOf(empty)).toEqual({
      issue_type: 'sast',
      sort: '-severity',
      page: 0,
      page_size: 100,
      include: ['marks'],
    })
    expect(writeListState(empty)).toBe('')
    expect(writeListState(read('sort=-severity').state)).toBe('')
  })

  it('says filter, order, page and open finding, and the request says the same', () => {
    const search =
      'severities=critical,high&status=open&primary_ref=true&repos=acme/shop&sort=severity&page=2&page_size=250&open=7'
    const { state, dropped } = read(search)
    expect(dropped).toEqual([])
    expect(state.open).toBe(7)
    expect(requestOf(state)).toEqual({
      issue_type: 'sast',
      severities: ['critical', 'high'],
      status: ['open'],
      primary_ref: true,
      repos: ['acme/shop'],
      sort: 'severity',
      page: 2,
      page_size: 250,
      include: ['marks'],
    })
    expect(writeListState(state)).toBe(search)
  })

  it('reads back what it wrote, whatever is filtered', () => {
    const someOf = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 })
    const name = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !text.includes('\0'))
    const names = fc.uniqueArray(name, { minLength: 1, maxLength: 4 })
    const filter = fc.record(
      {
        severities: someOf(severities),
        status: someOf(statuses),
        confidence: someOf([...confidences, '__none'] as const),
        autotriage_verdict: someOf(verdicts),
        repos: names,
        not_rules: names,
        path: name,
        q: name,
        has_ticket: fc.boolean(),
        primary_ref: fc.constant(true),
        since: fc.nat({ max: 2_000_000_000 }),
      },
      { requiredKeys: [] },
    )
    const states = fc.record({
      filter,
      page: fc.nat({ max: 900 }),
      pageSize: fc.integer({ min: 100, max: 3000 }),
      open: fc.option(fc.nat(), { nil: undefined }),
    })
    fc.assert(
      fc.property(states, (parts) => {
        const state: ListState = { ...empty, ...parts }
        const again = read(writeListState(state))
        expect(again.dropped).toEqual([])
        expect(again.state).toEqual(state)
      }),
    )
  })

  it('leaves out what it cannot read and says so, and keeps the rest', () => {
    const { state, dropped } = read('severities=high,purple&status=open&page=-1&colour=red&page_size=99')
    expect(state.filter).toEqual({ severities: ['high'], status: ['open'] })
    expect(state.page).toBe(0)
    expect(state.pageSize).toBe(100)
    expect(dropped).toHaveLength(4)
    expect(dropped.join(' ')).toMatch(/Severity.*purple/)
    expect(dropped.join(' ')).toContain('colour')
  })

  it('leaves out a filter of the other type and says so', () => {
    const code = read('exposures=reachable&rules=a.b')
    expect(code.state.filter).toEqual({ rules: ['a.b'] })
    expect(code.dropped).toEqual(['Reachability does not apply to code findings'])
    const chain = read('exposures=reachable&rules=a.b', 'sca')
    expect(chain.state.filter).toEqual({ exposures: ['reachable'] })
    expect(chain.dropped).toEqual(['Rule does not apply to supply-chain findings'])
  })

  it('never throws, whatever the URL holds', () => {
    const pair = fc.tuple(
      fc.oneof(
        fc.constantFrom('severities', 'since', 'page', 'repos[]', 'open', 'q', '__proto__'),
        fc.string(),
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const { state } = readListState('sca', new URLSearchParams(pairs))
        expect(readListState('sca', new URLSearchParams(writeListState(state))).dropped).toEqual([])
      }),
    )
  })
})

describe('relative times', () => {
  it('stand in the URL as words and in the request as one instant', () => {
    forgetSince('7d')
    const instant = resolveSince('7d', () => 1_790_000_000_999)
    expect(instant).toBe(1_790_000_000 - 7 * 86_400)
    const { state } = read('since=7d')
    expect(requestOf(state).since).toBe(instant)
    expect(requestOf(read('since=7d&page=1').state).since).toBe(instant)
    expect(writeListState(state)).toBe('since=7d')
  })

  it('say when something was triaged, too', () => {
    const { state } = read('triaged_since=7d&since=30d')
    expect(requestOf(state)).toMatchObject({
      triaged_since: resolveSince('7d'),
      since: resolveSince('30d'),
    })
    const other = withFilter(state, {
      triaged_since: resolveSince('1d'),
      relativeTimes: { triaged_since: '1d' },
    })
    expect(writeListState(other)).toBe('since=30d&triaged_since=1d')
    expect(writeListState(withFilter(other, { triaged_since: undefined }))).toBe('since=30d')
    expect(writeListState(withFilter(other, { since: undefined }))).toBe('triaged_since=1d')
  })

  it('count from now when they are chosen again', () => {
    forgetSince('1d')
    resolveSince('1d', () => 1_000_000_000_000)
    forgetSince('1d')
    expect(resolveSince('1d', () => 2_000_000_000_000)).toBe(2_000_000_000 - 86_400)
  })

  it('give way to an exact instant', () => {
    const { state } = read('since=7d')
    const exact = withFilter(state, { since: 1_700_000_000 })
    expect(writeListState(exact)).toBe('since=1700000000')
  })
})

describe('changing the filter', () => {
  it('goes to the first page and keeps order, page size and the open finding', () => {
    const { state } = read('status=open&page=3&sort=severity&page_size=250&open=9')
    const next = withFilter(state, { severities: ['low'] })
    expect(writeListState(next)).toBe('severities=low&status=open&sort=severity&page_size=250&open=9')
    expect(withFilter({ ...state, after: 12 }, { severities: [] }).after).toBeUndefined()
  })

  it('takes a parameter off with nothing, and all of them at once', () => {
    const { state } = read('status=open&severities=low&since=7d')
    expect(writeListState(withFilter(state, { status: undefined, since: undefined }))).toBe('severities=low')
    expect(writeListState(withoutFilter(state))).toBe('')
  })
})

describe('a grouping', () => {
  it.each(findingTypes)(
    'is taken where findings of %s can be grouped so, and else said to be left out',
    (type) => {
      for (const group of groupings) {
        const { state, dropped } = readListState(type, new URLSearchParams({ group }))
        expect([group, state.group === group]).toEqual([group, groupsBy(group, type)])
        expect(dropped).toHaveLength(groupsBy(group, type) ? 0 : 1)
      }
    },
  )
})

describe('a kept filter', () => {
  const kept = () => read('filter=abc&status=open&page=2').state
  const withKeptRead = (state: ListState, filter: ListState['filter']): ListState => ({
    ...state,
    filter: { ...filter, ...state.filter },
    addedFilter: state.filter,
  })

  it('asks by its id, whether it was read or not', () => {
    const whole = withKeptRead(kept(), { severities: ['high'], status: ['fixed'] })
    expect(whole.filter).toEqual({ severities: ['high'], status: ['open'] })
    expect(requestOf(whole)).toEqual(requestOf(kept()))
    expect(writeListState(whole)).toBe(writeListState(kept()))
  })

  it('gives way to a whole filter once it is changed', () => {
    const whole = withKeptRead(kept(), { severities: ['high'], repos: ['acme/a'] })
    expect(writeListState(withFilter(whole, { severities: undefined }))).toBe('status=open&repos=acme/a')
    expect(writeListState(withoutFilter(whole))).toBe('')
  })

  it('stays what it is while nobody has read it', () => {
    expect(writeListState(withFilter(kept(), { q: 'eval' }))).toBe('status=open&q=eval&filter=abc')
  })
})
