import type { activityKinds } from '#contract/overview-vocabulary.ts'
import type { ActivityAnswer } from '#contract/responses/overview.ts'
import { findingTypes } from '#contract/vocabulary.ts'
import { type RecentEvent, recentEvents } from '#server/audit/recent-events.ts'
import type { Reader } from '#server/db/database.ts'
import { readFindingTitles } from '#server/findings/list/finding-titles.ts'
import { hasScope, type Principal } from '#server/http/principal.ts'
import { type RecentVerdict, recentVerdicts } from '#server/records/gate/recent-verdicts.ts'

type Entry = ActivityAnswer['entries'][number]
type Kind = (typeof activityKinds)[number]

/** What everybody may know who reads findings: their history and the history of policies tell the same. */
const kindsOfReaders: Readonly<Record<string, Kind>> = {
  'findings.triaged': 'triaged',
  'job.made': 'triaged',
  'vex.imported': 'triaged',
  'findings.triage_undone': 'triage_undone',
  'job.undone': 'triage_undone',
  'approval.requested': 'requested',
  'approval.approved': 'approved',
  'approval.declined': 'declined',
  'finding.commented': 'commented',
  'policy.changed': 'modes_changed',
}
const kindsOfExporters: Readonly<Record<string, Kind>> = { 'sbom.exported': 'exported' }
const kindsOfAdmins: Readonly<Record<string, Kind>> = {
  'settings.changed': 'settings_changed',
  'owner_rules.changed': 'settings_changed',
}

/**
 * Returns what people and pipelines did last in a deployment, newest first, as far as a principal may know it. Three
 * statements of bounded cost.
 * Source: docs/api.md#overview.
 */
export async function listActivity(
  reader: Reader,
  deploymentId: number,
  { principal, limit }: { principal: Principal; limit: number },
): Promise<ActivityAnswer> {
  const kinds = {
    ...kindsOfReaders,
    ...(hasScope(principal, 'sbom:export') ? kindsOfExporters : {}),
    ...(hasScope(principal, 'admin') ? kindsOfAdmins : {}),
  }
  const events = await recentEvents(reader, deploymentId, new Set(Object.keys(kinds)), limit)
  const verdicts = await recentVerdicts(reader, deploymentId, limit)
  const dated = [
    ...events.map((event) => ({ at: event.at, entry: entryOf(event, kinds[event.action] ?? 'triaged') })),
    ...verdicts.map((verdict) => ({ at: verdict.at, entry: entryOfVerdict(verdict) })),
  ]
  const newest = dated.sort((one, other) => other.at - one.at).slice(0, limit)
  const ids = newest.flatMap(({ entry }) => entry.finding?.id ?? [])
  const known = await readFindingTitles(reader, deploymentId, ids)
  return {
    entries: newest.map(({ entry }) => {
      const finding = entry.finding && known.get(entry.finding.id)
      return finding
        ? { ...entry, issue_type: finding.type, finding: { id: finding.id, title: finding.title } }
        : { ...entry, finding: null }
    }),
  }
}

const nothing = {
  count: null,
  issue_type: null,
  finding: null,
  state: null,
  target: null,
  policy_id: null,
  scan_id: null,
  pull_request: null,
}

function entryOf(event: RecentEvent, kind: Kind): Entry {
  const { owner, to } = event.detail
  // A decision that set an owner and no state.
  return kind === 'triaged' && typeof to !== 'string' && owner !== undefined
    ? { ...anyEntry(event, 'assigned'), target: typeof owner === 'string' ? owner : null }
    : anyEntry(event, kind)
}

/** The number of findings, each once on however many branches, as the audit log says it. */
const countOf = (detail: RecentEvent['detail']) =>
  numberIn(detail, 'flaws') ?? numberIn(detail, 'count') ?? numberIn(detail, 'done')

function anyEntry({ id, at, actor, action, target, detail }: RecentEvent, kind: Kind): Entry {
  const named = kind === 'commented' ? Number(target) : idIn(detail['finding'])
  const { policyId, policy, scanId, to } = detail
  // The target of a decision is the number of its change; that of a job, a request and a comment an id, too.
  const isNamed = /^(policy|sbom|settings|vex)\./.test(action) || typeof scanId === 'number'
  return {
    ...nothing,
    id: `event.${id}`,
    at: new Date(at).toISOString(),
    who: actor,
    kind,
    count: countOf(detail) ?? (kind === 'commented' ? 1 : null),
    issue_type: findingTypes.find((type) => type === detail['issue_type']) ?? null,
    finding: Number.isInteger(named) ? { id: named ?? 0, title: '' } : null,
    state: kind === 'triaged' && typeof to === 'string' ? to : null,
    // A change of modes is told by its policy, whichever rules it was about.
    target: typeof policy === 'string' ? policy : isNamed ? target : null,
    policy_id: typeof policyId === 'string' ? policyId : null,
    scan_id: typeof scanId === 'number' ? scanId : null,
  }
}

const numberIn = (detail: RecentEvent['detail'], name: string): number | null => {
  const value = detail[name]
  return typeof value === 'number' ? value : null
}

const idIn = (named: unknown): number | null =>
  typeof named === 'object' && named !== null && 'id' in named && typeof named.id === 'number'
    ? named.id
    : null

const entryOfVerdict = ({ id, at, actor, verdict, project, scanId, pullRequest }: RecentVerdict): Entry => ({
  ...nothing,
  id: `verdict.${id}`,
  at: new Date(at).toISOString(),
  who: actor,
  kind: 'verdict',
  state: verdict,
  target: project,
  scan_id: scanId,
  pull_request: pullRequest,
})
