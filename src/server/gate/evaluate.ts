import type { GateFinding, GateReason, GateSource } from '#contract/responses/gate.ts'
import { matchesAnyRef } from '#lib/text/ref-pattern.ts'
import { findingTypes, fromCode, scanStatuses, severities } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { mergeQueueOf } from '#server/db/merge-queue.ts'
import { type ExportOrigin, findingUrl } from '#server/findings/export/addresses.ts'
import { type GateRef, type GateRequest, gateRefs } from '#server/records/gate/request.ts'
import {
  baseScan,
  failedRunsSince,
  type GateScan,
  isFailed,
  isImporting,
  newestCommit,
  newestOnRef,
  scansOfCommit,
} from '#server/records/gate/scans.ts'
import type { Evaluation, GateDocument, StoredVerdict } from '#server/records/gate/stored.ts'
import { policyRevision } from '#server/records/policies/revision.ts'
import { type NewFinding, newFindings } from './compare.ts'
import { isPreventing, reasons } from './reasons.ts'
import { type GateRule, gateRules } from './rules.ts'

/** What an evaluation is made in, beside the reader's snapshot. */
export interface GateContext {
  origin: ExportOrigin
  /** Milliseconds since 1970. */
  now: number
  /** The newest stored verdict of the same comparison. */
  previous: StoredVerdict | null
}

/** The most findings that a verdict lists; its counts cover all. */
const maxFindings = 500

type Mode = GateRule['mode']
type Effect = GateFinding['effect']

/** What a finding does to the verdict; null where it is none of the gate's business. */
function effectOf(mode: Mode, { cause }: NewFinding): Effect | null {
  if (mode !== 'MODE_BLOCK' && mode !== 'MODE_COMMENT') return null
  if (cause === 'newly_detected') return 'inform'
  return mode === 'MODE_BLOCK' ? 'block' : 'comment'
}

interface SourceOutcome {
  source: GateSource
  newRules: readonly number[] | null
  reasons: readonly GateReason[]
  findings: readonly GateFinding[]
  /** The best verdict that the scan allows, if nothing blocks. */
  limit: GateDocument['verdict']
  /** How many more findings would block if nobody had ignored them. */
  excepted: number
}

/**
 * Evaluates a commit: by the modes and decisions of the reader's snapshot, over the newest scan of each source.
 * A handful of statements for each source, none for each finding.
 * Source: docs/gate.md#what-counts.
 */
export async function evaluate(
  reader: Reader,
  request: GateRequest,
  context: GateContext,
): Promise<Evaluation> {
  const { origin, now } = context
  const { deploymentId, project, commit } = request
  const scans = await scansOfCommit(reader, request)
  const base = await baseOf(reader, request, scans[0]?.refName ?? request.ref)
  const outcomes: SourceOutcome[] = []
  for (const scan of scans) outcomes.push(await evaluateSource(reader, { request, base, scan, context }))
  const findings = outcomes.flatMap((outcome) => outcome.findings).sort(byEffect)
  const found = [
    ...(scans.length === 0 ? [await missingScan(reader, request, now)] : []),
    ...(scans.length > 0 && (await isImporting(reader, request, now)) ? [reasons.importing()] : []),
    ...project.settings.required_sources
      .filter((required) => !scans.some((scan) => isOf(scan, required)))
      .map((required) => reasons.waiting(required)),
    ...(scans.length > 0 ? base.reasons : []),
    ...outcomes.flatMap((outcome) => outcome.reasons),
  ]
  const count = (effect: Effect) => findings.filter((finding) => finding.effect === effect).length
  const counts = { block: count('block'), comment: count('comment'), inform: count('inform') }
  const limits = new Set(outcomes.map(({ limit }) => limit))
  const isPrevented = limits.has('none') || found.some(isPreventing)
  const excepted = outcomes.reduce((sum, outcome) => sum + outcome.excepted, 0)
  const [newest] = [...scans].sort((left, right) => right.startedAt - left.startedAt)
  const document: GateDocument = {
    verdict: counts.block > 0 || limits.has('fail') ? 'fail' : isPrevented ? 'none' : 'pass',
    project: project.name,
    commit,
    ref: newest?.refName ?? request.ref,
    pull_request: newest?.pullRequest ?? null,
    base_ref: base.name,
    strict: request.isStrict,
    reasons: found,
    sources: outcomes.map(({ source }) => source),
    counts,
    // A verdict without any says the same as one of before they were counted.
    ...(excepted > 0 ? { excepted } : {}),
    findings: findings.slice(0, maxFindings),
    policy_revision: await policyRevision(reader, deploymentId),
    url: `${origin.publicUrl}/d/${origin.slug}/${newest ? `scans/${newest.id}` : `projects/${encodeURIComponent(project.name)}`}`,
  }
  return { document, scanId: newest?.id ?? null, newRules: rulesOf(outcomes) }
}

