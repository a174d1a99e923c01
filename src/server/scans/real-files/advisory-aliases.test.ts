import { expect, it } from 'vitest'
import { findingFacets, getFinding } from '#contract/operations/findings.ts'
import { findingGroups } from '#contract/operations/groups.ts'
import { search } from '#contract/operations/search.ts'
import { startTestService } from '#server/testing/service.ts'
import { supplyChainFindings, upload } from '../testing/upload.ts'

const vulnerability = (rule: string, aliases: string[]) => ({
  kind: 'dependency',
  rule,
  path: 'package-lock.json',
  package: 'lodash',
  version: '4.17.20',
  ecosystem: 'npm',
  aliases,
})

it('a finding is found by each id that its scan gives the advisory, and by those that a later scan adds', async () => {
  const service = await startTestService()
  const { call } = service
  const send = async (ids: string[]) => {
    const findings = [vulnerability('GHSA-35jh-r3h4-6jhm', ids), vulnerability('CVE-2020-8203', [])]
    expect((await upload(service, { gatehouse: 1, tool: 'audit', findings })).status).toBe(201)
    service.clock.now += 60_000
  }
  const named = (id: string) => supplyChainFindings(service, { vulnerability_identifiers: id })
  await send([])
  expect(await named('CVE-2021-23337')).toEqual([])
  await send(['CVE-2021-23337'])
  const [finding] = await named('CVE-2021-23337')
  expect(finding).toMatchObject({ vulnerability_identifier: 'GHSA-35jh-r3h4-6jhm' })
  expect(await supplyChainFindings(service, { q: '2021-23337' })).toHaveLength(1)
  const { advisories } = (await call(search, { query: { q: 'CVE-2021-23337' } })).body
  expect(advisories).toMatchObject([{ name: 'CVE-2021-23337', findings: 1, open: 1 }])
  const { body } = await call(getFinding, { path: { id: finding?.id ?? 0 } })
  expect(body.advisory_aliases).toEqual(['CVE-2021-23337'])

  // Facets and groups have the ids under which findings are listed.
  const facet = { issue_type: 'sca', facet: 'vulnerability_identifiers' } as const
  const own = [
    { value: 'CVE-2020-8203', count: 1 },
    { value: 'GHSA-35jh-r3h4-6jhm', count: 1 },
  ]
  expect((await call(findingFacets, { query: facet })).body.facets['vulnerability_identifiers']).toEqual(own)
  const grouped = { issue_type: 'sca', group_by: 'vulnerability_identifiers' } as const
  expect((await call(findingGroups, { query: grouped })).body.groups).toMatchObject(own)
})
