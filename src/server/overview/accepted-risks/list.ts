import type { Selectable } from 'kysely'
import type { AcceptedRisk, AcceptedRisksAnswer } from '#contract/responses/accepted-risks.ts'
import type { ApprovalTable } from '#server/db/approval-tables.ts'
import { findingTypes, fromCode, ignoreEnds, severities } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textOfFinding } from '#server/db/rule-texts.ts'
import { valuesOf } from '#server/db/sql.ts'
import { approvedState } from '#server/findings/approval-rules.ts'
import { matchingRows, testRows } from '#server/findings/columns/select-rows.ts'
import { selectionOf } from '#server/findings/filters/query.ts'
import { type IgnoredBy, readIgnoredBy } from '#server/findings/history/ignored-by.ts'
import { packageLabel } from '#server/findings/history/triage-detail.ts'
import { formatInstant } from '#server/findings/list/write-finding.ts'
import type { FindingsSnapshot } from '#server/findings/snapshot.ts'
import { effectiveApprovals } from '#server/triage/approvals/effective-approvals.ts'

interface RisksRequest {
  project: string | undefined
  tag: string | undefined
  page: number
  size: number
}

/**
 * Returns the findings that are ignored as an acceptable risk, of all types, each flaw once, by the time of their triage. The
 * number of statements does not depend on theirs. Source: docs/api.md#accepted-risks.
 */
export async function listAcceptedRisks(
  view: FindingsSnapshot,
  deploymentId: number,
  { project, tag, page, size }: RisksRequest,
): Promise<AcceptedRisksAnswer> {
  const chosen: { id: number; at: number }[] = []
  for (const type of findingTypes) {
    const selection = selectionOf(deploymentId, {
      issue_type: type,
      status: ['ignored'],
      triage_reasons: ['acceptable_risk'],
      repos: project === undefined ? undefined : [project],
      project_tags: tag === undefined ? undefined : [tag],
    })
    const table = view.columns.table(type)
    for (const row of matchingRows(table, await testRows(view.reader, view.columns, selection), true))
      chosen.push({ id: table.ids[row] ?? 0, at: table.triagedAt[row] ?? 0 })
  }
  chosen.sort((one, other) => other.at - one.at || other.id - one.id)
  const ids = chosen.slice(page * size, (page + 1) * size).map(({ id }) => id)
  const risks = ids.length === 0 ? [] : await describeRisks(view.reader, deploymentId, ids)
  return { risks, total: chosen.length }
}

type RiskRow = Awaited<ReturnType<typeof readFindings>>[number]

async function describeRisks(
  reader: Reader,
  deploymentId: number,
  ids: readonly number[],
): Promise<AcceptedRisk[]> {
  const rows = new Map((await readFindings(reader, deploymentId, ids)).map((row) => [row.id, row]))
  const decisions = await readIgnoredBy(reader, deploymentId, ids)
  const approvals = await readApprovals(reader, deploymentId, [...rows.values()])
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    return riskOf(row, decisions.get(id), approvals.get(id))
  })
}

const instantOf = (at: number | null) => (at === null ? null : formatInstant(at))

function riskOf(
  row: RiskRow,
  decision: IgnoredBy | undefined,
  approval: Selectable<ApprovalTable> | undefined,
): AcceptedRisk {
  // A note that was added later changes who triaged last, but not who decided.
  const asked: IgnoredBy | undefined = approval
    ? { actor: approval.requester, at: approval.requested_at }
    : decision?.actor == null
      ? undefined
      : decision
  return {
    id: row.id,
    issue_type: fromCode(findingTypes, row.type),
    severity: fromCode(severities, row.severity),
    title: row.title,
    rule: row.rule,
    project: row.project,
    path: row.path,
    line: row.line,
    package: packageLabel(row.package, row.package_version),
    note: row.triage_comment,
    requested_by: asked?.actor ?? row.triaged_by,
    requested_at: instantOf(asked?.at ?? row.triaged_at),
    approved_by: approval?.decided_by ?? null,
    approved_at: instantOf(approval?.decided_at ?? null),
    approval_note: approval?.decision_note ?? null,
    ignored_until: instantOf(row.ignored_until),
    ignore_ends: fromCode(ignoreEnds, row.ignore_ends),
  }
}

async function readFindings(reader: Reader, deploymentId: number, ids: readonly number[]) {
  return reader
    .selectFrom('finding')
    .innerJoin('rule', (join) =>
      join.onRef('rule.deployment_id', '=', 'finding.deployment_id').onRef('rule.id', '=', 'finding.rule_id'),
    )
    .innerJoin('project', (join) =>
      join
        .onRef('project.deployment_id', '=', 'finding.deployment_id')
        .onRef('project.id', '=', 'finding.project_id'),
    )
    .select(['finding.id', 'finding.type', 'finding.severity', 'rule.path as rule'])
    .select(textOfFinding('title').as('title'))
    .select(['project.name as project', 'finding.path', 'finding.line'])
    .select(['finding.package', 'finding.package_version', 'finding.triage_comment'])
    .select(['finding.triaged_by', 'finding.triaged_at', 'finding.ignored_until', 'finding.ignore_ends'])
    .select(['finding.approval_id', 'finding.approval_state'])
    .where('finding.deployment_id', '=', deploymentId)
    .where('finding.id', 'in', valuesOf(ids))
    .execute()
}

/** The approvals with which findings are ignored, by finding; those that wait for other terms keep theirs until then. */
async function readApprovals(
  reader: Reader,
  deploymentId: number,
  rows: readonly RiskRow[],
): Promise<Map<number, Selectable<ApprovalTable>>> {
  const approved = rows.filter((row) => row.approval_state === approvedState)
  const approvals = await reader
    .selectFrom('approval')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(new Set(approved.flatMap((row) => row.approval_id ?? []))))
    .execute()
  const byId = new Map(approvals.map((approval) => [approval.id, approval]))
  const others = rows.filter((row) => row.approval_state !== approvedState).map(({ id }) => id)
  return new Map([
    ...(await effectiveApprovals(reader, deploymentId, others)),
    ...approved.flatMap((row): [number, Selectable<ApprovalTable>][] => {
      const approval = byId.get(row.approval_id ?? 0)
      return approval ? [[row.id, approval]] : []
    }),
  ])
}
