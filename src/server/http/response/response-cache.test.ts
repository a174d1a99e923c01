import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { findingFacets, listFindings } from '#contract/operations/findings.ts'
import { triage } from '#contract/operations/triage.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { Build } from '../../findings/testing/build.ts'
import { addVariety } from '../../findings/testing/variety.ts'
import { startTestService } from '../../testing/service.ts'

const filled = async () => {
  const service = await startTestService()
  await addVariety(new Build(service), 'sast', 230)
  return service
}

it('is made once for all who ask, until something changes', async () => {
  const service = await filled()
  const other = await service.mint({ name: 'someone else' })
  await service.call(findingFacets, { token: other })
  const query = { page_size: 100, page: 1 }
  const first = await service.call(listFindings, { query })
  expect(first.headers['link']).toContain('rel="prev"')
  const again = countStatements(async () => {
    const second = await service.call(listFindings, { query, token: other })
    expect(second.text).toBe(first.text)
    for (const name of ['link', 'x-total-count', 'content-type', 'cache-control'])
      expect(second.headers[name]).toBe(first.headers[name])
  })
  // Only who asks is read.
  expect(await again).toBeLessThanOrEqual(1)
  const [finding] = first.body.sastFindings?.findings ?? []
  await service.call(triage, {
    body: { issue_type: 'sast', issue_ids: [finding?.id ?? 0], new_note: 'seen by both' },
  })
  const changed = await service.call(listFindings, { query, token: other })
  expect(changed.text).toContain('seen by both')
  expect(changed.headers['etag']).not.toBe(first.headers['etag'])
})

it('is told apart by address, and refused to who may not see it', async () => {
  const service = await filled()
  const narrow = await service.mint({ name: 'uploads', scopes: ['scans:write'] })
  const totals = []
  for (const query of ['', 'status=open', 'status=fixed', 'status=open'])
    totals.push((await service.call(listFindings, { query })).headers['x-total-count'])
  expect(totals[1]).toBe(totals[3])
  expect(new Set(totals).size).toBe(3)
  expect((await service.call(listFindings, { token: narrow })).status).toBe(403)
  expect((await service.call(listFindings, { token: null })).status).toBe(401)
})

it('is made once for those who ask at the same time', async () => {
  const service = await filled()
  await service.call(listFindings, { query: 'page_size=150' })
  const one = await countStatements(() => service.call(listFindings, { query: 'page_size=160' }))
  const request = () => service.call(listFindings, { query: 'page_size=170' })
  const many = await countStatements(() => Promise.all(Array.from({ length: 20 }, request)))
  expect(many).toBeLessThan(one + 20 * 2)
})

it('is sent in each encoding as the same text', async () => {
  const service = await filled()
  const plain = await service.call(listFindings)
  const bytes = async (accepted: string) => {
    const url = `/api/v1/deployments/main/findings`
    const response = await service.server.inject({
      url,
      headers: { authorization: `Bearer ${service.token}`, 'accept-encoding': accepted },
    })
    expect(response.headers['x-total-count']).toBe(plain.headers['x-total-count'])
    return [response.headers['content-encoding'], response.rawPayload] as const
  }
  for (let turn = 0; turn < 2; turn++) {
    const [br, gzip, none] = [await bytes('gzip, br'), await bytes('gzip'), await bytes('identity')]
    expect([br[0], gzip[0], none[0]]).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(br[1]).toString()).toBe(plain.text)
    expect(gunzipSync(gzip[1]).toString()).toBe(plain.text)
    expect(none[1].toString()).toBe(plain.text)
  }
})

it('keeps no refusal', async () => {
  const service = await filled()
  const query = 'filter=12'
  const refused = await service.call(listFindings, { query })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect((await service.call(listFindings, { query })).status).toBe(refused.status)
  expect((await service.call(listFindings)).status).toBe(200)
})
