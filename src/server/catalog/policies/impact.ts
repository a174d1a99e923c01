import { sql } from 'kysely'
import type { Impact } from '#contract/responses/policies.ts'
import { scanStatuses, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { contains, jsonField, valuesOf } from '#server/db/sql.ts'
import { forEachOpen } from '#server/findings/counts/open-rows.ts'
import { scansOfRules } from '#server/findings/counts/scans-of-rules.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { pullRequestVerdicts } from '#server/records/gate/pull-request-verdicts.ts'
import { blockingLevel, commentingLevel, readModeFacts } from '#server/records/policies/effective-modes.ts'
import { policyRevision } from '#server/records/policies/revision.ts'
import { type ModeRequest, readTargets, type Target } from './change-modes.ts'
import { type Effect, ModeEffects, readProjectIds, withModes } from './mode-effects.ts'
import { pullRequestUrl } from './pull-request-link.ts'
import { openFindingsByRule } from './rule-counts.ts'

const thirtyDaysMs = 30 * 24 * 3600_000
const maxExamples = 5
const maxAffected = 1000
const products = ['PRODUCT_SAST', 'PRODUCT_SCA', 'PRODUCT_SECRETS']

/**
 * Returns the impact of a change of modes without changing anything. Open findings are counted as in the list of the
 * policy's rules; pull requests are those of the last 30 days in which a rule had a new finding.
 * @throws HttpError 404 for a rule that the policy does not contain.
 * Source: docs/api.md#impact.
 */
export async function readImpact(
  view: FindingsSnapshot,
  policy: { id: number; deployment_id: number; product_type: number },
  requests: readonly ModeRequest[],
  now: number,
): Promise<Impact> {
  const { reader } = view
  const deploymentId = policy.deployment_id
  const from = now - thirtyDaysMs
  const targets = await readTargets(reader, policy, requests)
  const effects = await effectsOf(reader, policy, targets)
  const ids = effects.changedRules()
  const openOf = await openFindingsByRule(view, deploymentId, {
    policyId: policy.id,
    productType: policy.product_type,
  })
  const sum = (of: readonly number[]) => of.reduce((all, id) => all + openOf(id), 0)
  const known = await rulesThatRan(reader, deploymentId, ids, from)
  const request = { deploymentId, from, ids }
  return {
    rules: ids.length,
    changed: targets.filter(({ row, mode }) => row.mode !== mode).length,
    openFindings: sum(targets.map(({ row }) => row.id)),
    leaving: await countLeaving(view, deploymentId, effects),
    pullRequests:
      ids.length > 0 && known === 0
        ? { ...unknownRules, examples: [], affected: [] }
        : await pullRequestsOf(view, effects, { ...request, type: policy.product_type }),
    known,
    revision: await policyRevision(reader, deploymentId),
    basis: {
      from: new Date(from).toISOString(),
      scans: await scansSince(reader, deploymentId, policy.product_type, from),
    },
  }
}

const unknownRules = { commented: null, blocked: null, noLongerCommented: null, noLongerBlocked: null }

async function effectsOf(
  reader: Reader,
  { id, deployment_id: deploymentId }: { id: number; deployment_id: number },
  targets: readonly Target[],
): Promise<ModeEffects> {
  const projects = await readProjectIds(reader, deploymentId)
  const before = await readModeFacts(reader, deploymentId, {
    rules: targets.map(({ row }) => row.id),
  })
  const after = withModes(before, id, new Map(targets.map(({ row, mode }) => [row.id, mode])))
  return new ModeEffects(before, after, projects)
}

/** The open findings whose rule becomes less strict in their project. */
async function countLeaving(view: FindingsSnapshot, deploymentId: number, effects: ModeEffects) {
  const relaxed = effects.relaxedRules()
  let leaving = 0
  if (relaxed.size === 0) return leaving
  await forEachOpen(view, deploymentId, (project, rule) => {
    if (relaxed.has(rule) && effects.isRelaxed(project, rule)) leaving += 1
  })
  return leaving
}

/**
 * Counts the rules known to have run since `from`: a scan since then reported a finding of the rule, or found one
 * fixed. Scanners do not report which rules ran without findings.
 */
async function rulesThatRan(reader: Reader, deploymentId: number, ids: readonly number[], from: number) {
  // Without a scan in the period the query would read every finding of every rule.
  const ran = await reader
    .selectFrom('scan')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('started_at', '>=', from)
    .limit(1)
    .executeTakeFirst()
  if (!ran) return 0
  const { count } = await reader
    .selectFrom('rule')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(ids))
    .where(
      sql<boolean>`exists (select 1 from finding
        where finding.deployment_id = ${deploymentId} and finding.rule_id = rule.id
        and finding.removed = 0 and exists (select 1 from scan
          where scan.deployment_id = ${deploymentId} and scan.id in (finding.last_seen_scan_id, finding.fixed_scan_id) and scan.started_at >= ${from}))`,
    )
    .executeTakeFirstOrThrow()
  return count
}

async function scansSince(reader: Reader, deploymentId: number, product: number, from: number) {
  const { count } = await reader
    .selectFrom('scan')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deployment_id', '=', deploymentId)
    .where('started_at', '>=', from)
    // Written out so that SQLite uses the index of completed scans.
    .where(sql<boolean>`status = ${sql.lit(toCode(scanStatuses, 'SCAN_STATUS_COMPLETED'))}`)
    .where(contains(sql.ref('enabled_products_json'), sql.val(`"${products[product] ?? ''}"`)))
    .executeTakeFirstOrThrow()
  return count
}

