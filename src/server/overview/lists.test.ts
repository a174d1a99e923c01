import { describe, expect, it } from 'vitest'
import { listFindings } from '#contract/operations/findings.ts'
import { overview } from '#contract/operations/overview.ts'
import { listProjects } from '#contract/operations/projects.ts'
import { triage } from '#contract/operations/triage.ts'
import { scanStatuses, severities } from '#contract/vocabulary.ts'
import { toCode } from '#server/db/codes.ts'
import { codeFindings, result, semgrep, upload } from '#server/scans/testing/upload.ts'
import { rowsOf } from '#server/testing/rows.ts'
import { startTestService, type TestService } from '#server/testing/service.ts'

const dayMs = 24 * 3600_000

async function read(service: TestService, query: string) {
  const { status, body } = await service.call(overview, { query: `period=30d&${query}` })
  expect(status).toBe(200)
  return body
}

type Status = 'COMPLETED' | 'ERROR' | 'RUNNING' | 'CANCELLED'
type Given = readonly (readonly [
  name: string,
  tags: string[],
  ...scans: (readonly [age: number, Status])[],
])[]

/** Projects with their scans, each so many days ago, the newest first. */
async function addProjects({ services, deployment, clock }: TestService, projects: Given) {
  const rows = rowsOf(services.database, deployment.id, clock.now)
  for (const [name, tags, ...scans] of projects) {
    const times = scans.map(([age]) => clock.now - age * dayMs)
    const latest_scan_at = times[0] ?? null
    const project_id = await rows.project({ name, tags_json: JSON.stringify(tags), latest_scan_at })
    const ref_id = await rows.ref({ project_id })
    for (const [at, [, status]] of [...scans.entries()].reverse())
      await rows.scan({
        ...{ project_id, ref_id, status: toCode(scanStatuses, `SCAN_STATUS_${status}`) },
        ...{ started_at: times[at] ?? 0, completed_at: times[at] ?? 0 },
      })
  }
  await rows.project({ name: 'foreign/one', deployment_id: 99 })
}

describe('the coverage', () => {
  it('has as many projects as the list that each of its links opens, of all or of a tag', async () => {
    const service = await startTestService()
    await addProjects(service, [
      ['acme/shop', ['pci'], [1, 'COMPLETED'], [90, 'COMPLETED']],
      ['acme/today', [], [30, 'COMPLETED']],
      ['acme/old', ['pci'], [30.01, 'COMPLETED']],
      ['acme/older', [], [200, 'ERROR']],
      ['acme/never', ['pci']],
      ['acme/empty', []],
      ['acme/broken', ['pci'], [2, 'CANCELLED'], [3, 'COMPLETED']],
      ['acme/mended', [], [2, 'COMPLETED'], [3, 'ERROR']],
      ['acme/running', [], [0, 'RUNNING'], [40, 'COMPLETED']],
    ])
    const listed = async (query: string) => {
      const { body, headers } = await service.call(listProjects, { query })
      expect(headers['x-total-count']).toBe(String(body.projects.length))
      return body.projects.map(({ name }) => name).sort()
    }
    // The filters of the dashboard's links: see its `list-links.test.ts`.
    const check = async (scope: { tag?: string; list: string }, names: Record<string, string[]>) => {
      const { coverage } = await read(service, scope.tag ? `tag=${scope.tag}` : '')
      const old = await listed(`${scope.list}last_scan=older_than:30`)
      const never = await listed(`${scope.list}last_scan=never`)
      const failed = await listed(`${scope.list}last_scan=failed`)
      expect({ old, never, failed }).toEqual(names)
      expect(coverage).toEqual({
        projects: (await listed(scope.list)).length,
        ...{ older_than_30_days: old.length, never: never.length, failed: failed.length },
      })
      return coverage?.projects
    }
    const all = await check(
      { list: '' },
      {
        old: ['acme/old', 'acme/older'],
        never: ['acme/empty', 'acme/never'],
        failed: ['acme/broken', 'acme/older'],
      },
    )
    const tagged = await check(
      { tag: 'pci', list: 'project_tags=pci&' },
      { old: ['acme/old'], never: ['acme/never'], failed: ['acme/broken'] },
    )
    expect([all, tagged]).toEqual([9, 4])
  })
})

