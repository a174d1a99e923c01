import { changesBetween } from '#server/changes/public.ts'
import { readChangeNumber } from '#server/columns/public.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import type { Database, Reader } from '#server/db/database.ts'
import { valuesOf } from '#server/db/sql.ts'
import type { ReportedRun } from '../../report/report.ts'
import { defaultBranch } from '../write/intern-place.ts'
import { type PlanPlace, planRun, type RunPlan } from './plan.ts'

/** Where a report belongs, by names. */
export interface NamedPlace {
  deploymentId: number
  project: string
  /** A whole ref; null for the primary branch. */
  ref: string | null
  kind: 'full' | 'diff'
}

/** What runs make of what is stored, worked out before the transaction that applies them. */
export interface EarlierPlans {
  /** The change number of the deployment that they are of. */
  changeNumber: number
  plans: ReadonlyMap<ReportedRun, RunPlan>
}

/**
 * Matches runs with what is stored, on a snapshot, so that nobody waits for it. A run whose source is not known yet has
 * none: what it may go on from is known in the transaction alone.
 */
export function planBefore(
  database: Database,
  runs: readonly ReportedRun[],
  named: NamedPlace,
): Promise<EarlierPlans> {
  return database.snapshot(async ({ read }) => {
    const plans = new Map<ReportedRun, RunPlan>()
    for (const run of runs) {
      if (run.failure !== null || run.findings.length === 0) continue
      const place = await placeOf(read, run, named)
      if (place) plans.set(run, await planRun(read, place, run))
    }
    return { changeNumber: await readChangeNumber(read, named.deploymentId), plans }
  })
}

/** The ids of a run's place, 0 for what is not there yet; null where it cannot be told what its source goes on from. */
async function placeOf(
  reader: Reader,
  { source }: ReportedRun,
  { deploymentId, kind, ...named }: NamedPlace,
): Promise<PlanPlace | null> {
  const project = await reader
    .selectFrom('project')
    .select(['id', 'primary_branch'])
    .where('deployment_id', '=', deploymentId)
    .where('name', '=', named.project)
    .executeTakeFirst()
  if (!project) return { deploymentId, projectId: 0, refId: 0, sourceId: 0, kind }
  const ref = await reader
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('project_id', '=', project.id)
    .where('name', '=', named.ref ?? project.primary_branch ?? defaultBranch)
    .executeTakeFirst()
  const known = await reader
    .selectFrom('scan_source')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('tool', '=', source.tool)
    .where('category', '=', source.category ?? '')
    .executeTakeFirst()
  return known ? { deploymentId, projectId: project.id, refId: ref?.id ?? 0, sourceId: known.id, kind } : null
}

/** What plans are made of beside findings. */
const planTables = ['project', 'ref', 'rule']

/** Whether nothing has changed that plans were made of: by the log, and the project of the findings that it names. */
export async function areCurrent(
  transaction: ChangeTransaction,
  { changeNumber }: EarlierPlans,
  projectId: number,
): Promise<boolean> {
  const { deploymentId } = transaction
  // The transaction has taken its own number.
  const now = (await readChangeNumber(transaction, deploymentId)) - 1
  if (now === changeNumber) return true
  const changes = await changesBetween(transaction, deploymentId, changeNumber, now)
  if (changes === null || planTables.some((table) => changes.tables.has(table))) return false
  if (changes.findings.size === 0) return true
  const own = await transaction
    .selectFrom('finding')
    .select('id')
    .where('deployment_id', '=', deploymentId)
    .where('id', 'in', valuesOf(changes.findings))
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst()
  return own === undefined
}
