import type { ModeChange } from '#contract/responses/policies.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { fromCode, policyModes, toCode } from '#server/db/codes.ts'
import type { Reader } from '#server/db/database.ts'
import { textsOf } from '#server/db/sql.ts'
import { type Fault, HttpError, unprocessable } from '#server/http/errors.ts'
import type { Deployment, Services } from '#server/http/services.ts'
import { assertRevision } from '#server/records/policies/revision.ts'
import { setModes } from '#server/records/policies/writes.ts'
import { type PolicyRuleRow, policyRules } from './policy-rule.ts'
import { type ChangeContext, recordAuditedChange } from './record-change.ts'

type Mode = (typeof policyModes)[number]

/** The mode to set for a rule, and optionally the mode that the rule must have before. */
export interface ModeRequest {
  rulePath: string
  policyMode: Mode
  expectedMode?: Mode | undefined
}

/** Converts both forms of the body to one list. */
export function modeRequestsOf(
  body: { changes: readonly ModeRequest[] } | { rulePaths: readonly string[]; policyMode: Mode },
): readonly ModeRequest[] {
  if ('changes' in body) return body.changes
  return body.rulePaths.map((rulePath) => ({ rulePath, policyMode: body.policyMode }))
}

/**
 * Returns the requests that revert a change: each rule gets its previous mode back if it still has the one that was
 * set.
 */
export function revertRequestsOf(change: Pick<ModeChange, 'changes'>): ModeRequest[] {
  const names: readonly string[] = policyModes
  const mode = (context: string) => fromCode(policyModes, names.indexOf(context))
  return change.changes.flatMap(({ rulePath, from, to }) =>
    from && to ? { rulePath, policyMode: mode(from), expectedMode: mode(to) } : [],
  )
}

/**
 * Sets the modes of rules in a policy, all or nothing; rules that already have their mode are not changed.
 * @returns the rules after the change, in the requested order, and the change; null if nothing changed.
 * @throws HttpError 404 with every rule that the policy does not contain, 409 with `conflicts` for rules that have
 * neither the expected mode nor the requested one, or if any policy changed since `expectedRevision`, 422 if two modes are requested for one rule.
 * Source: docs/api.md#policies-and-rules.
 */
export async function changeModes(
  services: Services,
  deployment: Deployment,
  policy: { id: number; deployment_id: number; slug: string },
  requests: readonly ModeRequest[],
  context: ChangeContext & { expectedRevision?: number | undefined },
): Promise<{ changeId: number | null; rows: PolicyRuleRow[] }> {
  await assertRevision(services.database.read, deployment.id, context.expectedRevision)
  const known = await readTargets(services.database.read, policy, requests)
  if (known.every(({ row, mode }) => row.mode === mode)) {
    return { changeId: null, rows: known.map(({ row }) => row) }
  }
  return services.change(
    deployment.id,
    context.actor,
    async (transaction) => {
      await assertRevision(transaction, deployment.id, context.expectedRevision)
      const targets = await readTargets(transaction, policy, requests)
      const changedTargets = targets.filter(({ row, mode }) => row.mode !== mode)
      const writeContext = { ...context, at: services.now() }
      const changeId =
        changedTargets.length === 0
          ? null
          : await writeModes(transaction, policy, changedTargets, writeContext)
      return {
        changeId,
        rows: targets.map(({ row, mode }) =>
          row.mode === mode ? row : rowAfterChange(row, mode, writeContext),
        ),
      }
    },
    { event: 'policy.changed', id: String(policy.id) },
  )
}

/** A rule of a policy and the stored mode to set. */
export interface Target {
  row: PolicyRuleRow
  mode: number
}

/** A rule as of after a change. */
export const rowAfterChange = (
  row: PolicyRuleRow,
  mode: number,
  { at, actor }: { at: number; actor: string },
): PolicyRuleRow => ({
  ...row,
  mode,
  last_change_at: at,
  last_change_by: actor,
  version: row.version + 1,
})

/**
 * Writes modes that differ, with an entry in the history and one in the audit log. The number of statements does not
 * depend on the number of rules. @returns the id of the change.
 */
export async function writeModes(
  transaction: ChangeTransaction,
  policy: { id: number; slug: string },
  changedTargets: readonly Target[],
  writeContext: ChangeContext & { at: number },
): Promise<number> {
  const rules = changedTargets.map(({ row, mode }) => ({
    ruleId: row.id,
    path: row.path,
    from: row.mode,
    to: mode,
  }))
  const id = await recordAuditedChange(transaction, policy, { kind: 'modes', rules }, writeContext)
  for (const mode of new Set(changedTargets.map((target) => target.mode))) {
    const ids = changedTargets.filter((target) => target.mode === mode).map(({ row }) => row.id)
    await setModes(transaction, policy.id, ids, { mode, at: writeContext.at, actor: writeContext.actor })
  }
  return id
}

/** The named rules in the requested order, each once. */
export async function readTargets(
  reader: Reader,
  policy: { id: number; deployment_id: number },
  requests: readonly ModeRequest[],
): Promise<Target[]> {
  const rows = await policyRules(reader, policy)
    .where('rule.path', 'in', textsOf(requests.map(({ rulePath }) => rulePath)))
    .execute()
  const byPath = new Map(rows.map((row) => [row.path, row]))
  const unknown: Fault[] = []
  const duplicates: Fault[] = []
  const conflicts: object[] = []
  const targets = new Map<string, Target>()
  for (const [index, { rulePath, policyMode, expectedMode }] of requests.entries()) {
    const row = byPath.get(rulePath)
    const mode = toCode(policyModes, policyMode)
    const other = targets.get(rulePath)
    if (!row) unknown.push({ detail: `${rulePath} is not a rule of this policy` })
    else if (other && other.mode !== mode) {
      duplicates.push({ pointer: `/changes/${index}`, detail: `${rulePath} has two modes in the request.` })
    } else if (expectedMode && row.mode !== mode && row.mode !== toCode(policyModes, expectedMode)) {
      conflicts.push(conflictOf(row, expectedMode))
    }
    if (row) targets.set(rulePath, { row, mode })
  }
  if (unknown.length > 0) {
    throw new HttpError(404, 'Not all of these rules are part of this policy. Nothing was changed.', {
      errors: unknown,
    })
  }
  if (duplicates.length > 0) throw unprocessable(duplicates)
  if (conflicts.length > 0) {
    throw new HttpError(409, 'Some rules have changed since they were read. Nothing was changed.', {
      members: { conflicts },
    })
  }
  return [...targets.values()]
}

const conflictOf = (row: PolicyRuleRow, expectedMode: Mode) => ({
  rulePath: row.path,
  expectedMode,
  policyMode: fromCode(policyModes, row.mode),
  by: row.last_change_by,
  at: row.last_change_at === null ? null : new Date(row.last_change_at).toISOString(),
})