type Severity = 'high' | 'medium' | 'low'
const words = { high: 'ERROR', medium: 'WARNING', low: 'INFO' } as const

function found(path: string) {
  const one = result('r', path, `call(${path})`, 1)
  const [severity = 'low'] = path.split('-') as Severity[]
  return { ...one, extra: { ...one.extra, severity: words[severity] } }
}

/** Code findings that were found and fixed on different days, each in a file that is named after its severity. */
async function startScans() {
  const service = await startTestService()
  const first = service.clock.now
  const scan = async (day: number, ...paths: string[]) => {
    service.clock.now = first + day * dayMs
    const file = semgrep(paths.map(found))
    expect((await upload(service, file, { commit: String(day), accept_empty: 'true' })).status).toBe(201)
  }
  await scan(0, 'high-a', 'high-b', 'high-c', 'high-d', 'medium-a', 'medium-b', 'low-a')
  await scan(5, 'high-b', 'high-c', 'high-d', 'high-e', 'medium-a', 'medium-b', 'medium-c', 'low-a')
  // Fixed before the period.
  await scan(7, 'high-b', 'high-c', 'high-d', 'high-e', 'medium-a', 'medium-b', 'medium-c', 'low-a', 'low-b')
  await scan(41, 'high-c', 'high-d', 'high-e', 'high-f', 'medium-b', 'medium-c', 'medium-d', 'low-b')
  const ignored = (await codeFindings(service)).filter(({ location }) => location?.filePath === 'high-c')
  const body = { issue_type: 'sast' as const, issue_ids: ignored.map(({ id }) => id) }
  expect((await service.call(triage, { body: { ...body, new_triage_state: 'ignored' } })).status).toBe(200)
  // One that returns counts from then on.
  await scan(44, 'high-a', 'high-d', 'high-e', 'high-f', 'medium-b', 'medium-d', 'medium-e', 'low-b')
  await scan(60, 'high-a', 'high-e', 'medium-b', 'medium-d', 'medium-e', 'low-c')
  service.clock.now = first + 62 * dayMs
  return service
}

function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other)
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}

describe('a median', () => {
  it('is that of the findings of the list that its link opens', async () => {
    const service = await startScans()
    const { from, until, types } = await read(service, '')
    // The filters of the dashboard's links: see its `list-links.test.ts`.
    const listed = async (query: string) => {
      const { status, body } = await service.call(listFindings, {
        query: `issue_type=sast&primary_ref=true&rule_disabled=false&${query}`,
      })
      expect(status).toBe(200)
      return body.sastFindings?.findings ?? []
    }
    const daysBetween = (from: string, until: string | number | null | undefined) =>
      (new Date(until ?? 0).getTime() - new Date(from).getTime()) / dayMs
    const counts: Record<string, { age: number; fixed: number }> = {}
    for (const severity of severities) {
      const open = await listed(`status=open,reviewing,fixing&severities=${severity}`)
      const fixed = await listed(`flow=fixed:${from}..${until}&severities=${severity}`)
      counts[severity] = { age: open.length, fixed: fixed.length }
      const { age, time_to_fix: time } = types.sast.by_severity[severity]
      expect([severity, age, time]).toEqual([
        severity,
        medianOf(open.map((one) => daysBetween(one.relevant_since, service.clock.now))),
        medianOf(fixed.map((one) => daysBetween(one.relevant_since, one.state_updated_at))),
      ])
    }
    expect(counts).toEqual({
      critical: { age: 0, fixed: 0 },
      high: { age: 2, fixed: 3 },
      medium: { age: 3, fixed: 2 },
      low: { age: 1, fixed: 2 },
    })
    expect(types.sast.by_severity).toMatchObject({
      high: { age: (57 + 18) / 2, time_to_fix: 41 },
      medium: { age: 21, time_to_fix: (41 + 39) / 2 },
      low: { age: 2, time_to_fix: (41 + 53) / 2 },
    })
  })
})
