import { describe, expect, it } from 'vitest'
import { listFindings } from '#contract/findings.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from './testing/build.ts'

async function service() {
  const started = await startTestService()
  const build = new Build(started)
  const ids = async (query = '') => {
    const answer = await started.call(listFindings, { query })
    expect([query, answer.status]).toEqual([query, 200])
    const { sastFindings, scaFindings } = answer.body
    return [...(sastFindings?.findings ?? []), ...(scaFindings?.findings ?? [])].map(({ id }) => id)
  }
  return { ...started, build, ids }
}

describe('the list of findings', () => {
  it('has both keys and nothing else where there is nothing, in under 100 bytes', async () => {
    const { call } = await service()
    const answer = await call(listFindings)
    expect(answer.body).toEqual({ sastFindings: { findings: [] }, scaFindings: { findings: [] } })
    expect(answer.text.length).toBeLessThan(100)
    expect(answer.headers['x-total-count']).toBe('0')
  })

  it('comes newest first, and by id where equally new', async () => {
    const { build, ids } = await service()
    const [a, b, c] = await build.add({ at: 1 }, { at: 5 }, { at: 1 })
    expect(await ids()).toEqual([b, c, a])
  })
})
