import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../cache/query-client.ts'
import { answerWith } from '../testing/answers.ts'
import { facetsOptions, findingsOptions } from './findings.ts'

afterEach(() => vi.unstubAllGlobals())

const rows = (...ids: number[]) => ({
  sastFindings: { findings: ids.map((id) => ({ id })) },
  scaFindings: null,
})

async function page(
  query: Parameters<typeof findingsOptions>[1],
  body: unknown,
  headers: Record<string, string>,
) {
  answerWith(() => ({ body, headers }))
  const client = createQueryClient()
  const answer = await client.fetchQuery(findingsOptions('acme', query))
  client.clear()
  return answer
}

describe('a page of findings', () => {
  it('says the exact total and when it was answered', async () => {
    const headers = { 'x-total-count': '12431', date: 'Sat, 21 Nov 2026 08:00:00 GMT' }
    expect(await page({}, rows(1, 2), headers)).toMatchObject({
      findings: [{ id: 1 }, { id: 2 }],
      total: 12431,
      answeredAt: '2026-11-21T08:00:00.000Z',
      leftOut: 0,
    })
  })

  it.each([
    [{ page: 3, page_size: 100 }, [1, 2], 302],
    [{ page: 0 }, [], 0],
    [{ page: 3 }, [], null],
    [{ after: 9 }, [1], null],
  ])(
    'knows the total of %j by a page that is not full, and else does not claim to',
    async (query, ids, total) => {
      expect((await page(query, rows(...ids), {})).total).toBe(total)
    },
  )

  it('says how many rows it had to leave out', async () => {
    const body = { sastFindings: { findings: [{ id: 1 }, { name: 'no id' }, null] } }
    expect(await page({}, body, {})).toMatchObject({ findings: [{ id: 1 }], leftOut: 2 })
  })
})

describe('rows', () => {
  const body = { sastFindings: { findings: [{ id: 1, rule: { cwe_names: ['CWE-89'] } }] } }

  it('of Gatehouse are taken as they come', async () => {
    const { findings } = await page({}, body, { 'x-gatehouse': '1' })
    expect(findings).toEqual(body.sastFindings.findings)
  })

  it('of another service are put into the documented form', async () => {
    const { findings } = await page({}, body, {})
    expect(findings).toMatchObject([{ rule: { cweNames: ['CWE-89'] }, repository: { name: '' } }])
  })
})

describe('while the next page is on its way', () => {
  const answers = (deployment: string, query: Parameters<typeof findingsOptions>[1]) => {
    const client = createQueryClient()
    const first = findingsOptions('acme', { issue_type: 'sast', page: 0 })
    client.setQueryData(first.queryKey, { findings: [], total: 5, answeredAt: undefined, leftOut: 0 })
    const observer = new QueryObserver(client, first)
    const stop = observer.subscribe(() => undefined)
    answerWith(() => new TypeError('never'))
    observer.setOptions(findingsOptions(deployment, query))
    const { data, isPlaceholderData } = observer.getCurrentResult()
    stop()
    client.clear()
    return { total: data?.total, isPlaceholderData }
  }

  it('the rows before stay', () => {
    expect(answers('acme', { issue_type: 'sast', page: 1 })).toEqual({ total: 5, isPlaceholderData: true })
  })

  it('but not those of another type or another deployment', () => {
    expect(answers('acme', { issue_type: 'sca' }).total).toBeUndefined()
    expect(answers('main', { issue_type: 'sast' }).total).toBeUndefined()
  })
})

describe('the counts of the filters', () => {
  it('are the same question on every page and in every order', () => {
    const base = { issue_type: 'sast', status: ['open'] } as const
    const query = { ...base, status: ['open'] as ['open'] }
    expect(facetsOptions('acme', { ...query, ...{ page: 3, sort: 'rule' } }).queryKey).toEqual(
      facetsOptions('acme', query).queryKey,
    )
  })
})
