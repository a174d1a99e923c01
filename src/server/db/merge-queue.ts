import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** How long the temporary branch of a merge queue is kept after its last scan, in milliseconds. */
export const mergeQueuePeriod = 7 * 86_400_000

/**
 * Value of `finding.removed` on the branch of a merge queue: like a removed one, such a finding is in no list or count,
 * but it is present, and the gate compares it.
 */
export const removedFromLists = 2

/** `finding.removed` of a finding. */
export const removedFlag = (state: string, onMergeQueue: boolean): number =>
  onMergeQueue ? removedFromLists : Number(state === 'removed')

/** The same where the finding may be on any ref. */
export const keptRemovedFlag = (state: string): RawBuilder<number> =>
  sql<number>`case when finding.removed = ${sql.lit(removedFromLists)} then finding.removed
    else ${sql.lit(Number(state === 'removed'))} end`

const gitHubBranch = /^refs\/heads\/gh-readonly-queue\/(.+)\/[^/]+$/
const gitLabTrain = /^refs\/merge-requests\/\d+\/train$/

/**
 * Tells whether a ref is a temporary branch of a merge queue (GitHub) or train (GitLab), and the ref that it would merge
 * into, which GitLab does not name. @returns null for every other ref. Source: docs/gate.md#merge-queues.
 */
export function mergeQueueOf(ref: string | null): { target: string | null } | null {
  const branch = gitHubBranch.exec(ref ?? '')?.[1]
  if (branch !== undefined) return { target: `refs/heads/${branch}` }
  return gitLabTrain.test(ref ?? '') ? { target: null } : null
}

/** Whether a scan is not of a branch of a merge queue. Such branches are few, and an index holds them alone. */
export const isOutsideMergeQueues = (deploymentId: number, refId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`${refId} not in (select id from ref where deployment_id = ${deploymentId} and expires_at is not null)`
