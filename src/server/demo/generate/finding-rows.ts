import { hash } from 'node:crypto'
import { deriveStatus } from '#contract/finding-status.ts'
import {
  confidences,
  findingTypes,
  severities,
  states,
  statuses,
  toCode,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import { packageLabel } from '#server/findings/public.ts'
import { people } from '../organisation/people.ts'
import type { ProjectPlan } from '../organisation/projects.ts'
import { notes } from '../organisation/texts.ts'
import type { Random } from '../random.ts'
import type { Content } from './content.ts'
import type { DecidedFinding, RecordedDecision } from './decisions.ts'
import type { Extras } from './extras.ts'
import type { Instance } from './lifecycle.ts'
import type { DemoRow, Ids, RowOf } from './rows.ts'
import { type BookRule, platformLanguages, type RuleBook } from './rule-book.ts'

export interface RowContext {
  deploymentId: number
  projectId: number
  sourceId: number
  plan: ProjectPlan
  url: string | null
  ids: Ids
  random: Random
  book: RuleBook
}

/** One fingerprint of a project: what was found, where it stands, what people decided. */
export interface Fingerprint {
  content: Content
  instances: readonly Instance[]
  triage: RecordedDecision | null
  /** An earlier decision that a return of the finding undid. */
  earlier: RecordedDecision | null
  reopened: boolean
  extras: (id: number, instance: Instance) => Extras
}

const ticketActor = (random: Random): string => random.pick(people).name

type OnDecided = (changeId: number, finding: DecidedFinding) => void

/** Writes the rows of a fingerprint, one finding for each ref; `decided` is told of each finding a change decided. */
export function* findingRows(
  fingerprint: Fingerprint,
  context: RowContext,
  decided: OnDecided,
): Generator<DemoRow> {
  const { content } = fingerprint
  const { deploymentId, ids, random } = context
  const { rule } = content
  const identity = hash(
    'sha256',
    JSON.stringify([context.projectId, rule.path, content.path, content.key, content.startLine]),
  )
  const syntactic = hash('sha256', JSON.stringify(['code', rule.path, content.path, content.matched]))
  const withoutSyntactic = random.chance(0.02)
  const confidence =
    rule.confidence === null || random.chance(0.015) ? null : toCode(confidences, rule.confidence)
  const policyId = policyOf(rule, context)
  let flawId: number | undefined
  for (const instance of fingerprint.instances) {
    const id = ids.next('finding')
    flawId ??= id
    const shift = instance.ref.primary ? 0 : random.pick([0, 0, 0, 1, 2, 5, 9])
    // Nothing comes before what a file begins with.
    const isTop = content.startLine === 1 && content.match?.line === 0
    const startLine = isTop ? 1 : content.startLine + shift
    const standing = standingOf(fingerprint, instance)
    const extras = fingerprint.extras(id, instance)
    const document = { ...content.document, ...extras.document }
    const url = lineUrl(context.url, content, instance, startLine)
    if (url !== null) {
      document.line_of_code_url = url
      if (rule.type === 'sca') document.lockfile_line_url = url
    }
    if (rule.type === 'secrets' && document.secret && context.url !== null) {
      document.secret = {
        ...document.secret,
        refUrl: `${context.url}/tree/${instance.ref.name.replace(/^refs\/(heads\/)?/, '')}`,
      }
    }
    const relevant = (instance.cameBack ?? instance.first).completedAt
    const changed = instance.fixedBy?.completedAt ?? relevant
    yield {
      table: 'finding',
      row: {
        id,
        deployment_id: deploymentId,
        type: toCode(findingTypes, rule.type),
        project_id: context.projectId,
        ref_id: instance.ref.id,
        on_primary: instance.ref.primary ? 1 : 0,
        rule_id: rule.id,
        policy_id: policyId,
        source_id: context.sourceId,
        category_set_id: rule.categorySetId,
        match_based_id: `${identity}_0`,
        flaw_id: flawId,
        syntactic_id: withoutSyntactic ? null : `${syntactic}_0`,
        severity: toCode(severities, rule.severity),
        confidence,
        state: toCode(states, instance.state),
        triage_state: toCode(triageStates, standing.triage),
        triage_reason: standing.reason === null ? null : toCode(triageReasons, standing.reason),
        triage_comment: standing.note,
        triaged_at: standing.at,
        triaged_by: standing.by,
        triage_change_id: standing.changeId,
        status: toCode(statuses, deriveStatus(instance.state, standing.triage)),
        removed: instance.state === 'removed' ? 1 : 0,
        created_at: instance.first.completedAt,
        relevant_since: relevant,
        state_updated_at: changed,
        first_seen_scan_id: instance.first.id,
        last_seen_scan_id: instance.last.id,
        fixed_scan_id: instance.fixedBy?.id ?? null,
        reappeared: instance.cameBack ? 1 : 0,
        path: content.path,
        line: content.match ? startLine + content.match.line : null,
        column: content.match?.column ?? null,
        end_line: content.match ? startLine + content.match.endLine : null,
        end_column: content.match?.endColumn ?? null,
        ...content.columns,
        validated_at: content.columns.validation_state === null ? null : instance.last.completedAt,
        has_ticket: extras.hasTicket ? 1 : 0,
        fix_pr_states: extras.fixStates,
        document_json: JSON.stringify(document),
      },
    }
    const detail = content.detail(startLine)
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
    yield {
      table: 'finding_detail',
      row: {
        deployment_id: context.deploymentId,
        finding_id: id,
        code_json: json(detail.code),
        data_flow_json: json(detail.dataFlow),
        fix_json: json(detail.fix),
        references_json: json(detail.references),
      },
    }
    yield* eventRows({ id, flawId }, fingerprint, instance, extras, context, decided)
  }
}

interface Standing {
  triage: (typeof triageStates)[number]
  reason: (typeof triageReasons)[number] | null
  note: string | null
  at: number | null
  by: string | null
  changeId: number | null
}

const untouched: Standing = {
  triage: 'untriaged',
  reason: null,
  note: null,
  at: null,
  by: null,
  changeId: null,
}

/** A decision reaches the instances there were, and later ones only where it ignored the finding. */
function standingOf({ triage, earlier, reopened }: Fingerprint, instance: Instance): Standing {
  if (reopened && earlier)
    return {
      triage: 'reopened',
      reason: null,
      note: earlier.note,
      at: earlier.at,
      by: earlier.by.name,
      changeId: null,
    }
  if (!triage) return untouched
  const there = instance.first.completedAt <= triage.at
  if (!there && triage.state !== 'ignored') return untouched
  return {
    triage: triage.state,
    reason: triage.reason,
    note: triage.note,
    at: triage.at,
    by: triage.by.name,
    changeId: there ? triage.changeId : null,
  }
}

function policyOf(rule: BookRule, { book, plan }: RowContext): number | null {
  const { policyIds } = rule
  if (plan.tags.includes('pci') && policyIds.includes(book.paymentsPolicyId)) return book.paymentsPolicyId
  const platform = rule.code !== undefined && platformLanguages.has(rule.code.language)
  if (platform && plan.tags.includes('team-platform') && policyIds.includes(book.platformPolicyId))
    return book.platformPolicyId
  return policyIds[0] ?? null
}

function lineUrl(url: string | null, content: Content, instance: Instance, startLine: number): string | null {
  if (url === null || content.path === null) return null
  const line = content.match ? `#L${startLine + content.match.line}` : ''
  return `${url}/blob/${instance.last.commit}/${content.path}${line}`
}

function* eventRows(
  { id, flawId }: { id: number; flawId: number },
  fingerprint: Fingerprint,
  instance: Instance,
  extras: Extras,
  context: RowContext,
  decided: OnDecided,
): Generator<DemoRow> {
  const { triage, earlier, reopened, content } = fingerprint
  const { rule, columns } = content
  const named = {
    id,
    title: rule.title,
    rule: rule.path,
    project: context.plan.name,
    package: packageLabel(columns.package, columns.package_version),
  }
  const events: Omit<RowOf<'finding_event'>, 'id' | 'deployment_id' | 'finding_id'>[] = []
  const none = {
    actor: null,
    from_state: null,
    to_state: null,
    reason: null,
    note: null,
    scan_id: null,
    change_id: null,
  }
  const scanned = (kind: string, scan: Instance['fixedBy'], from: string, to: string) => {
    if (scan)
      events.push({ ...none, kind, at: scan.completedAt, from_state: from, to_state: to, scan_id: scan.id })
  }
  if (instance.state === 'muted') scanned('muted', instance.first, 'unresolved', 'muted')
  scanned('fixed', instance.fixedBefore, 'unresolved', 'fixed')
  scanned('reappeared', instance.cameBack, 'fixed', 'unresolved')
  scanned('fixed', instance.fixedBy, 'unresolved', 'fixed')
  if (instance.state === 'removed') scanned('removed', instance.last, 'unresolved', 'removed')
  const decisions: DemoRow[] = []
  for (const decision of [earlier, triage]) {
    if (!decision) continue
    const there = instance.first.completedAt <= decision.at
    if (there) {
      const before = decision === triage && earlier ? earlier.state : 'untriaged'
      events.push({
        ...none,
        kind: 'triaged',
        at: decision.at,
        actor: decision.by.name,
        from_state: before,
        to_state: decision.state,
        reason: decision.reason,
        note: decision.note,
        change_id: decision.changeId,
      })
      decided(decision.changeId, { ...named, flawId, type: rule.type, from: before })
      decisions.push({
        table: 'triage_change_item',
        row: {
          deployment_id: context.deploymentId,
          change_id: decision.changeId,
          finding_id: id,
          triage_state: toCode(triageStates, before),
          triage_reason: null,
          triage_comment: null,
          triaged_at: null,
          triaged_by: null,
          triage_change_id: null,
        },
      })
    } else if (decision.state === 'ignored') {
      const from = fingerprint.instances.find((other) => other.first.completedAt <= decision.at)
      events.push({
        ...none,
        kind: 'inherited',
        at: instance.first.completedAt,
        actor: decision.by.name,
        from_state: 'untriaged',
        to_state: 'ignored',
        reason: decision.reason,
        note: from?.ref.name ?? null,
        scan_id: instance.first.id,
      })
    }
  }
  if (reopened && instance.cameBack) {
    events.push({
      ...none,
      kind: 'triaged',
      at: instance.cameBack.completedAt,
      from_state: earlier?.state ?? 'fixing',
      to_state: 'reopened',
      scan_id: instance.cameBack.id,
    })
  }
  if (extras.hasTicket) {
    events.push({
      ...none,
      kind: 'ticket',
      at: Math.max(extras.ticketAt, instance.first.completedAt),
      actor: ticketActor(context.random),
      note: extras.document.external_ticket?.externalSlug ?? null,
    })
  }
  if (!triage && !reopened && instance.ref.primary && context.random.chance(0.03)) {
    events.push({
      ...none,
      kind: 'noted',
      at: (instance.cameBack ?? instance.first).completedAt + 3_600_000,
      actor: ticketActor(context.random),
      note: notes.comment,
    })
  }
  events.sort((left, right) => left.at - right.at)
  for (const event of events) {
    yield {
      table: 'finding_event',
      row: {
        id: context.ids.next('finding_event'),
        deployment_id: context.deploymentId,
        finding_id: id,
        ...event,
      },
    }
  }
  yield* decisions
}
