import { secretsFile } from './scan-file.ts'
import { sendRequest } from './service.ts'
import type { Workspace } from './workspace.ts'

const day = 24 * 3600_000
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString()

/** High findings are due after 30 days, those of projects with the tag `public` after one. */
const dueDates = {
  days: { critical: 7, high: 30, medium: 90, low: null },
  tags: [{ tag: 'public', days: { critical: 1, high: 1, medium: 1, low: 1 } }],
}

const foundAgo = (age: number, id: number) => ({
  ...{ id, rule_name: `rules.after-${age}`, rule: { name: `rules.after-${age}` }, severity: 'high' },
  ...{ state: 'unresolved', status: 'open', triage_state: 'untriaged', match_based_id: `id-${id}` },
  ...{ created_at: daysAgo(age), relevant_since: daysAgo(age), ref: 'refs/heads/main' },
  repository: { name: 'acme/shop', url: null },
  location: { filePath: `src/after-${age}.py`, line: 1, column: 1, endLine: 1, endColumn: 9 },
  external_ticket: { external_slug: 'SHOP-9', url: 'https://tickets.example/SHOP-9' },
  click_to_fix_prs: [{ created_at: daysAgo(age), url: 'https://git.example/1', state: 'open' }],
})

const found_dependency = { package: 'lodash', version: '4.17.20', ecosystem: 'npm', transitivity: 'direct' }

/**
 * Turns due dates on, and uploads findings of each type: overdue, due within a week, due later; and in code, fixed in
 * time and late.
 */
export async function uploadDueFindings(workspace: Workspace): Promise<void> {
  const { service, slug } = workspace
  await sendRequest(service, 'PATCH', `/deployments/${slug}/settings`, { body: { dueDates } })
  const ages = [40, 27, 1]
  const code = ages.map((age, index) => ({
    ...foundAgo(age, index + 1),
    assistant: { autotriage: { verdict: 'true_positive', reason: 'It is reachable.' } },
  }))
  const packages = ages.map((age, index) => ({
    ...foundAgo(age, index + 11),
    found_dependency,
    vulnerability_identifier: `CVE-2021-2333${index}`,
  }))
  for (const fixed of [[foundAgo(50, 21), foundAgo(5, 22)], []]) {
    const sastFindings = { findings: [...code, ...fixed] }
    await workspace.upload('acme/shop', JSON.stringify({ sastFindings, scaFindings: { findings: packages } }))
  }
  const secrets = ['ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5', 'abc0123456789abcdefABCDEF']
  await workspace.upload('acme/web', secretsFile(secrets.map((value, at) => ({ value, line: at + 7 }))))
  const tags = `/deployments/${slug}/projects/${encodeURIComponent('acme/web')}/tags`
  await sendRequest(service, 'PUT', tags, { body: ['public'] })
}
