import type { InboxFinding } from '#contract/responses/inbox.ts'
import {
  findingTypes,
  fromCode,
  ignoreEnds,
  severities,
  states,
  statuses,
  triageReasons,
  triageStates,
} from '#server/db/codes.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { requestedState } from '#server/findings/approval-rules.ts'
import { ownersOf } from '#server/findings/columns/names.ts'
import { packageLabel } from '#server/findings/history/triage-detail.ts'
import { formatInstant } from '#server/findings/list/write-finding.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'

const instantOf = (at: number | null) => (at === null ? null : formatInstant(at))

/** Reads findings as they are in the inbox, by id. One statement for any number. Source: docs/api.md#inbox. */
export async function describeInboxFindings(
  { reader, columns }: FindingsSnapshot,
  deploymentId: number,
  ids: readonly number[],
): Promise<Map<number, InboxFinding>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('finding')
    .innerJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
    )
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'finding.deployment_id')
        .onRef('project.id', '=', 'finding.project_id'),
    )
    .innerJoin('ref', (join) =>
      join.onRef('ref.deployment_id', '=', 'finding.deployment_id').onRef('ref.id', '=', 'finding.ref_id'),
    )
    .select(['finding.id', 'finding.type', 'rule.path as rule', 'project.name as project'])
    .select(textOfFinding('title').as('title'))
    .select(['ref.name as ref', 'finding.path', 'finding.line', 'finding.package', 'finding.package_version'])
    .select(['finding.severity', 'finding.state', 'finding.status', 'finding.triage_state', 'finding.owner'])
    .select(['finding.triage_reason', 'finding.triage_comment', 'finding.triaged_at', 'finding.triaged_by'])
    .select(['finding.ignored_until', 'finding.ignore_ends', 'finding.approval_id', 'finding.approval_state'])
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.id', 'in', valuesOf(ids))
    .execute()
  const owners = await ownersOf(reader, columns, deploymentId)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        issue_type: fromCode(findingTypes, row.type),
        title: row.title,
        rule: row.rule,
        project: row.project,
        ref: row.ref,
        path: row.path,
        line: row.line,
        package: packageLabel(row.package, row.package_version),
        severity: fromCode(severities, row.severity),
        state: fromCode(states, row.state),
        status: fromCode(statuses, row.status),
        triage_state: fromCode(triageStates, row.triage_state),
        triage_reason: fromCode(triageReasons, row.triage_reason),
        triage_comment: row.triage_comment ?? '',
        triaged_at: instantOf(row.triaged_at),
        triaged_by: row.triaged_by,
        ignored_until: instantOf(row.ignored_until),
        ignore_ends: fromCode(ignoreEnds, row.ignore_ends),
        owner: owners.shown(row.owner),
        ignore_request: row.approval_state === requestedState ? String(row.approval_id) : null,
      },
    ]),
  )
}
