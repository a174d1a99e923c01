import { refFault } from '#contract/parameters/ref-name.ts'
import type { ChangeTransaction } from '#server/db/changed-rows.ts'
import { mergeQueueOf } from '#server/db/merge-queue.ts'
import { badRequest } from '#server/http/errors.ts'

/**
 * Checks a branch that becomes the primary one: one that was scanned, or a name that a branch can have.
 * @throws HttpError 400.
 */
export async function checkPrimaryBranch(
  reader: ChangeTransaction,
  before: { id: number; primary_branch: string | null },
  { primary_branch: name }: { primary_branch: string | null },
): Promise<void> {
  if (name === null || name === before.primary_branch) return
  const known = await reader
    .selectFrom('ref')
    .select('id')
    .where('deployment_id', '=', reader.deploymentId)
    .where('project_id', '=', before.id)
    .where('name', '=', name)
    .executeTakeFirst()
  const fault = known ? null : branchFault(name)
  if (fault !== null) throw badRequest([{ pointer: '/primary_branch', detail: fault }])
}

function branchFault(ref: string): string | null {
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1]
  if (branch === undefined || mergeQueueOf(ref)) return `${ref} is neither scanned nor a branch`
  const fault = branch.includes('*') ? 'is a pattern, not a branch' : refFault(branch)
  return fault === null ? null : `${branch} ${fault}`
}
