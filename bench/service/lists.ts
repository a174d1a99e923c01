import { type Row, rowOf } from '../row.ts'
import { sendRequest, timeInTurn } from './processes.ts'
import type { BenchSetup } from './setup.ts'

const part = 'service'
const unit = 'ms'
const day = 86_400_000

type Case = [what: string, path: string, atMost: number, body?: object]

/** The lists of projects, policies, rules and scans as their pages ask for them, and the findings of a project by day. */
export async function lists(setup: BenchSetup): Promise<Row[]> {
  const { base } = setup.service
  const { id, policy, rules, rule } = await namesFor(setup)
  const at = (path: string) => `/api/v1/deployments/${id}${path}`
  const since = new Date((await newestScan(setup, at('/scans/search'))) - 30 * day).toISOString()
  const modes = { rulePaths: rules, policyMode: 'MODE_BLOCK' }
  const filtered = 'q=a&last_scan=failed&open_critical=true'
  const cases: Case[] = [
    ['projects, 100 with open findings', setup.at('/projects?include=summary'), 100],
    ['projects, 3000 with open findings', setup.at('/projects?page_size=3000&include=summary'), 120],
    ['projects, most open first', setup.at('/projects?include=summary&sort=-open'), 100],
    ['facets of projects', setup.at('/projects?page_size=1&include=facets'), 100],
    ['facets of projects, filtered', setup.at(`/projects?page_size=1&include=facets&${filtered}`), 100],
    ['policies with their counts', at('/policies?include=counts'), 100],
    [`1000 rules of a policy of ${rules.length}`, at(`/policies/${policy}?limit=1000`), 100],
    ['the same, most open first', at(`/policies/${policy}?limit=1000&sort=-open_findings`), 100],
    ['facets of its rules', at(`/policies/${policy}?limit=1&include=counts,facets`), 100],
    [`impact of blocking ${rules.length} rules`, at(`/policies/${policy}/impact`), 300, modes],
    ['page of the rule with most findings', at(`/rules/${rule}`), 300],
    ['scans, first page', at('/scans/search'), 100, { limit: 200 }],
    ['facets of scans of 30 days', at('/scans/facets'), 300, { since }],
    ['facets of all scans', at('/scans/facets'), 300, {}],
    ['durations of scans of 30 days', at('/scans/durations'), 100, { since }],
    ['a project by day, 90 days', setup.at(`/findings/trend?days=90&repos=${setup.project}`), 150],
    ['all code findings by day, 90 days', setup.at('/findings/trend?days=90'), 150],
    ['overview, 90 days', setup.at('/overview?period=90d'), 150],
  ]
  const rows: Row[] = []
  for (const [what, path, atMost, body] of cases) {
    const options = body ? { method: 'POST', body } : {}
    const [samples = []] = await timeInTurn([[base, path, options]], { times: 20, before: setup.change })
    rows.push(
      rowOf({ part, unit, what, target: `p95 ≤ ${atMost} ms` }, samples, null, (p95) => p95 <= atMost),
    )
  }
  return rows
}

/** The deployment's number, its policy with most rules, their paths, and the rule with most findings. */
async function namesFor(setup: BenchSetup) {
  const { base } = setup.service
  const getJson = async (path: string) => JSON.parse((await sendRequest(base, path)).text)
  const id: string = (await getJson('/api/v1/deployments')).deployments[0].id
  const { policies } = await getJson(`/api/v1/deployments/${id}/policies?include=counts`)
  const sizes = policies.map((one: { id: string; counts: { rules: Record<string, number> } }) => ({
    id: one.id,
    rules: Object.values(one.counts.rules).reduce((sum, count) => sum + count, 0),
  }))
  sizes.sort((one: { rules: number }, other: { rules: number }) => other.rules - one.rules)
  const policy: string = sizes[0].id
  const rules: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { rules: { path: string }[]; cursor: string } = await getJson(
      `/api/v1/deployments/${id}/policies/${policy}?limit=2000&cursor=${encodeURIComponent(cursor)}`,
    )
    rules.push(...page.rules.map(({ path }) => path))
    cursor = page.cursor || null
  }
  return { id, policy, rules, rule: setup.rules[0] ?? '' }
}

async function newestScan(setup: BenchSetup, path: string): Promise<number> {
  const { text } = await sendRequest(setup.service.base, path, { method: 'POST', body: { limit: 200 } })
  // The first in the list are queued and have no start.
  const scans: { started_at: string | null }[] = JSON.parse(text).scans
  const started = scans.find(({ started_at }) => started_at !== null)
  if (!started?.started_at) throw new Error('no scan has started')
  return Date.parse(started.started_at)
}
