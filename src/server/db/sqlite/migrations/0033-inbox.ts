/**
 * When whoever asked to ignore findings saw the answer; answers from before count as seen. When whoever a comment names saw
 * it. What nobody has seen and held scans are few, and found by indexes of their own.
 */
export const statements = [
  'alter table approval add column seen_at integer',
  'update approval set seen_at = decided_at where decided_at is not null',
  'create index approval_unseen on approval (deployment_id, id) where seen_at is null',
  'alter table finding_mention add column seen_at integer',
  'create index finding_mention_unseen on finding_mention (deployment_id, person, id) where seen_at is null',
  'create index scan_held on scan (deployment_id, id) where hold_json is not null',
  // See 0020-statistics.ts.
  `insert into sqlite_stat1 (tbl, idx, stat) values ('scan', 'scan_held', '100 10 1')`,
  'analyze sqlite_schema',
]
