/** When whoever asked to ignore findings saw the answer, or whoever a comment names saw it, and indexes of what waits. */
export const inbox = [
  'alter table approval add column seen_at bigint',
  'update approval set seen_at = decided_at where decided_at is not null',
  'create index approval_unseen on approval (deployment_id, id) where seen_at is null',
  'alter table finding_mention add column seen_at bigint',
  'create index finding_mention_unseen on finding_mention (deployment_id, person, id) where seen_at is null',
  'create index scan_held on scan (deployment_id, id) where hold_json is not null',
]