function rulesOf(outcomes: readonly SourceOutcome[]): number[] | null {
  const rules = new Set<number>()
  for (const { newRules } of outcomes) {
    if (newRules === null) return null
    for (const rule of newRules) rules.add(rule)
  }
  return [...rules]
}

const isOf = (scan: GateScan, { tool, category }: { tool: string; category: string | null }) =>
  scan.tool.toLowerCase() === tool.toLowerCase() && (category === null || scan.category === category)

const effects: readonly Effect[] = ['block', 'comment', 'inform']

function byEffect(left: GateFinding, right: GateFinding) {
  return (
    effects.indexOf(left.effect) - effects.indexOf(right.effect) ||
    severities.indexOf(right.severity) - severities.indexOf(left.severity) ||
    (left.path ?? '').localeCompare(right.path ?? '', 'en') ||
    (left.line ?? 0) - (right.line ?? 0) ||
    left.id - right.id
  )
}

async function missingScan(reader: Reader, request: GateRequest, now: number): Promise<GateReason> {
  if (request.commit === null) return reasons.noCommit(request.project)
  if (await isImporting(reader, request, now)) return reasons.importing()
  const newest = await newestCommit(reader, request)
  return newest === null || newest === request.commit
    ? reasons.noScan(request.project, request.commit)
    : reasons.otherCommit(request.commit, newest)
}

interface Base {
  /** null where the project has no such ref. */
  ref: GateRef | null
  name: string | null
  reasons: readonly GateReason[]
}

async function baseOf(reader: Reader, request: GateRequest, ref: string | null): Promise<Base> {
  const { deploymentId, project } = request
  const name = request.base ?? mergeQueueOf(ref)?.target ?? null
  const { primary, named } = await gateRefs(reader, deploymentId, project.id, name === null ? [] : [name])
  if (name === null || name === primary?.name) {
    return { ref: primary, name: primary?.name ?? null, reasons: [] }
  }
  const base = named.get(name) ?? null
  const isProtected = name === project.primaryBranch || matchesAnyRef(project.settings.protected_refs, name)
  return {
    ref: base,
    name,
    reasons: [
      ...(base === null ? [reasons.noBaseRef(name)] : []),
      ...(isProtected ? [] : [reasons.baseNotProtected(name)]),
    ],
  }
}

interface SourceRequest {
  request: GateRequest
  base: Base
  scan: GateScan
  context: GateContext
}

