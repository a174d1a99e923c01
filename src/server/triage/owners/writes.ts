import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { ownerSources, toCode } from '#server/db/codes.ts'
import { valuesOf } from '#server/db/sql.ts'
import { insertOwnerEvents, updateFindings } from '#server/findings/writes.ts'
import type { OwnerRules, RuledOwner } from './rules.ts'

/** What the rules need of a finding, and what it has now. */
export interface OwnedFinding {
  id: number
  project_id: number
  rule_id: number
  path: string | null
  owner: string | null
  owner_source: number | null
}

/** Whoever history names for what rules do; the note says which rule. */
export const ruleActor = 'Gatehouse'
const setByHand = toCode(ownerSources, 'manual')

/**
 * Gives findings the owner that rules say, other than those that a person has assigned: three statements for each
 * different owner. Findings whose owner is not known keep theirs.
 * @param events whether the history tells of it; new findings have their owner from the start.
 * @returns how many findings have another owner now, by that owner, and of how many it is not known.
 */
export async function applyOwnerRules(
  transaction: ChangeTransaction,
  rules: OwnerRules,
  findings: readonly OwnedFinding[],
  { at, events }: { at: number; events: boolean },
): Promise<{ changed: ReadonlyMap<string | null, number>; unknown: number }> {
  const changes = new Map<string, { next: RuledOwner | null; ids: number[] }>()
  const changed = new Map<string | null, number>()
  let unknown = 0
  for (const finding of findings) {
    if (finding.owner_source === setByHand) continue
    const next = rules.ownerOf(finding)
    if (next === undefined) {
      unknown += 1
      continue
    }
    if (next === null ? finding.owner_source === null : isSame(finding, next)) continue
    const owner = next?.owner ?? null
    if (finding.owner !== owner) changed.set(owner, (changed.get(owner) ?? 0) + 1)
    const key = JSON.stringify(next)
    const change = changes.get(key) ?? { next, ids: [] }
    change.ids.push(finding.id)
    changes.set(key, change)
  }
  for (const { next, ids } of changes.values()) {
    const owner = next?.owner ?? null
    const note = next?.by ?? 'a change of rules'
    if (events)
      await insertOwnerEvents(transaction, ids, { owner, changeId: null, actor: ruleActor, at, note })
    await updateFindings(transaction, ids, { owner, owner_source: next?.source ?? null })
  }
  return { changed, unknown }
}

const isSame = ({ owner, owner_source }: OwnedFinding, next: RuledOwner) =>
  owner === next.owner && owner_source === next.source

/** The columns of an `OwnedFinding`. */
export const ownedColumns = ['id', 'project_id', 'rule_id', 'path', 'owner', 'owner_source'] as const

/**
 * Gives findings the owner that a person gave to the same flaw on another ref.
 * @param events whether the history tells of it; new findings have their owner from the start.
 */
export async function inheritOwners(
  transaction: ChangeTransaction,
  findings: readonly { id: number; flaw_id: number }[],
  { at, events }: { at: number; events: boolean },
): Promise<void> {
  if (findings.length === 0) return
  const ids = new Set(findings.map(({ id }) => id))
  const rows = await transaction
    .selectFrom('finding')
    .select(['id', 'flaw_id', 'owner'])
    .where('deployment_id', '=', transaction.deploymentId)
    .where('flaw_id', 'in', valuesOf(new Set(findings.map(({ flaw_id: flaw }) => flaw))))
    .where('owner_source', '=', setByHand)
    .orderBy('id')
    .execute()
  const ownerByFlaw = new Map(rows.flatMap((row) => (ids.has(row.id) ? [] : [[row.flaw_id, row.owner]])))
  const byOwner = Map.groupBy(
    findings.filter(({ flaw_id: flaw }) => ownerByFlaw.has(flaw)),
    ({ flaw_id: flaw }) => ownerByFlaw.get(flaw) ?? null,
  )
  for (const [owner, heirs] of byOwner) {
    const heirIds = heirs.map(({ id }) => id)
    const note = 'a match with another ref'
    if (events)
      await insertOwnerEvents(transaction, heirIds, { owner, changeId: null, actor: ruleActor, at, note })
    await updateFindings(transaction, heirIds, { owner, owner_source: setByHand })
  }
}
