import { MutationObserver, type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TriageRequest } from '#contract/operations/triage.ts'
import { listViews } from '#contract/operations/views.ts'
import { facetsOptions, findingOptions, findingsOptions } from '../findings/findings.ts'
import { triageOptions, undoTriageOptions } from '../findings/triage.ts'
import { call } from '../http/transport.ts'
import { meOptions } from '../me.ts'
import { answerWith } from '../testing/answers.ts'
import { createQueryClient, refetchFailed } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

const request: TriageRequest = { issue_type: 'sast', issue_ids: [1], new_triage_state: 'reviewing' }

/** What no decision touches. */
const otherOptions = queryOptions({
  queryKey: ['views', 'acme'],
  queryFn: () => call(listViews, { path: { deploymentSlug: 'acme' } }),
})

function watch(client: QueryClient) {
  const stops = [
    new QueryObserver(client, meOptions()).subscribe(() => undefined),
    new QueryObserver(client, findingsOptions('acme', { status: ['open'] })).subscribe(() => undefined),
    new QueryObserver(client, facetsOptions('acme', { status: ['open'] })).subscribe(() => undefined),
    new QueryObserver(client, otherOptions).subscribe(() => undefined),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

const names: [RegExp, string][] = [
  [/\/me$/, 'me'],
  [/\/facets/, 'facets'],
  [/\/findings\?/, 'list'],
  [/\/views/, 'views'],
  [/\/undo$/, 'undo'],
  [/\/triage$/, 'triage'],
]
const nameOf = (address: string) => names.find(([pattern]) => pattern.test(address))?.[1] ?? address

async function afterwards(status: number, decide: (client: QueryClient) => Promise<unknown>) {
  const asked = answerWith(({ method }) => ({ status: method === 'POST' ? status : 200, body: {} }))
  const client = createQueryClient()
  const stop = watch(client)
  await expect.poll(() => client.isFetching()).toBe(0)
  const before = asked.length
  vi.useFakeTimers()
  try {
    await decide(client).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(1000)
  } finally {
    vi.useRealTimers()
  }
  await expect.poll(() => client.isFetching()).toBe(0)
  stop()
  const stale = client.getQueryState(findingsOptions('acme', { status: ['open'] }).queryKey)?.isInvalidated
  client.clear()
  return { asked: asked.slice(before).map(({ address }) => nameOf(address)), listIsStale: stale }
}

const triage = (client: QueryClient) => new MutationObserver(client, triageOptions('acme')).mutate(request)

describe('a decision', () => {
  it('asks again for counts and navigation, and leaves the rows on screen where they are', async () => {
    const { asked, listIsStale } = await afterwards(200, triage)
    expect(asked.toSorted()).toEqual(['facets', 'me', 'triage'])
    expect(listIsStale).toBe(true)
  })

  it('does the same when it is undone', async () => {
    const { asked } = await afterwards(200, (client) =>
      new MutationObserver(client, undoTriageOptions('acme')).mutate('c-1'),
    )
    expect(asked.toSorted()).toEqual(['facets', 'me', 'undo'])
  })

  it('makes nothing stale when it was refused, but does when somebody else was faster', async () => {
    expect((await afterwards(403, triage)).asked).toEqual(['triage'])
    expect((await afterwards(409, triage)).asked.toSorted()).toEqual(['facets', 'me', 'triage'])
  })

  it("makes answers stale though the page brings a callback of its own, and the contract's word counts", async () => {
    const { asked } = await afterwards(200, (client) =>
      new MutationObserver(client, { ...triageOptions('acme'), onSuccess: () => undefined }).mutate(request),
    )
    expect(asked).toContain('facets')
  })

  it('asks for the counts once where several were made in a row', async () => {
    const { asked } = await afterwards(200, (client) =>
      Promise.all([triage(client), triage(client), triage(client)]),
    )
    expect(asked.toSorted()).toEqual(['facets', 'me', 'triage', 'triage', 'triage'])
  })

  it('asks for the counts of those that went through, though the last was refused', async () => {
    let sent = 0
    const asked = answerWith(({ method }) => ({
      status: method === 'POST' && ++sent === 2 ? 403 : 200,
      body: {},
    }))
    const client = createQueryClient()
    const stop = watch(client)
    await expect.poll(() => client.isFetching()).toBe(0)
    await Promise.allSettled([triage(client), triage(client)])
    await expect.poll(() => asked.filter(({ address }) => nameOf(address) === 'facets')).toHaveLength(2)
    stop()
    client.clear()
  })

  it('waits for the one before it', async () => {
    const open: string[] = []
    answerWith(({ method, address }) => {
      if (method === 'POST') open.push(nameOf(address))
      return { body: { num_triaged: 1, triaged_issues: [1], change_id: 'c-1' } }
    })
    const client = createQueryClient()
    await Promise.all([
      triage(client),
      new MutationObserver(client, undoTriageOptions('acme')).mutate('c-1'),
      triage(client),
    ])
    expect(open).toEqual(['triage', 'undo', 'triage'])
    client.clear()
  })
})

describe('a question that failed', () => {
  it('is not asked again by itself when another try changes nothing', async () => {
    const asked = answerWith(() => ({ status: 404 }))
    const client = createQueryClient()
    const stop = new QueryObserver(client, findingOptions('acme', 7)).subscribe(() => undefined)
    await expect
      .poll(() => client.getQueryState(findingOptions('acme', 7).queryKey)?.error)
      .toMatchObject({
        kind: 'missing',
      })
    stop()
    expect(asked).toHaveLength(1)
    client.clear()
  })

  it('is asked again once its cause is gone', async () => {
    let status = 403
    const asked = answerWith(() => ({ status, body: {} }))
    const client = createQueryClient()
    const stop = new QueryObserver(client, meOptions()).subscribe(() => undefined)
    await expect.poll(() => client.getQueryState(['me'])?.status).toBe('error')
    status = 200
    refetchFailed(client)
    await expect.poll(() => client.getQueryState(['me'])?.status).toBe('success')
    expect(asked).toHaveLength(2)
    stop()
    client.clear()
  })
})
