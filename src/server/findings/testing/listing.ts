import { expect } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build } from './build.ts'

/** A test service with what tests of the list ask again and again. */
export async function startListing() {
  const service = await startTestService()
  const list = async (query = '') => {
    const response = await service.call(listFindings, { query })
    expect([query, response.status]).toEqual([query, 200])
    const { sastFindings, scaFindings } = response.body
    const findings = [...(sastFindings?.findings ?? []), ...(scaFindings?.findings ?? [])]
    return { ...response, findings, total: Number(response.headers['x-total-count']) }
  }
  return {
    ...service,
    build: new Build(service),
    list,
    /** The ids of a page; the total is held against them where the page is not full. */
    ids: async (query = '') => {
      const { findings, total } = await list(query)
      if (findings.length < 100 && !/page|after/.test(query)) expect(total).toBe(findings.length)
      return findings.map(({ id }) => id)
    },
  }
}
