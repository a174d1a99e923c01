import { changesBetween } from '#server/changes/log.ts'
import { readChangeNumber } from '#server/columns/change-number.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Database, Reader } from '#server/db/database.ts'
import { projectIdNamed } from '#server/db/project-name.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { ReportedRun } from '#server/reports/report/report.ts'
import { formerPaths, type RenamedFile } from '#server/reports/values/renamed-files.ts'
import { defaultBranch } from '../write/intern-place.ts'
import { appliedKindOf } from './coverage.ts'
import { type PlanTarget, planRun, type RunPlan } from './plan.ts'

/** The target of a report, by names. */
export interface NamedTarget {
  deploymentId: number
  project: string
  /** A full ref; null for the primary branch. */
  ref: string | null
  kind: 'full' | 'diff'
  renamedFiles: readonly RenamedFile[]
  /** Set if an older scan is uploaded later. Milliseconds since 1970. */
  startedAt: number | null
}

/** Plans of runs, computed before the transaction that applies them. */
export interface EarlierPlans {
  /** The change number of the deployment that the plans are based on. */
  changeNumber: number
  plans: ReadonlyMap<ReportedRun, RunPlan>
}

/**
 * Matches runs with stored findings on a snapshot, so that other requests do not wait for it. A run of a new source
 * gets no plan, since its matches depend on the transaction.
 */
export function planBefore(
  database: Database,
  runs: readonly ReportedRun[],
  targetNames: NamedTarget,
): Promise<EarlierPlans> {
  return database.snapshot(async ({ read }) => {
    const plans = new Map<ReportedRun, RunPlan>()
    for (const run of runs) {
      if (run.findings.length === 0) continue
      const target = await readTarget(read, run, targetNames)
      if (target) plans.set(run, await planRun(read, target, run))
    }
    return { changeNumber: await readChangeNumber(read, targetNames.deploymentId), plans }
  })
}

/** The ids of a run's project, ref and source, 0 for those that do not exist yet; null for a new source of a known project. */
async function readTarget(
  reader: Reader,
  run: ReportedRun,
  { deploymentId, kind: sent, ...targetNames }: NamedTarget,
): Promise<PlanTarget | null> {
  const { source } = run
  const place = {
    deploymentId,
    kind: appliedKindOf(run, sent),
    renamedFiles: formerPaths(targetNames.renamedFiles),
    startedAt: targetNames.startedAt,
    heldScanId: null,
  }
  const project = await reader
    .selectFrom('project')
    .select(['id', 'primary_branch'])
    .where('deployment_id', '=', deploymentId)
    .where('id', '=', projectIdNamed(deploymentId, targetNames.project))
    .executeTakeFirst()
  if (!project) return { ...place, projectId: 0, refId: 0, sourceId: 0 }
  const ref = await reader
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', project.id)
    .where('name', '=', targetNames.ref ?? project.primary_branch ?? defaultBranch)
    .executeTakeFirst()
  const knownSource = await reader
    .selectFrom('scan_source')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('tool', '=', source.tool)
    .where('category', '=', source.category ?? '')
    .executeTakeFirst()
  return knownSource
    ? { ...place, projectId: project.id, refId: ref?.id ?? 0, sourceId: knownSource.id }
    : null
}

/** Tables besides `finding` that plans depend on. */
const planTables = ['project', 'ref', 'rule']

/** Whether the data that plans depend on is unchanged, by the change log and the projects of changed findings. */
export async function areCurrent(
  transaction: ChangeTransaction,
  { changeNumber }: EarlierPlans,
  projectId: number,
): Promise<boolean> {
  const { deploymentId } = transaction
  // The transaction has already incremented the number.
  const now = (await readChangeNumber(transaction, deploymentId)) - 1
  if (now === changeNumber) return true
  const changes = await changesBetween(transaction, deploymentId, changeNumber, now)
  if (changes === null || planTables.some((table) => changes.tables.has(table))) return false
  if (changes.findings.size === 0) return true
  const changedInProject = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(changes.findings))
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst()
  return changedInProject === undefined
}
