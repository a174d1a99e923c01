import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { valuesOf } from '#server/db/sql.ts'
import { yieldToEventLoop } from '#server/reports/input/reader.ts'
import { ownersHere } from '#server/triage/owners/match-paths.ts'
import { createOwnerJob } from '#server/triage/owners/owner-job.ts'
import { noOwner, type OwnerRules, readCodeowners, readOwnerRules } from '#server/triage/owners/rules.ts'
import { applyOwnerRules, inheritOwners, ownedColumns, ruleActor } from '#server/triage/owners/writes.ts'
import type { ReportedOwners } from '../plan/reported-owners.ts'
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
 * a person has set it, else that of rules. Some statements for each 2,000 findings. Where the `CODEOWNERS` file was not
 * matched before and takes long, a job follows; the caller wakes the job runner.
 * @param owners by the `CODEOWNERS` file, matched before the transaction.
 */
export async function assignOwners(
  transaction: ChangeTransaction,
  target: RunTarget,
  { newestBefore, moved, joined, hasKnownFlaws }: ChangedFindings,
  owners: ReportedOwners | null,
): Promise<void> {
  const { deploymentId, projectId, at } = target
  const content = await readCodeowners(transaction, deploymentId, projectId)
  const isMatched = owners?.projectId === projectId && owners.content === content
  const inFile = content === null ? noOwner : isMatched ? owners.inFile : ownersHere(content)
  const rules = await readOwnerRules(transaction, deploymentId, [projectId], () => inFile)
  const hasRules = content !== null || !rules.isEmpty
  let unknown = 0
  if (hasRules) {
    for (let from = 0; from < moved.length; from += rowsPerBatch) {
      const rows = await transaction
        .selectFrom('finding')
        .select(ownedColumns)
        .where('deployment_id', '=', deploymentId)
        .where('id', 'in', valuesOf(moved.slice(from, from + rowsPerBatch)))
        .execute()
      unknown += (await applyOwnerRules(transaction, rules, rows, { at, events: true })).unknown
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
  if (hasRules || hasKnownFlaws)
    unknown += await ofNewFindings(transaction, target, rules, { newestBefore, hasKnownFlaws })
  if (unknown > 0) await createOwnerJob(transaction, { project: projectId, actor: ruleActor, at })
}

/** @returns of how many the owner is not known. */
async function ofNewFindings(
  transaction: ChangeTransaction,
  { deploymentId, scanId, at }: RunTarget,
  rules: OwnerRules,
  { newestBefore, hasKnownFlaws }: Pick<ChangedFindings, 'newestBefore' | 'hasKnownFlaws'>,
): Promise<number> {
  let unknown = 0
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
    unknown += (await applyOwnerRules(transaction, rules, rows, { at, events: false })).unknown
    const heirs = hasKnownFlaws ? rows.filter(({ id, flaw_id: flaw }) => id !== flaw) : []
    await inheritOwners(transaction, heirs, { at, events: false })
    const next = rows.at(-1)
    if (!next || rows.length < rowsPerBatch) return unknown
    last = next.id
    await yieldToEventLoop()
  }
}
