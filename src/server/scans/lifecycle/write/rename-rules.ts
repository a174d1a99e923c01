import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { insertRuleRenames } from '#server/records/policies/writes.ts'
import type { ReportedRule } from '#server/reports/report/report.ts'
import type { RenamedRule } from '../plan/renamed-rules.ts'
import { type InternedRules, internRules, knownRules, type RuleTool } from './intern-rules.ts'

/** A rule that a run reports under another id, by the rows of both ids. */
export interface StoredRename {
  from: { id: number; path: string }
  to: { id: number; path: string }
  /** Whether this run shows it first. */
  isNew: boolean
  /** Whether the new rule has the modes of the former one. */
  tookModes: boolean
}

/** Stores the rules that a run reports, of which new ones take over the modes of those that they replace. */
export async function internRenamed(
  transaction: ChangeTransaction,
  tool: RuleTool,
  reported: readonly ReportedRule[],
  { renamedRules, ...context }: { renamedRules: readonly RenamedRule[]; now: number; isProjects: boolean },
): Promise<InternedRules & { renames: StoredRename[] }> {
  if (renamedRules.length === 0)
    return {
      ...(await internRules(transaction, tool, reported, { ...context, formerIds: new Map() })),
      renames: [],
    }
  const former = await knownRules(
    transaction,
    tool,
    renamedRules.map(({ from }) => from),
  )
  const formerIds = new Map<string, number>()
  for (const { from, to, isNew } of renamedRules) {
    const rule = former.get(from)
    if (isNew && rule) formerIds.set(to, rule.id)
  }
  const { rules, said } = await internRules(transaction, tool, reported, { ...context, formerIds })
  const stored = await knownRules(
    transaction,
    tool,
    renamedRules.map(({ to }) => to),
  )
  const renames = renamedRules.flatMap(({ from: fromId, to: toId, isNew }): StoredRename[] => {
    const [from, to] = [former.get(fromId), stored.get(toId)]
    if (!from || !to) return []
    const tookModes = isNew && (rules.get(toId)?.isNew ?? false)
    return [{ from: { id: from.id, path: from.path }, to: { id: to.id, path: to.path }, isNew, tookModes }]
  })
  return { rules, said, renames }
}

/** Stores which rules a run shows to be renamed in its project. */
export const writeRenames = (
  transaction: ChangeTransaction,
  { projectId, sourceId, at }: { projectId: number; sourceId: number; at: number },
  renames: readonly StoredRename[],
): Promise<void> =>
  insertRuleRenames(
    transaction,
    renames
      .filter(({ isNew }) => isNew)
      .map(({ from, to, tookModes }) => ({
        ...{ project_id: projectId, source_id: sourceId, at },
        ...{ from_rule_id: from.id, to_rule_id: to.id, took_modes: Number(tookModes) },
      })),
  )
