/**
 * When the branch of a merge queue is deleted, milliseconds since 1970; null for every other ref. Findings of these
 * branches leave the lists and counts.
 */
export const mergeQueues = [
  'alter table ref add column expires_at bigint',
  `update ref set expires_at = coalesce(latest_scan_at, 0) + 604800000
    where name ~ '^refs/heads/gh-readonly-queue/.+/' or name ~ '^refs/merge-requests/[0-9]+/train$'`,
  'create index ref_of_merge_queue on ref (deployment_id, expires_at, id) where expires_at is not null',
  `update finding set removed = 2
    where (deployment_id, ref_id) in (select deployment_id, id from ref where expires_at is not null)`,
]
