import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listDependencies } from '#contract/operations/dependencies.ts'
import { listFindings } from '#contract/operations/findings.ts'
import { setRuleMode } from '#contract/operations/policies.ts'
import { listProjects } from '#contract/operations/projects.ts'
import { startTestService } from '../../testing/service.ts'

const header = 'x-ignored-parameters'

describe('what says nothing to an operation', () => {
  it('is named where it is ignored, and where the request is refused', async () => {
    const { call } = await startTestService()
    const text = async (query: string) => (await call(listFindings, { query })).headers[header]
    expect(await text('severity=high&utm=1&page[a]=2&page=0')).toBe('severity, utm, page[a]')
    expect(await text('severities[0]=high&page=0')).toBeUndefined()
    expect(await text('severity=high&page=x')).toBe('severity')
    const body = { size: 5, deploymentId: 1, dependencyFilter: {} }
    expect((await call(listDependencies, { body, query: 'a=1' })).headers[header]).toBe('a, size')
  })

  it('is named with answers that are kept ready and with those that are not sent again', async () => {
    const { call } = await startTestService()
    const first = await call(listProjects, { query: 'pages=1' })
    const again = await call(listProjects, {
      query: 'pages=1',
      headers: { 'if-none-match': String(first.headers['etag']) },
    })
    expect([first.headers[header], again.status, again.headers[header]]).toEqual(['pages', 304, 'pages'])
    expect((await call(listProjects, { query: 'pages=1' })).headers[header]).toBe('pages')
    expect((await call(listProjects)).headers[header]).toBeUndefined()
  })

  it('is no part of the path that a body repeats', async () => {
    const { call } = await startTestService()
    const input = {
      policyMode: 'MODE_BLOCK',
      rulePath: 'a',
      deploymentSlug: 'main',
      policyId: 1,
      projectName: 'a/b',
    }
    const response = await call(setRuleMode, { path: { policyId: 1 }, body: input })
    expect([response.status, response.headers[header]]).toEqual([404, 'projectName'])
    const other = await call(setRuleMode, {
      path: { policyId: 1 },
      body: { ...input, deploymentSlug: 'other' },
    })
    expect(other).toMatchObject({ status: 422, body: { errors: [{ pointer: '/deploymentSlug' }] } })
  })

  it('never breaks the answer, whatever its name and however many there are', async () => {
    const { call } = await startTestService()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 100 }),
        async (names) => {
          const body = Object.fromEntries(names.map((name) => [name, 1]))
          const query = new URLSearchParams(names.map((name) => [name, '1'])).toString().slice(0, 4000)
          for (const response of [
            await call(listDependencies, { body }),
            await call(listFindings, { query }),
          ]) {
            expect([200, 400]).toContain(response.status)
            const text = String(response.headers[header] ?? '')
            expect(text).toMatch(/^[!-~ ]*$/)
            expect(text.length).toBeLessThanOrEqual(2010)
          }
        },
      ),
      { numRuns: 30 },
    )
  })
})
