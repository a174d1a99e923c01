import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingFacets } from '#contract/operations/findings.ts'
import { getProject, listProjects } from '#contract/operations/projects.ts'
import { none } from '#contract/parameters/query.ts'
import { countStatements } from '#server/db/sqlite/testing/work.ts'
import { runsOnEngine } from '#server/testing/database.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const day = 24 * 3600_000

async function fill(service: TestService, count: number) {
  const { clock, services, deployment } = service
  const rows = rowsOf(services.database, deployment.id, clock.now)
  const rule_id = await rows.rule()
  for (let index = 0; index < count; index += 1) {
    const tags = ['web', 'pci', 'tier 1'].filter((_, place) => (index >> place) % 2 === 1)
    const age = (index % 7) * 20 * day
    const project_id = await rows.project({
      name: `acme/${index}`,
      tags_json: JSON.stringify(tags),
      primary_branch: index % 5 === 0 ? null : 'refs/heads/main',
      managed_full: Number(index % 3 === 0),
      managed_diff: Number(index % 4 === 0),
      latest_scan_at: index % 6 === 0 ? null : clock.now - age,
    })
    const ref_id = await rows.ref({ project_id })
    if (index % 6 !== 0)
      await rows.scan({ project_id, ref_id, status: index % 6, started_at: clock.now - age })
    for (let finding = 0; finding < index % 4; finding += 1) {
      const type = (index + finding) % 3
      const text = {
        match_based_id: `key ${finding >> 1}`,
        severity: index % 8 === 3 ? 3 : (index + finding) % 4,
        type,
      }
      await rows.finding({ project_id, ref_id, rule_id, ...text, on_primary: Number(index % 5 !== 0) })
      await rows.finding({ project_id, ref_id, rule_id, ...text, status: 2, triage_state: 2 })
    }
  }
  await rows.project({ name: 'foreign/one', deployment_id: 99 })
}

async function started(options?: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(options)
  await fill(service, 60)
  const list = async (query: string) => {
    const response = await service.call(listProjects, { query })
    expect([query, response.status]).toEqual([query, 200])
    return { ...response.body, total: Number(response.headers['x-total-count']) }
  }
  return { ...service, list }
}

const filters = {
  q: fc.constantFrom('', 'q=1', 'q=acme/2'),
  project_tags: fc.constantFrom('', 'project_tags=web', 'project_tags=web,pci', `project_tags=${none}`),
  last_scan: fc.constantFrom(
    '',
    ...['never', 'failed', 'running', 'older_than:30'].map((word) => `last_scan=${word}`),
  ),
  managed: fc.constantFrom('', 'managed=true', 'managed=false'),
  no_primary: fc.constantFrom('', 'no_primary=true', 'no_primary=false'),
  open_critical: fc.constantFrom('', 'open_critical=true', 'open_critical=false'),
}

describe('the facets of projects', () => {
  it('count what each value selects, with every filter but its own', async () => {
    const { list } = await started()
    await fc.assert(
      fc.asyncProperty(fc.record(filters), async (chosen) => {
        const query = Object.values(chosen).filter(Boolean).join('&')
        const { facets, total, projects } = await list(`${query}&include=facets&page_size=3000`)
        expect(projects).toHaveLength(total)
        for (const [name, values] of Object.entries(facets ?? {})) {
          const others = Object.entries(chosen).flatMap(([key, one]) => (key === name || !one ? [] : [one]))
          for (const { value, count } of values) {
            const selected = [...others, new URLSearchParams([[`${name}`, String(value ?? none)]])].join('&')
            expect([selected, (await list(selected)).total]).toEqual([selected, count])
          }
        }
      }),
      { numRuns: runsOnEngine(8) },
    )
  })

  it('keep to a hundred tags and sum up the others', async () => {
    const { list, services, deployment, clock } = await started()
    const rows = rowsOf(services.database, deployment.id, clock.now)
    for (const place of [0, 1, 2]) {
      const tags = Array.from({ length: 50 }, (_, index) => `tag ${place * 50 + index}`)
      await rows.project({ name: `tagged/${place}`, tags_json: JSON.stringify(tags) })
    }
    const { facets, rest } = await list('include=facets&q=tagged')
    expect(facets?.project_tags).toHaveLength(100)
    expect(rest).toEqual({ project_tags: { values: 50, count: 50 } })
  })

  it('are there only where they are asked for', async () => {
    const { list } = await started()
    expect(Object.keys(await list('page_size=1'))).toEqual(['projects', 'total'])
  })
})