async function evaluateSource(reader: Reader, input: SourceRequest): Promise<SourceOutcome> {
  const { request, base, scan, context } = input
  const { deploymentId, project, isStrict } = request
  const { failed_runs: ofFailedRuns, count_suppressed: countSuppressed } = project.settings
  const whyFailed = (verdict: SourceOutcome['limit']) =>
    isFailed(scan) ? [reasons.failed(scan, verdict)] : []
  const none = (limit: SourceOutcome['limit'], ...why: GateReason[]): SourceOutcome => ({
    source: toSource(scan, null, []),
    newRules: null,
    reasons: why,
    findings: [],
    limit,
    excepted: 0,
  })
  if (!scan.isApplied && scan.isHeld) return none('none', reasons.held(scan))
  if (!scan.isApplied && !isFailed(scan)) return none('none', reasons.incomplete(scan))
  const usualLimit = isFailed(scan) ? ofFailedRuns : 'pass'
  if (!scan.isApplied) return none(usualLimit, ...whyFailed(usualLimit))
  const newest = await newestOnRef(reader, deploymentId, project.id, scan)
  if (newest && newest.id !== scan.id) return none('none', reasons.newerScan(scan))
  const baseline = base.ref && (await baseScan(reader, deploymentId, project.id, scan, base.ref.id))
  if (!baseline && !isStrict)
    return none(usualLimit, ...whyFailed(usualLimit), reasons.noBaseline(scan, base.name, false))
  const { counting, excepted } = await newFindings(reader, {
    deploymentId,
    head: scan,
    base: baseline,
    failedRuns: baseline ? await failedRunsSince(reader, deploymentId, project.id, baseline) : [],
    countSuppressed,
    now: context.now,
    renamedFiles: request.renamedFiles,
    isUnchanged: unchangedFiles(request, context.previous, scan, baseline),
  })
  const rules = await gateRules(
    reader,
    deploymentId,
    project.id,
    new Set([...counting, ...excepted].map(({ ruleId }) => ruleId)),
    { ...scan, projectId: project.id },
  )
  const isBlocking = (row: NewFinding) => effectIn(rules, row) === 'block'
  // What a failed run did not find may be there or not.
  const isFound = ({ lastSeenScanId }: NewFinding) => !isFailed(scan) || lastSeenScanId === scan.id
  const rows = counting.filter(isFound)
  const isUnknown = counting.some((row) => !isFound(row) && isBlocking(row))
  const limit = usualLimit === 'pass' && isUnknown ? 'none' : usualLimit
  const findings = rows.flatMap((row) => toFinding(row, rules.get(row.ruleId), context.origin) ?? [])
  return {
    source: toSource(scan, baseline, findings),
    newRules: baseline
      ? rows.flatMap(({ cause, ruleId }) => (cause === 'newly_detected' ? [] : ruleId))
      : null,
    reasons: [...whyFailed(limit), ...(baseline ? [] : [reasons.noBaseline(scan, base.name, true)])],
    findings,
    limit,
    excepted: excepted.filter((row) => isFound(row) && isBlocking(row)).length,
  }
}

/**
 * Tells which files are the same in the base: all but the changed ones of the request, else those that were the same when
 * these two scans were compared before.
 */
function unchangedFiles(
  { changedFiles }: GateRequest,
  previous: StoredVerdict | null,
  scan: GateScan,
  base: GateScan | null,
): (path: string) => boolean {
  if (changedFiles !== null) return (path) => !changedFiles.has(path)
  const isSame = previous?.document.sources.some(
    (source) => source.scan_id === scan.id && source.base?.id === base?.id,
  )
  const known = new Set(isSame ? previous?.unchangedFiles : [])
  return (path) => known.has(path)
}

const effectIn = (rules: ReadonlyMap<number, GateRule>, row: NewFinding) => {
  const rule = rules.get(row.ruleId)
  return rule ? effectOf(rule.mode, row) : null
}

function toFinding(row: NewFinding, rule: GateRule | undefined, origin: ExportOrigin): GateFinding | null {
  const effect = rule ? effectOf(rule.mode, row) : null
  if (!rule || effect === null) return null
  const type = fromCode(findingTypes, row.type)
  return {
    id: row.id,
    issue_type: type,
    rule_name: rule.path,
    title: rule.title,
    severity: fromCode(severities, row.severity),
    path: row.path,
    line: row.line,
    dependency: row.package === null ? null : `${row.package}@${row.version ?? ''}`.replace(/@$/, ''),
    mode: rule.mode,
    policy: rule.policy,
    effect,
    cause: row.cause,
    url: findingUrl(origin, type, row.id),
  }
}

function toSource(scan: GateScan, base: GateScan | null, findings: readonly GateFinding[]): GateSource {
  const count = (effect: Effect) => findings.filter((finding) => finding.effect === effect).length
  return {
    tool: scan.tool,
    category: scan.category,
    scan_id: scan.id,
    status: fromCode(scanStatuses, scan.status),
    base: base && {
      id: base.id,
      ref: base.refName,
      commit: base.commit,
      started_at: new Date(base.startedAt).toISOString(),
    },
    blocking: count('block'),
    commenting: count('comment'),
  }
}
