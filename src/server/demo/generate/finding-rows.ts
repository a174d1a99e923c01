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
import type { Content } from './content.ts'
import { endOf } from './decisions.ts'
import type { Extras } from './extras.ts'
import { eventRows } from './finding-events.ts'
import type { Fingerprint, OnDecided, RowContext } from './fingerprint.ts'
import type { Instance } from './lifecycle.ts'
import type { DemoRow } from './rows.ts'
import { platformLanguages } from './rule-book.ts'
import type { BookRule } from './rule-writer.ts'

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
    const document = documentOf(content, extras, instance, context.url, startLine)
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
        ignore_ends: endOf(standing.reason),
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
    yield detailRow(deploymentId, id, content, startLine)
    yield* eventRows({ id, flawId }, fingerprint, instance, extras, context, decided)
  }
}

/** The fields that no filter reads, with the addresses of the code host. */
function documentOf(
  { rule, ...content }: Content,
  extras: Extras,
  instance: Instance,
  projectUrl: string | null,
  startLine: number,
) {
  const document = { ...content.document, ...extras.document }
  const url = lineUrl(projectUrl, content, instance, startLine)
  if (url !== null) {
    document.line_of_code_url = url
    if (rule.type === 'sca') document.lockfile_line_url = url
  }
  if (rule.type === 'secrets' && document.secret && projectUrl !== null) {
    document.secret = {
      ...document.secret,
      refUrl: `${projectUrl}/tree/${instance.ref.name.replace(/^refs\/(heads\/)?/, '')}`,
    }
  }
  return document
}

function detailRow(deploymentId: number, id: number, content: Content, startLine: number): DemoRow {
  const detail = content.detail(startLine)
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    table: 'finding_detail',
    row: {
      deployment_id: deploymentId,
      finding_id: id,
      code_json: json(detail.code),
      data_flow_json: json(detail.dataFlow),
      fix_json: json(detail.fix),
      references_json: json(detail.references),
    },
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

function lineUrl(
  url: string | null,
  content: Pick<Content, 'path' | 'match'>,
  instance: Instance,
  startLine: number,
): string | null {
  if (url === null || content.path === null) return null
  const line = content.match ? `#L${startLine + content.match.line}` : ''
  return `${url}/blob/${instance.last.commit}/${content.path}${line}`
}