describe('what is open in projects', () => {
  it('is what the linked list counts, and orders the list', async () => {
    const { call, list } = await started()
    const { projects } = await list('include=summary&page_size=3000')
    const linked = { sast: 'primary_ref=true', sca: 'primary_ref=true', secrets: 'dedup=true' }
    for (const project of projects.slice(0, 24)) {
      for (const [type, set] of Object.entries(linked)) {
        const query = `issue_type=${type}&status=open&${set}&repos=${project.name}`
        const { facets } = (await call(findingFacets, { query })).body
        for (const severity of ['critical', 'high', 'medium', 'low']) {
          const count = facets['severities']?.find(({ value }) => value === severity)?.count ?? 0
          expect([project.name, type, severity, project.open?.[severity]?.[type]]).toEqual([
            project.name,
            type,
            severity,
            count,
          ])
        }
      }
      const path = { projectName: project.name }
      expect((await call(getProject, { path, query: 'include=summary' })).body.project).toEqual(project)
    }
    const sum = (counts: Record<string, number> | undefined) =>
      Object.values(counts ?? {}).reduce((all, count) => all + count, 0)
    const critical = projects.map((project) => sum(project.open?.['critical']))
    const open = projects.map((project) =>
      Object.values(project.open ?? {}).reduce((all, one) => all + sum(one), 0),
    )
    expect(Math.max(...critical)).toBeGreaterThan(1)
    const ordered = async (sort: string) =>
      (await list(`sort=${sort}&page_size=3000`)).projects.map(({ name }) => name)
    const by = (...keys: number[][]) =>
      projects
        .map(({ name }, place) => ({ name, keys: keys.map((key) => key[place] ?? 0) }))
        .sort((one, other) => {
          const differing = one.keys.findIndex((key, place) => key !== other.keys[place])
          if (differing < 0) return one.name < other.name ? -1 : 1
          return (other.keys[differing] ?? 0) - (one.keys[differing] ?? 0)
        })
        .map(({ name }) => name)
    expect(await ordered('-open')).toEqual(by(open))
    expect(await ordered('-open_critical')).toEqual(by(critical, open))
    expect((await list('open_critical=true')).total).toBe(critical.filter((count) => count > 0).length)
  })
})

it('lists, counts and orders forty projects with as many statements as four', async () => {
  const query =
    'include=summary,facets&sort=-open_critical&open_critical=false&last_scan=failed&project_tags=web'
  const statements = async (count: number) => {
    const service = await startTestService()
    await fill(service, count)
    // The first call writes down when the token was used, and counts.
    await service.call(listProjects, { query: 'include=summary,facets' })
    return countStatements(() => service.call(listProjects, { query }))
  }
  const few = await statements(12)
  expect(await statements(80)).toBe(few)
  expect(few).toBeLessThanOrEqual(13)
})

it('does not answer 304 once time alone has made the list another', async () => {
  const { call, clock } = await started()
  const query = 'last_scan=older_than:3'
  const first = await call(listProjects, { query })
  const headers = { 'if-none-match': String(first.headers['etag']) }
  expect((await call(listProjects, { query, headers })).status).toBe(304)
  clock.now += 4 * day
  const later = await call(listProjects, { query, headers })
  expect(later.status).toBe(200)
  expect(later.body.projects.length).toBeGreaterThan(first.body.projects.length)
})
