import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { valuesOf } from '#server/db/sql.ts'
import { readOwnerRules } from '#server/owners/public.ts'
import { applyOwnerRules, inheritOwners, ownedColumns } from '#server/owners/writes.ts'
import { yieldToEventLoop } from '../../input/reader.ts'
import type { RunTarget } from '../run.ts'

const rowsPerBatch = 2000

/** What a run changed of what owners depend on. */
export interface ChangedFindings {
  /** The newest finding before the run. */
  newestBefore: number
  /** Known findings that are in another file now. */
  moved: readonly number[]
  /** Known findings that are a flaw of another ref now. */
  joined: readonly number[]
  /** Whether new findings are flaws that other refs have. */
  hasKnownFlaws: boolean
}

/**
 * Gives owners to the new findings of a run, and to those in another file: the owner of the same flaw on another ref if
 * a person has set it, else that of rules. Some statements for each 2,000 findings.
 */
export async function assignOwners(
  transaction: ChangeTransaction,
  target: RunTarget,
  { newestBefore, moved, joined, hasKnownFlaws }: ChangedFindings,
): Promise<void> {
  const { deploymentId, projectId, scanId, at } = target
  const rules = await readOwnerRules(transaction, deploymentId, [projectId])
  if (!rules.isEmpty) {
    for (let from = 0; from < moved.length; from += rowsPerBatch) {
      const rows = await transaction
        .selectFrom('finding')
        .select(ownedColumns)
        .where('deployment_id', '=', deploymentId)
        .where('id', 'in', valuesOf(moved.slice(from, from + rowsPerBatch)))
        .execute()
      await applyOwnerRules(transaction, rules, rows, { at, events: true })
    }
  }
  if (joined.length > 0) {
    const rows = await transaction
      .selectFrom('finding')
      .select(['id', 'flaw_id'])
      .where('deployment_id', '=', deploymentId)
      .where('id', 'in', valuesOf(joined))
      .execute()
    await inheritOwners(transaction, rows, { at, events: true })
  }
  if (rules.isEmpty && !hasKnownFlaws) return
  for (let last = newestBefore; ; ) {
    const rows = await transaction
      .selectFrom('finding')
      .select([...ownedColumns, 'flaw_id'])
      .where('deployment_id', '=', deploymentId)
      .where('id', '>', last)
      .where('first_seen_scan_id', '=', scanId)
      .orderBy('id')
      .limit(rowsPerBatch)
      .execute()
    await applyOwnerRules(transaction, rules, rows, { at, events: false })
    const heirs = hasKnownFlaws ? rows.filter(({ id, flaw_id: flaw }) => id !== flaw) : []
    await inheritOwners(transaction, heirs, { at, events: false })
    const next = rows.at(-1)
    if (!next || rows.length < rowsPerBatch) return
    last = next.id
    await yieldToEventLoop()
  }
}
