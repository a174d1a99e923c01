import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { createOwnerJob } from './owner-job.ts'

/**
 * Creates the job that applies changed tags of projects, if one of them gives an owner. The caller wakes the job runner.
 * @param change.tags tags that projects have or had.
 */
export async function followTags(
  transaction: ChangeTransaction,
  {
    projects,
    tags,
    actor,
    at,
  }: {
    projects: readonly number[]
    tags: ReadonlySet<string>
    actor: string
    at: number
  },
): Promise<void> {
  const rules = await transaction
    .selectFrom('owner_rule')
    .select('value')
    .where('deployment_id', '=', transaction.deploymentId)
    .where('kind', '=', 'tag')
    .execute()
  if (!rules.some(({ value }) => tags.has(value))) return
  const [only] = projects.length === 1 ? projects : []
  await createOwnerJob(transaction, { project: only ?? null, actor, at })
}
