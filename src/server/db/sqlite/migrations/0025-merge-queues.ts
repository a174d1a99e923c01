/**
 * When the branch of a merge queue is deleted, milliseconds since 1970; null for every other ref. Findings of these
 * branches leave the lists and counts.
 */
export const statements = [
  'alter table ref add column expires_at integer',
  `update ref set expires_at = coalesce(latest_scan_at, 0) + 604800000
    where name glob 'refs/heads/gh-readonly-queue/*/*' or name glob 'refs/merge-requests/[0-9]*/train'`,
  'create index ref_of_merge_queue on ref (deployment_id, expires_at, id) where expires_at is not null',
  // See 0020-statistics.ts.
  `insert into sqlite_stat1 (tbl, idx, stat) values ('ref', 'ref_of_merge_queue', '200 20 1 1')`,
  'analyze sqlite_schema',
  `update finding set removed = 2
    where (deployment_id, ref_id) in (select deployment_id, id from ref where expires_at is not null)`,
]
