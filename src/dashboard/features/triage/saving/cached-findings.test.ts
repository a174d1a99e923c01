import { describe, expect, it } from 'vitest'
import { createQueryClient } from '#api/cache/query-client.ts'
import { readDetail } from '#api/dialects/detail.ts'
import { readFinding } from '#api/dialects/dialects.ts'
import { type FindingsPage, findingKey, findingListsKey } from '#api/findings/findings.ts'
import { cachedTriage, cancelOlderRequests, writeTriage } from './cached-findings.ts'
import { withDecision } from './decision.ts'
import { triageOf } from './pending-decisions.ts'

const listKey = [...findingListsKey('acme'), { issue_type: 'sast' }]
const at = new Date('2026-11-21T08:00:00.000Z')

function filled() {
  const client = createQueryClient()
  const rows = [1, 2, 3].map((id) => readFinding({ id, status: 'open', state: 'unresolved' }))
  const findings = rows.filter((row) => row !== undefined)
  const page: FindingsPage = { findings, total: 3, answeredAt: undefined, leftOut: 0 }
  client.setQueryData(listKey, page)
  client.setQueryData(findingKey('acme', 2), readDetail({ id: 2, status: 'open', state: 'unresolved' }))
  const list = () => client.getQueryData<FindingsPage>(listKey)
  return { client, page, list }
}

const ignored = triageOf(withDecision({ state: 'unresolved', status: 'open' }, { state: 'ignored' }, at))

describe('a decision in the cache', () => {
  it('shows in every list and in the detail, and leaves the other rows as they are', () => {
    const { client, page, list } = filled()
    writeTriage(client, 'acme', new Map([[2, ignored]]))
    expect(list()?.findings.map(({ status }) => status)).toEqual(['open', 'ignored', 'open'])
    expect(list()?.findings[0]).toBe(page.findings[0])
    expect(client.getQueryData(findingKey('acme', 2))).toMatchObject({ status: 'ignored' })
  })

  it('neither makes an answer look newer nor takes the mark off it that it is stale', () => {
    const { client } = filled()
    client.setQueryData(listKey, (page: FindingsPage | undefined) => page, { updatedAt: 1234 })
    writeTriage(client, 'acme', new Map([[2, ignored]]))
    expect(client.getQueryState(listKey)?.dataUpdatedAt).toBe(1234)
    client.getQueryCache().find({ queryKey: listKey })?.invalidate()
    writeTriage(client, 'acme', new Map([[2, triageOf({ status: 'open' })]]))
    const age = Date.now() - (client.getQueryState(listKey)?.dataUpdatedAt ?? Date.now())
    expect(age).toBeGreaterThan(365 * 24 * 3600 * 1000)
  })

  it('touches no other deployment', () => {
    const { client, page, list } = filled()
    writeTriage(client, 'globex', new Map([[2, ignored]]))
    expect(list()).toBe(page)
  })

  it('can be read back, for what is cached', () => {
    const { client } = filled()
    writeTriage(client, 'acme', new Map([[3, ignored]]))
    const found = cachedTriage(client, 'acme', [2, 3, 4])
    expect([...found.keys()].sort()).toEqual([2, 3])
    expect(found.get(3)?.status).toBe('ignored')
  })

  it('lets a first answer through, and stops one that would only be older', async () => {
    const { client } = filled()
    const stopped: number[] = []
    for (const id of [2, 9]) {
      const queryFn = ({ signal }: { signal: AbortSignal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            stopped.push(id)
            reject(signal.reason)
          })
        })
      client.fetchQuery({ queryKey: findingKey('acme', id), queryFn, staleTime: 0 }).catch(() => undefined)
    }
    await cancelOlderRequests(client, 'acme', [2, 9])
    expect(stopped).toEqual([2])
  })
})
