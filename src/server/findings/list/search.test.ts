import { describe, expect, it } from 'vitest'
import { search } from '#contract/operations/search.ts'
import { patchFinding } from '#contract/operations/ticket.ts'
import { triage } from '#contract/operations/triage.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { startTestService } from '#server/testing/service.ts'
import { Build, type GivenFinding } from '../testing/build.ts'
import { addVariety } from '../testing/variety.ts'

async function started() {
  const service = await startTestService()
  const find = async (q: string, limit?: number) => {
    const response = await service.call(search, { query: { q, ...(limit === undefined ? {} : { limit }) } })
    expect(response.status).toBe(200)
    return response.body
  }
  return { ...service, build: new Build(service), find }
}

const flaw = (input: GivenFinding): GivenFinding => ({ type: 'sca', package: 'log4j-core', ...input })

describe('a search', () => {
  it('for an advisory answers with its open findings, projects and package versions', async () => {
    const { build, find } = await started()
    const log4shell = (input: GivenFinding) => flaw({ advisory: 'CVE-2021-44228', ...input })
    await build.add(
      log4shell({ version: '2.14.1', project: 'acme/pay' }),
      log4shell({ version: '2.14.1', project: 'acme/pay' }),
      log4shell({ version: '2.13.0', project: 'acme/shop' }),
      log4shell({ version: '2.13.0', project: 'acme/shop', ref: 'refs/heads/x' }),
      log4shell({ version: '2.14.1', project: 'acme/old', state: 'fixed' }),
      flaw({ advisory: 'CVE-2021-442280' }),
      flaw({ advisory: 'CVE-2021-45046' }),
    )
    const { advisories } = await find(' cve-2021-44228 ')
    expect(advisories[0]).toEqual({
      name: 'CVE-2021-44228',
      findings: 4,
      open: 3,
      projects: [
        { name: 'acme/pay', open: 2 },
        { name: 'acme/shop', open: 1 },
      ],
      packages: [
        { name: 'log4j-core', version: '2.14.1', open: 2 },
        { name: 'log4j-core', version: '2.13.0', open: 1 },
      ],
      more: { projects: 0, packages: 0 },
    })
    expect(advisories.map(({ name }) => name)).toEqual(['CVE-2021-44228', 'CVE-2021-442280'])
    const [bounded] = (await find('CVE-2021-44228', 1)).advisories
    expect(bounded).toMatchObject({ projects: [{ name: 'acme/pay' }], more: { projects: 1, packages: 1 } })
  })

  it('for an advisory finds it by every id that scans gave it', async () => {
    const { build, find } = await started()
    const ids = ['GHSA-35JH-R3H4-6JHM', 'CVE-2021-23337', 'RULES.LODASH']
    await build.add(
      flaw({ advisory: 'GHSA-35jh-r3h4-6jhm', aliases: ids, project: 'acme/shop' }),
      flaw({ advisory: 'CVE-2021-23337', project: 'acme/pay' }),
    )
    expect((await find('cve-2021-23337')).advisories).toMatchObject([
      {
        name: 'CVE-2021-23337',
        findings: 2,
        open: 2,
        projects: [{ name: 'acme/pay' }, { name: 'acme/shop' }],
      },
    ])
    expect((await find('ghsa-35jh')).advisories).toMatchObject([{ name: 'GHSA-35jh-r3h4-6jhm', open: 1 }])
    // A rule is among the ids by which scans recognize a finding.
    expect((await find('rules.lodash')).advisories).toEqual([])
  })

  it('for a person or a ticket counts what they triaged, or what it is linked to, by type', async () => {
    const { build, call, find } = await started()
    const [code = 0, other = 0] = await build.add({}, {})
    const [dependency = 0] = await build.add({ type: 'sca' })
    const body = { issue_type: 'sast', issue_ids: [code, other], new_triage_state: 'fixing' }
    await call(triage, { body })
    const ticket = { url: 'https://tracker.example/SHOP-12', externalSlug: 'SHOP-12' }
    for (const id of [code, dependency])
      await call(patchFinding, { path: { id: String(id) }, body: { external_ticket: ticket } })
    expect((await find('tess')).people).toEqual([
      { name: 'Tess Ter', findings: [{ issue_type: 'sast', count: 2 }] },
    ])
    expect((await find('shop-1')).tickets).toEqual([
      {
        name: 'SHOP-12',
        findings: [
          { issue_type: 'sast', count: 1 },
          { issue_type: 'sca', count: 1 },
        ],
      },
    ])
    expect(await find('nothing like it')).toEqual({ advisories: [], people: [], tickets: [] })
    expect(await find('  ')).toEqual({ advisories: [], people: [], tickets: [] })
  })

  it('finds nothing of another deployment', async () => {
    const { build, find, call } = await started()
    await build.add(flaw({ advisory: 'CVE-2021-44228' }))
    expect((await find('CVE')).advisories).toHaveLength(1)
    const elsewhere = await call(search, { path: { deploymentSlug: 'elsewhere' }, query: { q: 'CVE' } })
    expect(elsewhere.status).toBe(404)
  })

  it('costs as many statements for many names as for one', async () => {
    const few = await started()
    await addVariety(few.build, 'sca', 4)
    const many = await started()
    await addVariety(many.build, 'sca', 200)
    for (const one of [few, many]) await one.find('CVE')
    expect(await countStatements(() => many.find('a'))).toBe(await countStatements(() => few.find('a')))
  })
})