interface PullRequest extends Effect {
  number: number | string
  projectId: number
  scanId: number
  at: number
}

async function pullRequestsOf(
  view: FindingsSnapshot,
  effects: ModeEffects,
  request: { deploymentId: number; type: number; ids: readonly number[]; from: number },
) {
  const affected = await pullRequestsTouchedBy(view, effects, request)
  const countedIn = (count: PullRequestCount) => affected.filter((one) => countsOf[count](one))
  const listed = affected.filter((one) => namesOfCounts.some((count) => countsOf[count](one)))
  const described = await describePullRequests(
    view.reader,
    request.deploymentId,
    listed.slice(0, maxAffected),
  )
  return {
    commented: countedIn('commented').length,
    blocked: countedIn('blocked').length,
    noLongerCommented: countedIn('noLongerCommented').length,
    noLongerBlocked: countedIn('noLongerBlocked').length,
    examples: described.slice(0, maxExamples).map(({ url, title, project }) => ({ url, title, project })),
    affected: described,
  }
}

const namesOfCounts = ['commented', 'blocked', 'noLongerCommented', 'noLongerBlocked'] as const
type PullRequestCount = (typeof namesOfCounts)[number]

const gains = (level: number, { before, after }: Effect) => before < level && after >= level

/** Which pull requests each count counts. */
const countsOf: Record<PullRequestCount, (effect: Effect) => boolean> = {
  commented: (effect) => gains(commentingLevel, effect),
  blocked: (effect) => gains(blockingLevel, effect),
  noLongerCommented: ({ before, after }) => gains(commentingLevel, { before: after, after: before }),
  noLongerBlocked: ({ before, after }) => gains(blockingLevel, { before: after, after: before }),
}

const pullRequestId = jsonField(sql.ref('scan.meta_json'), 'pull_request_id')

/**
 * The pull requests in which one of the rules had a new finding, newest first, and the effect of the change on them. What
 * is new is known from the stored verdict where there is one, else from the scan that saw a finding first.
 */
async function pullRequestsTouchedBy(
  view: FindingsSnapshot,
  effects: ModeEffects,
  { deploymentId, type, ids, from }: Parameters<typeof pullRequestsOf>[2],
): Promise<PullRequest[]> {
  const touched = scansOfRules(view, { type, ruleIds: ids, from })
  const scanIds = new Set(touched.map(({ scanId }) => scanId))
  const scans = await pullRequestScans(view.reader, deploymentId, { scanIds: [...scanIds], from })
  const pullRequests = new Map<string, PullRequest>()
  for (const { ruleId, scanId } of touched) {
    const scan = scans.get(scanId)
    if (!scan) continue
    const { number, projectId, at } = scan
    const [effect] = changedIn(effects, projectId, ruleId)
    if (!effect) continue
    const key = `${projectId} ${number}`
    const known = pullRequests.get(key)
    pullRequests.set(key, {
      number,
      projectId,
      scanId: Math.max(scanId, known?.scanId ?? 0),
      at: Math.max(at, known?.at ?? 0),
      before: Math.max(effect.before, known?.before ?? 0),
      after: Math.max(effect.after, known?.after ?? 0),
    })
  }
  for (const { newRules, ...verdict } of await pullRequestVerdicts(view.reader, deploymentId, from)) {
    const own = newRules.flatMap((ruleId) => changedIn(effects, verdict.projectId, ruleId))
    const key = `${verdict.projectId} ${verdict.number}`
    const before = Math.max(...own.map((effect) => effect.before))
    const after = Math.max(...own.map((effect) => effect.after))
    if (own.length > 0) pullRequests.set(key, { ...verdict, before, after })
    else pullRequests.delete(key)
  }
  return [...pullRequests.values()].sort((one, other) => other.at - one.at || other.scanId - one.scanId)
}

/** The effect of a change on a rule in a project, if there is one. */
function changedIn(effects: ModeEffects, projectId: number, ruleId: number): Effect[] {
  const effect = effects.effectOf(projectId, ruleId)
  return effect.before === effect.after ? [] : [effect]
}

/** The given scans that are of pull requests and began since `from`, by id. */
async function pullRequestScans(
  reader: Reader,
  deploymentId: number,
  { scanIds, from }: { scanIds: readonly number[]; from: number },
) {
  const rows = await reader
    .selectFrom('scan')
    .select(['id', 'project_id as projectId', 'started_at as at', pullRequestId.as('number')])
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(scanIds))
    .where('started_at', '>=', from)
    .where(pullRequestId, 'is not', null)
    .execute()
  return new Map(rows.map(({ id, number, ...scan }) => [id, { ...scan, number: number ?? '' }]))
}

async function describePullRequests(reader: Reader, deploymentId: number, affected: readonly PullRequest[]) {
  const rows = await reader
    .selectFrom('scan')
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'scan.deployment_id')
        .onRef('project.id', '=', 'scan.project_id'),
    )
    .select([
      'scan.id',
      'project.name',
      'project.url',
      jsonField(sql.ref('scan.meta_json'), 'pull_request_title').as('title'),
    ])
    .where('scan.deployment_id', '=', deploymentId)
    .where('scan.id', 'in', valuesOf(affected.map(({ scanId }) => scanId)))
    .execute()
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return affected.flatMap((one) => {
    const { scanId, number } = one
    const row = rowOf.get(scanId)
    if (!row) return []
    return [
      {
        counted: namesOfCounts.filter((count) => countsOf[count](one)),
        number: String(number),
        url: pullRequestUrl(row.url, number),
        title: row.title,
        project: row.name,
        scan: String(scanId),
      },
    ]
  })
}
