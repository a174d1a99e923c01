import { expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from '../testing/build.ts'

/** So many that a thread reads them, of three severities; nothing has counted them yet. */
async function large() {
  const service = await startTestService({ onDisk: true })
  const severities = ['high', 'medium', 'low'] as const
  await new Build(service).add(
    ...Array.from({ length: 10_230 }, (_, at) => ({
      key: `one ${at}`,
      severity: severities[at % 3] ?? 'low',
    })),
  )
  const list = (query: Record<string, string | number | boolean> = {}) =>
    service.call(listFindings, { query: { issue_type: 'sast', page_size: 100, ...query } })
  return { service, list }
}

it('pages without a filter come without a total while columns are read for the first time', async () => {
  const { list } = await large()
  const [first, second, filtered] = await Promise.all([
    list(),
    list({ page: 1 }),
    list({ severities: 'high' }),
  ])
  for (const early of [first, second]) {
    expect(early.status).toBe(200)
    expect(early.headers).not.toHaveProperty('x-total-count')
    expect(early.headers).not.toHaveProperty('etag')
    expect(early.headers['cache-control']).toBe('no-store')
    expect(early.headers['link']).not.toContain('rel="last"')
  }
  expect(first.headers['link']).toContain('page=1>; rel="next"')
  expect(second.headers['link']).toContain('page=0>; rel="prev"')
  // What has to be counted waits, and nobody sees a part of it.
  expect(filtered.headers['x-total-count']).toBe('3410')

  // The same rows as later, when the total is known.
  const [whole, next] = [await list(), await list({ page: 1 })]
  expect(whole.headers['x-total-count']).toBe('10230')
  expect(whole.headers).toHaveProperty('etag')
  expect(whole.body).toEqual(first.body)
  expect(next.body).toEqual(second.body)
})

it('a page that shows the end of the list has a total at once', async () => {
  const { list } = await large()
  const last = await list({ page: 102 })
  expect(last.headers).not.toHaveProperty('etag')
  expect(last.headers['x-total-count']).toBe('10230')
})
