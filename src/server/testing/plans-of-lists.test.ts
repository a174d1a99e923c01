import { type DatabaseSync, StatementSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { findingTrend } from '#contract/findings.ts'
import { getPolicy, getRule, listPolicies, policyHistory, policyImpact } from '#contract/policies.ts'
import { getProject, listProjects } from '#contract/projects.ts'
import { scanDurations, scanFacets, searchScans } from '#contract/scans.ts'
import { rowsOf } from './rows.ts'
import { type CallOptions, startTestService, type TestService } from './service.ts'

const policy = { policyId: 1 }
const everyFilter = { q: 'a', last_scan: 'failed', open_critical: true, managed: false, no_primary: false }

const lists: [operation: Parameters<TestService['call']>[0], asked: CallOptions][] = [
  [listProjects, { query: { include: 'summary,facets', sort: '-open' } }],
  [listProjects, { query: { ...everyFilter, include: 'summary,facets', sort: '-latest_scan_at' } }],
  [getProject, { path: { projectName: 'acme/shop' }, query: { include: 'summary' } }],
  [listPolicies, { query: { include: 'counts' } }],
  [getPolicy, { path: policy, query: { include: 'counts,facets', sort: '-open_findings' } }],
  [policyHistory, { path: policy }],
  [policyImpact, { path: policy, body: { rulePaths: ['rule'], policyMode: 'MODE_BLOCK' } }],
  [getRule, { path: { rulePath: 'rule' } }],
  [searchScans, { body: { branch: 'main', repos: ['acme/shop'] } }],
  [scanFacets, { body: { since: '2026-01-01T00:00:00Z', statuses: ['SCAN_STATUS_ERROR'] } }],
  [scanDurations, { body: { repos: ['acme/shop'] } }],
  [listAudit, { query: { include: 'facets', action: 'policy' } }],
  [findingTrend, { query: { repos: 'acme/shop', days: 90 } }],
]

/** The text of every statement that runs while `work` does. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spies = (['all', 'run', 'get', 'iterate'] as const).map((name) =>
    vi.spyOn(StatementSync.prototype, name),
  )
  try {
    await work()
    const ran = spies.flatMap((spy) =>
      spy.mock.contexts.flatMap((ran) => (ran instanceof StatementSync ? [ran.sourceSQL] : [])),
    )
    return [...new Set(ran)].filter((text) => /^\s*(select|with)/i.test(text) && !/ from temp\./.test(text))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

interface Step {
  id: number
  parent: number
  detail: string
}

/** What a statement walks through as a whole, or once for each row of something else with no more to find it by than the deployment. */
function walks(tables: DatabaseSync, statement: string): string[] {
  // A few codes that stand in for findings, so that conditions of theirs select among them.
  if (statement.includes(') as finding')) return []
  const rows = tables.prepare(`explain query plan ${statement}`).all()
  const steps = new Map(
    rows.map((row): [number, Step] => {
      const { id, parent, detail } = row
      return [Number(id), { id: Number(id), parent: Number(parent), detail: String(detail) }]
    }),
  )
  const isRepeated = (step: Step | undefined): boolean =>
    step !== undefined && (step.detail.startsWith('CORRELATED') || isRepeated(steps.get(step.parent)))
  return [...steps.values()]
    .filter(
      (step) =>
        /^SCAN (finding|scan|finding_event|dependency|audit_event|policy_change_item)\b/.test(step.detail) ||
        (/\(deployment_id=\?\)/.test(step.detail) && isRepeated(step)),
    )
    .map(({ detail }) => `${detail} in ${statement}`)
}

it.each(lists)('$id finds what it counts by an index', async (operation, asked) => {
  const service = await startTestService()
  const rows = rowsOf(service.services.database, service.deployment.id, service.clock.now)
  const rule_id = rows.rule({ path: 'rule' })
  rows.policyRule({ policy_id: 1, rule_id })
  const project_id = rows.project()
  const ref_id = rows.ref({ project_id })
  rows.scan({ project_id, ref_id })
  rows.finding({ project_id, ref_id, rule_id, policy_id: 1 })
  let status = 0
  const statements = await statementsOf(async () => {
    status = (await service.call(operation, asked)).status
  })
  expect(status).toBe(200)
  expect(statements.length).toBeGreaterThan(1)
  const tables = service.services.database.connection
  expect(statements.flatMap((statement) => walks(tables, statement))).toEqual([])
})
